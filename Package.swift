// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

let package = Package(
    name: "xzoom",
    products: [
        .executable(name: "xzoom", targets: ["xzoom"]),
        .executable(name: "xzoom-loader", targets: ["xzoom-loader"]),
        .executable(name: "xzoom-loader-heif", targets: ["xzoom-loader-heif"]),
        .executable(name: "xzoom-loader-jxl", targets: ["xzoom-loader-jxl"]),
        .executable(name: "xzoom-loader-svg", targets: ["xzoom-loader-svg"]),
        .executable(name: "xzoom-loader-tiff", targets: ["xzoom-loader-tiff"]),
        .executable(name: "xzoom-loader-vips", targets: ["xzoom-loader-vips"]),
        .library(name: "ScrollView", targets: ["Geometry", "ScrollView"]),
    ],
    // The loaders of heavy libraries: without its trait, a loader is built without the library, and decodes nothing.
    traits: [
        .trait(name: "HEIF", description: "HEIC and AVIF, by libheif and libavif"),
        .trait(name: "JPEGXL", description: "JPEG XL, by libjxl"),
        .trait(name: "SVG", description: "Scalable Vector Graphics, by librsvg"),
        .trait(name: "TIFF", description: "Tagged Image File Format, by libtiff"),
        .trait(name: "VIPS", description: "all that libvips reads: PSD, EXR, HDR, PDF, JPEG 2000 and more"),
        .default(enabledTraits: ["HEIF", "JPEGXL", "SVG", "TIFF", "VIPS"]),
    ],
    targets: [
        // Pure: no system, no clock.
        .target(name: "Geometry", swiftSettings: settings),
        .target(name: "Gestures", dependencies: ["Geometry"], swiftSettings: settings),
        .target(name: "ScrollView", dependencies: ["Geometry"], swiftSettings: settings),
        // The system.
        .target(name: "CLinux"),
        .target(name: "Posix", dependencies: ["CLinux"], swiftSettings: settings),
        // Files to pixels.
        .target(name: "Loading", dependencies: ["Geometry", "Posix"], swiftSettings: settings),
        .target(name: "CPNG", linkerSettings: [.linkedLibrary("isal"), .linkedLibrary("png")]),
        .target(name: "CJPEG", linkerSettings: [.linkedLibrary("jpeg")]),
        .systemLibrary(name: "CGIF", providers: [.apt(["libgif-dev"])]),
        .systemLibrary(name: "CWebP", pkgConfig: "libwebpdemux", providers: [.apt(["libwebp-dev"])]),
        // What every loader program has: its side of the protocol, colours, the sandbox.
        .systemLibrary(name: "CLCMS", pkgConfig: "lcms2", providers: [.apt(["liblcms2-dev"])]),
        .systemLibrary(name: "CSeccomp", pkgConfig: "libseccomp", providers: [.apt(["libseccomp-dev"])]),
        .target(
            name: "Decoding", dependencies: ["CLCMS", "CLinux", "CSeccomp", "Geometry", "Loading", "Posix"],
            swiftSettings: settings),
        // The small formats, without a library.
        .target(name: "RasterFormats", dependencies: ["Decoding", "Geometry"], swiftSettings: settings),
        .executableTarget(
            name: "xzoom-loader",
            dependencies: [
                "CGIF", "CJPEG", "CPNG", "CWebP", "Decoding", "Geometry", "Loading", "Posix",
                "RasterFormats",
            ],
            swiftSettings: settings),
        .systemLibrary(name: "CAVIF", providers: [.apt(["libavif-dev"])]),
        .systemLibrary(name: "CHEIF", pkgConfig: "libheif", providers: [.apt(["libheif-dev"])]),
        .executableTarget(
            name: "xzoom-loader-heif",
            dependencies: [
                .target(name: "CAVIF", condition: .when(traits: ["HEIF"])),
                .target(name: "CHEIF", condition: .when(traits: ["HEIF"])), "Decoding", "Geometry",
                "Loading", "Posix",
            ],
            swiftSettings: settings),
        .systemLibrary(name: "CJXL", pkgConfig: "libjxl_threads", providers: [.apt(["libjxl-dev"])]),
        .executableTarget(
            name: "xzoom-loader-jxl",
            dependencies: [
                .target(name: "CJXL", condition: .when(traits: ["JPEGXL"])), "Decoding", "Geometry",
                "Loading", "Posix",
            ],
            swiftSettings: settings),
        .systemLibrary(
            name: "CFontconfig", pkgConfig: "fontconfig", providers: [.apt(["libfontconfig-dev"])]),
        .target(
            name: "FontFolders",
            dependencies: [.target(name: "CFontconfig", condition: .when(traits: ["SVG", "VIPS"]))],
            swiftSettings: settings),
        .systemLibrary(name: "CRSVG", pkgConfig: "librsvg-2.0", providers: [.apt(["librsvg2-dev"])]),
        .executableTarget(
            name: "xzoom-loader-svg",
            dependencies: [
                .target(name: "CRSVG", condition: .when(traits: ["SVG"])), "Decoding", "FontFolders",
                "Geometry", "Loading", "Posix",
            ],
            swiftSettings: settings),
        .systemLibrary(name: "CTIFF", pkgConfig: "libtiff-4", providers: [.apt(["libtiff-dev"])]),
        .executableTarget(
            name: "xzoom-loader-tiff",
            dependencies: [
                .target(name: "CTIFF", condition: .when(traits: ["TIFF"])), "Decoding", "Geometry", "Posix",
            ],
            swiftSettings: settings),
        .systemLibrary(name: "CVips", pkgConfig: "vips", providers: [.apt(["libvips-dev"])]),
        .executableTarget(
            name: "xzoom-loader-vips",
            dependencies: [
                .target(name: "CVips", condition: .when(traits: ["VIPS"])), "Decoding", "FontFolders",
                "Geometry", "Loading", "Posix",
            ],
            swiftSettings: settings),
        // Pixels to the screen.
        .systemLibrary(name: "CCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"])]),
        // Loads Pango when the first text is shown: linked, it would be bound at every start.
        .target(name: "CPango", dependencies: ["CCairo"]),
        .systemLibrary(name: "CLZ4", providers: [.apt(["liblz4-dev"])]),
        .target(
            name: "Rendering", dependencies: ["CCairo", "CLZ4", "CPango", "Geometry", "Loading", "Posix"],
            swiftSettings: settings,
            // The archive: a shared library more costs every start, and this one is seldom needed.
            linkerSettings: [.linkedLibrary(":liblz4.a")]),
        // Windows and input.
        .systemLibrary(
            name: "CX11", pkgConfig: "xi",
            providers: [.apt(["libcairo2-dev", "libx11-dev", "libxi-dev", "libxrandr-dev"])]),
        .target(name: "X11", dependencies: ["CX11", "Geometry", "Gestures"], swiftSettings: settings),
        // The program.
        .systemLibrary(name: "CMD", providers: [.apt(["libmd-dev"])]),
        .executableTarget(
            name: "xzoom",
            dependencies: [
                "CLinux", "CMD", "CX11", "Geometry", "Gestures", "Loading", "Posix", "Rendering",
                "ScrollView", "X11",
            ],
            swiftSettings: settings,
            // The archive, as for LZ4.
            linkerSettings: [.linkedLibrary(":libmd.a")]),
        // Tests.
        .testTarget(name: "GesturesTests", dependencies: ["Geometry", "Gestures"], swiftSettings: settings),
        // A real X server with touchscreen, touchpad, mouse and keyboard, for tests, demo and benchmark.
        .target(
            name: "CTestSupport", path: "Tests/CTestSupport",
            cSettings: [.define("WITH_TIFF", .when(traits: ["TIFF"]))],
            linkerSettings: ["xcb", "X11", "Xi", "Xrandr", "png", "jpeg", "webp"].map { .linkedLibrary($0) }
                + [.linkedLibrary("tiff", .when(traits: ["TIFF"]))]),
        .target(
            name: "XServerSession", dependencies: ["CTestSupport", "Geometry"], path: "Tests/XServerSession",
            swiftSettings: settings),
        .testTarget(
            name: "XServerSessionTests", dependencies: ["CTestSupport", "Geometry", "XServerSession"],
            swiftSettings: settings),
        .testTarget(name: "GeometryTests", dependencies: ["Geometry"], swiftSettings: settings),
        .testTarget(
            name: "PosixTests", dependencies: ["CLinux", "CTestSupport", "Posix"], swiftSettings: settings),
        // A loader that breaks the protocol in the way that its file asks for.
        .executableTarget(
            name: "hostile-loader", dependencies: ["CSeccomp", "Decoding", "Posix"],
            path: "Tests/HostileLoader",
            swiftSettings: settings),
        .testTarget(
            name: "LoadingTests",
            dependencies: [
                .target(name: "CAVIF", condition: .when(traits: ["HEIF"])),
                .target(name: "CHEIF", condition: .when(traits: ["HEIF"])),
                .target(name: "CJXL", condition: .when(traits: ["JPEGXL"])), "CLCMS", "CTestSupport",
                "Decoding", "Geometry", "Loading", "Posix", "hostile-loader", "xzoom-loader",
                "xzoom-loader-heif", "xzoom-loader-jxl", "xzoom-loader-svg", "xzoom-loader-tiff",
                "xzoom-loader-vips",
            ],
            swiftSettings: settings),
        // Real files through all loaders, where there are some.
        .testTarget(
            name: "CorpusTests",
            dependencies: [
                "Geometry", "Loading", "Posix", "xzoom-loader", "xzoom-loader-heif", "xzoom-loader-jxl",
                "xzoom-loader-svg", "xzoom-loader-tiff", "xzoom-loader-vips",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "RasterFormatsTests",
            dependencies: ["Decoding", "Geometry", "Loading", "Posix", "RasterFormats"],
            swiftSettings: settings),
        .testTarget(
            name: "RenderingTests", dependencies: ["CCairo", "Geometry", "Loading", "Posix", "Rendering"],
            swiftSettings: settings),
        .testTarget(
            name: "X11Tests",
            dependencies: ["CTestSupport", "CX11", "Geometry", "Gestures", "X11", "XServerSession"],
            swiftSettings: settings),
        .testTarget(
            name: "xzoomTests",
            dependencies: [
                "CX11", "Geometry", "Loading", "Posix", "Rendering", "ScrollView", "X11", "xzoom",
            ],
            swiftSettings: settings),
        // The programs are built with the test that runs them.
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "CLCMS", "CTestSupport", "Geometry", "XServerSession", "xzoom", "xzoom-loader",
                "xzoom-loader-svg", "xzoom-loader-tiff",
            ],
            swiftSettings: settings),
        // What `make run` does without a display, and `make bench`.
        .executableTarget(
            name: "xzoom-demo", dependencies: ["Geometry", "XServerSession"], path: "Tests/Demo",
            swiftSettings: settings),
        .executableTarget(
            name: "xzoom-bench",
            dependencies: ["CBenchmark", "CCairo", "CPixman", "CTestSupport", "Geometry", "XServerSession"],
            path: "Tests/Benchmark", exclude: ["CBenchmark", "CPixman", "Floor"], swiftSettings: settings),
        .systemLibrary(name: "CPixman", path: "Tests/Benchmark/CPixman", pkgConfig: "pixman-1"),
        // Large pictures, and the libraries that decode them, alone.
        .target(
            name: "CBenchmark", path: "Tests/Benchmark/CBenchmark",
            linkerSettings: ["jpeg", "png", "z"].map { .linkedLibrary($0) }),
        // The least that an X program with a window takes.
        .executableTarget(
            name: "xzoom-floor", path: "Tests/Benchmark/Floor", linkerSettings: [.linkedLibrary("xcb")]),
    ],
    swiftLanguageModes: [.v6]
)
