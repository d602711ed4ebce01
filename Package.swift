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
    targets: [
        // Pure: no system, no clock.
        .target(name: "Geometry", swiftSettings: settings),
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
    ],
    swiftLanguageModes: [.v6]
)
