// swift-tools-version: 6.2
// A program that looks for bytes which crash the loaders, for `make fuzz`. It is a package of its own since all
// of it is built with sanitizers, and since the sources of all loaders are linked into one program here.
import PackageDescription

let settings: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    // The build is optimized, and the fuzzer sees what is internal.
    .unsafeFlags(["-enable-testing"]),
]

/// A loader without its main program.
func loader(_ name: String, trait: String? = nil, needs dependencies: [Target.Dependency]) -> Target {
    .target(
        name: name, dependencies: dependencies + ["Decoding", "Geometry", "Loading", "Posix"],
        path: "Sources/\(name)", exclude: ["main.swift"],
        swiftSettings: settings + (trait.map { [.define($0)] } ?? []))
}

/// A C library.
func library(_ name: String, _ pkgConfig: String? = nil) -> Target {
    .systemLibrary(name: name, path: "Sources/\(name)", pkgConfig: pkgConfig)
}

/// A module of xzoom.
func module(_ name: String, needs dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: "Sources/\(name)", swiftSettings: settings)
}

let package = Package(
    name: "xzoom-fuzz",
    targets: [
        module("Geometry"),
        .target(name: "CLinux", path: "Sources/CLinux"),
        module("Posix", needs: ["CLinux"]),
        module("Loading", needs: ["Geometry", "Posix"]),
        library("CLCMS", "lcms2"),
        library("CSeccomp", "libseccomp"),
        module("Decoding", needs: ["CLCMS", "CLinux", "CSeccomp", "Geometry", "Loading", "Posix"]),
        module("RasterFormats", needs: ["Decoding", "Geometry"]),
        .target(
            name: "CPNG", path: "Sources/CPNG",
            linkerSettings: [.linkedLibrary("isal"), .linkedLibrary("png")]),
        .target(name: "CJPEG", path: "Sources/CJPEG", linkerSettings: [.linkedLibrary("jpeg")]),
        library("CGIF"),
        library("CWebP", "libwebpdemux"),
        loader("xzoom-loader", needs: ["CGIF", "CJPEG", "CPNG", "CWebP", "RasterFormats"]),
        library("CAVIF"),
        library("CHEIF", "libheif"),
        loader("xzoom-loader-heif", trait: "HEIF", needs: ["CAVIF", "CHEIF"]),
        library("CJXL", "libjxl_threads"),
        loader("xzoom-loader-jxl", trait: "JPEGXL", needs: ["CJXL"]),
        library("CRSVG", "librsvg-2.0"),
        loader("xzoom-loader-svg", trait: "SVG", needs: ["CRSVG"]),
        library("CTIFF", "libtiff-4"),
        loader("xzoom-loader-tiff", trait: "TIFF", needs: ["CTIFF"]),
        library("CVips", "vips"),
        loader("xzoom-loader-vips", trait: "VIPS", needs: ["CVips"]),
        .executableTarget(
            name: "xzoom-fuzz",
            dependencies: [
                "CAVIF", "CLCMS", "Decoding", "Geometry", "Loading", "Posix", "RasterFormats",
                "xzoom-loader", "xzoom-loader-heif", "xzoom-loader-jxl", "xzoom-loader-svg",
                "xzoom-loader-tiff", "xzoom-loader-vips",
            ],
            path: "xzoom-fuzz", swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
