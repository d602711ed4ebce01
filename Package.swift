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
        .library(name: "ScrollView", targets: ["Geometry", "ScrollView"]),
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
        .target(name: "CPNG", linkerSettings: [.linkedLibrary("png")]),
        .target(name: "CJPEG", linkerSettings: [.linkedLibrary("jpeg")]),
        .systemLibrary(name: "CEXIF", pkgConfig: "libexif", providers: [.apt(["libexif-dev"])]),
        .executableTarget(
            name: "xzoom-loader", dependencies: ["CEXIF", "CJPEG", "CPNG", "Geometry", "Loading", "Posix"],
            swiftSettings: settings),
        // Pixels to the screen.
        .systemLibrary(name: "CCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"])]),
        .target(
            name: "Rendering", dependencies: ["CCairo", "Geometry", "Loading", "Posix"],
            swiftSettings: settings),
        // Windows and input.
        .systemLibrary(
            name: "CX11", pkgConfig: "xi",
            providers: [.apt(["libcairo2-dev", "libx11-dev", "libxi-dev", "libxrandr-dev"])]),
        .target(name: "X11", dependencies: ["CX11", "Geometry", "Gestures"], swiftSettings: settings),
        // The program.
        .executableTarget(
            name: "xzoom",
            dependencies: [
                "CLinux", "CX11", "Geometry", "Gestures", "Loading", "Posix", "Rendering", "ScrollView",
                "X11",
            ],
            swiftSettings: settings),
        // Tests.
        .testTarget(name: "GesturesTests", dependencies: ["Geometry", "Gestures"], swiftSettings: settings),
        // A real X server with touchscreen, touchpad, mouse and keyboard, for tests, demo and benchmark.
        .target(
            name: "CTestSupport", path: "Tests/CTestSupport",
            linkerSettings: ["xcb", "X11", "Xi", "png", "jpeg"].map { .linkedLibrary($0) }),
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
            name: "hostile-loader", dependencies: ["Posix"], path: "Tests/HostileLoader",
            swiftSettings: settings),
        .testTarget(
            name: "LoadingTests",
            dependencies: ["CTestSupport", "Geometry", "Loading", "Posix", "hostile-loader", "xzoom-loader"],
            swiftSettings: settings),
        .testTarget(
            name: "RenderingTests", dependencies: ["CCairo", "Geometry", "Loading", "Posix", "Rendering"],
            swiftSettings: settings),
        .testTarget(name: "X11Tests", dependencies: ["X11"], swiftSettings: settings),
        .testTarget(
            name: "xzoomTests",
            dependencies: ["CX11", "Geometry", "Rendering", "ScrollView", "X11", "xzoom"],
            swiftSettings: settings),
        // The programs are built with the test that runs them.
        .testTarget(
            name: "EndToEndTests",
            dependencies: ["CTestSupport", "Geometry", "XServerSession", "xzoom", "xzoom-loader"],
            swiftSettings: settings),
        // What `make run` does without a display, and `make bench`.
        .executableTarget(
            name: "xzoom-demo", dependencies: ["Geometry", "XServerSession"], path: "Tests/Demo",
            swiftSettings: settings),
        .executableTarget(
            name: "xzoom-bench", dependencies: ["CTestSupport", "Geometry", "XServerSession"],
            path: "Tests/Benchmark", exclude: ["Floor"], swiftSettings: settings),
        // The least that an X program with a window takes.
        .executableTarget(
            name: "xzoom-floor", path: "Tests/Benchmark/Floor", linkerSettings: [.linkedLibrary("xcb")]),
    ],
    swiftLanguageModes: [.v6]
)
