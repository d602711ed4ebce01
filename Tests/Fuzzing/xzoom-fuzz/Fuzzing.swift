import Glibc
import Loading

/// What each input is given to.
nonisolated(unsafe) private var test: (UnsafeRawBufferPointer) -> Void = { _ in }

/// The fuzzer's name in the environment, since libFuzzer starts the program again with arguments of its own.
private let variable = "FUZZER"

/// libFuzzer's main program calls this first (https://llvm.org/docs/LibFuzzer.html).
///
/// `FUZZER=NAME xzoom-fuzz ARGUMENT…` looks with libFuzzer's arguments for inputs that crash what is named:
/// "wire", "profile" or an `ImageFormat`. `FUZZER=seeds xzoom-fuzz FOLDER FILE…` makes a folder for each of them
/// in the folder, with inputs to start from: small ones of its own, and the files.
@_cdecl("LLVMFuzzerInitialize") public func initialize(
    _ count: UnsafePointer<CInt>, _ arguments: UnsafePointer<UnsafePointer<UnsafePointer<CChar>?>>
) -> CInt {
    let name = getenv(variable).map { String(cString: $0) } ?? ""
    switch name {
    case "wire": test = WireFuzzer.run
    case "profile": test = ProfileFuzzer.run
    case "seeds":
        let paths = (1..<Int(count.pointee)).compactMap { arguments.pointee[$0].map { String(cString: $0) } }
        if let folder = paths.first { Seeds(folder: folder).write(files: paths.dropFirst()) }
        exit(0)
    default:
        guard let format = ImageFormat.allCases.first(where: { "\($0)" == name }) else {
            print("\(variable) is none of wire, profile, seeds, \(ImageFormat.allCases)")
            exit(2)
        }
        test = PictureFuzzer(format).run
    }
    return 0
}

/// libFuzzer calls this with each input.
@_cdecl("LLVMFuzzerTestOneInput") public func testOneInput(_ start: UnsafePointer<UInt8>, _ count: Int)
    -> CInt
{
    test(UnsafeRawBufferPointer(start: start, count: count))
    return 0
}

/// The leak sanitizer asks this for the leaks that it is not to tell of: fontconfig keeps what it has found.
@_cdecl("__lsan_default_suppressions") public func suppressions() -> UnsafePointer<UInt8> {
    let words: StaticString = "leak:libfontconfig"
    return words.utf8Start
}
