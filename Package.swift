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
        .target(name: "Geometry", swiftSettings: settings)
    ],
    swiftLanguageModes: [.v6]
)
