// swift-tools-version: 6.2
import PackageDescription

/// Settings of everything that ends up in an executable.
///
/// The two implicit imports pull in the concurrency, string-processing and dispatch libraries, which
/// add a millisecond to the start of every command (docs/performance.md).
let lean: [SwiftSetting] = [
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .enableExperimentalFeature("Lifetimes"),
    .unsafeFlags([
        "-Xfrontend", "-disable-implicit-concurrency-module-import",
        "-Xfrontend", "-disable-implicit-string-processing-module-import",
    ]),
]

let package = Package(
    name: "redo",
    targets: [
        .target(name: "RedoJSON", swiftSettings: lean),
        .target(name: "RedoSystem", swiftSettings: lean),
        .systemLibrary(name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
        .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .target(name: "RedoCrypto", dependencies: ["CSodium", "RedoJSON", "RedoSystem"], swiftSettings: lean),
        .target(name: "RedoLog", dependencies: ["RedoCrypto", "RedoJSON"], swiftSettings: lean),
        .target(
            name: "RedoStore", dependencies: ["RedoCrypto", "RedoJSON", "RedoLog", "RedoSystem"],
            swiftSettings: lean),
        .target(name: "RedoState", dependencies: ["RedoCrypto", "RedoJSON", "RedoLog"], swiftSettings: lean),
        .target(name: "TestSupport", path: "Tests/TestSupport"),
        .testTarget(name: "RedoJSONTests", dependencies: ["RedoJSON", "TestSupport"]),
        .testTarget(name: "RedoLogTests", dependencies: ["RedoJSON", "RedoLog", "TestSupport"]),
        .testTarget(
            name: "RedoStateTests", dependencies: ["RedoJSON", "RedoLog", "RedoState", "RedoStore", "TestSupport"]),
    ]
)
