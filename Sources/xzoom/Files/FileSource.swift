import Glibc
import Posix

/// Where the files of the list come from, so that it can be made anew when folders have changed. For any thread.
struct FileSource: Sendable {
    /// What was named.
    let arguments: [Argument]
    /// The order of a folder's files, and of those that were named if `ordersAll`.
    private let order: FileOrder
    /// Whether files that are named are put in order as well.
    let ordersAll: Bool
    private let isRecursive: Bool
    /// Whether those beside the one file that was named are in the list too.
    let isBeside: Bool

    /// The source that is named.
    /// - Parameters:
    ///   - arguments: files and folders.
    ///   - options: in which order.
    init(_ arguments: [Argument], _ options: Options) {
        self.arguments = arguments
        order = options.order
        isRecursive = options.isRecursive
        ordersAll = options.given.contains(.sort) || options.order != FileOrder()
        isBeside =
            arguments.count == 1 && arguments[0] != "-" && options.filesFrom == nil
            && Self.kind(of: arguments[0]) == .regular
    }

    /// The source that a command line tells.
    /// - Parameters:
    ///   - options: with files and folders.
    ///   - names: more of them.
    init(_ options: Options, _ names: FileNameStream?) {
        self.init(options.files + (names?.first ?? []), options)
    }

    private static func kind(of path: Argument) -> FileDescriptor.Kind? {
        (try? FileStatus(path: path.cString))?.kind
    }

    /// The folders whose files come and go.
    var folders: [Argument] {
        if isBeside { return [arguments[0].folder] }
        return arguments.filter { $0 != "-" && Self.kind(of: $0) == .directory }
    }

    /// The most folders of named files that are followed.
    private static let mostHomes = 100

    /// The folders of files that were named: the files stay those that they are, but may change.
    var homes: [Argument] {
        var homes: [Argument] = []
        for argument in arguments where argument != "-" && homes.count < Self.mostHomes {
            let folder = argument.folder
            if !homes.contains(folder) { homes.append(folder) }
        }
        return homes
    }

    /// The list before its folder has been read, where one file was named; else all of it. Folders that cannot be read are
    /// told of.
    func first() -> [Argument] { isBeside ? arguments : list { report($0.message) } }

    /// The list as it is now. A folder without files stands for itself.
    /// - Parameter tell: is called for what cannot be listed.
    /// - Returns: the paths in order.
    func list(_ tell: (FolderListing.Problem) -> Void = { _ in }) -> [Argument] {
        if isBeside { return order.sorted(filesBeside(arguments[0])).map(\.path) }
        var files: [ListedFile] = []
        for argument in arguments {
            guard argument != "-", Self.kind(of: argument) == .directory else {
                files.append(examined(argument))
                continue
            }
            let listing = FolderListing(of: argument, request)
            let found = listing.files
            listing.problems.forEach(tell)
            files += found.isEmpty ? [ListedFile(path: argument)] : ordersAll ? found : order.sorted(found)
        }
        return (ordersAll ? order.sorted(files) : files).map(\.path)
    }

    private var request: FolderListing.Request {
        FolderListing.Request(isRecursive: isRecursive, wantsStatus: order.needsStatus)
    }

    private func examined(_ path: Argument) -> ListedFile {
        order.needsStatus && path != "-" ? ListedFile(path: path).examined : ListedFile(path: path)
    }

    /// The files of a file's folder, spelled as the file is, and the file itself, whatever its name.
    private func filesBeside(_ path: Argument) -> [ListedFile] {
        let slash = UInt8(ascii: "/")
        let start = path.bytes.lastIndex(of: slash).map { Array(path.bytes[...$0]) } ?? []
        var request = request
        request.isRecursive = false
        var files = FolderListing(of: path.folder, request).files.map { file in
            ListedFile(
                path: Argument(bytes: start + file.path.lastComponent.bytes) ?? file.path, status: file.status
            )
        }
        if !files.contains(where: { $0.path == path }) && Self.kind(of: path) == .regular {
            files.append(examined(path))
        }
        return files
    }
}
