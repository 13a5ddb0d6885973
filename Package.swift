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
    // The tests make and replay thousands of logs: unoptimised, that takes ten times as long. The
    // checks of bounds and overflow stay.
    .unsafeFlags(["-O"], .when(configuration: .debug)),
    // Lets the linker leave out what a command does not use: a third of the size.
    .unsafeFlags(
        ["-Xfrontend", "-function-sections", "-Xfrontend", "-internalize-at-link"],
        .when(configuration: .release)),
]

let testSettings: [SwiftSetting] = [.treatAllWarnings(as: .error)]

/// A library of the suite.
func library(_ name: String, uses dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: lean)
}

/// An executable: one file that calls what a library has.
func executable(_ name: String, uses dependencies: [Target.Dependency]) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies, swiftSettings: lean,
        linkerSettings: [
            .unsafeFlags(
                ["-Xlinker", "--as-needed", "-Xlinker", "--icf=safe", "-Xlinker", "-s"],
                .when(configuration: .release))
        ])
}

/// The tests of a library.
func tests(of library: String, alsoUses dependencies: [Target.Dependency] = []) -> Target {
    .testTarget(
        name: "\(library)Tests",
        dependencies: [.target(name: library), "TestSupport"] + dependencies,
        swiftSettings: testSettings)
}

/// The programs of the suite, and one that writes the manual and the completions of the source tree.
let executables: [Target] = [
    // All commands but those that need more; it finds them by the name that it was called by.
    executable("redo", uses: ["RedoSuite"]),
    // The commands for git repositories; it alone links libgit2.
    executable("redo-remote-git", uses: ["RedoRemote"]),
    // What those become for a remote in Firestore; it alone links libcurl.
    executable("redo-remote-firestore", uses: ["RedoFirestoreRemote"]),
    executable("write-manual", uses: ["RedoManual", "RedoSystem"]),
]

let programs: [Target.Dependency] = ["redo", "redo-remote-git", "redo-remote-firestore"]

let package = Package(
    name: "redo",
    targets: [
        // A function of the C library that its Swift module leaves out. RedoSystem alone imports it.
        .systemLibrary(name: "CLinux"),
        // Libraries in C, for the tests: the suite loads them when they are first needed.
        .systemLibrary(
            name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
        .systemLibrary(
            name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"])]),
        .systemLibrary(
            name: "CXXHash", pkgConfig: "libxxhash", providers: [.apt(["libxxhash-dev"])]),
        // Libraries in C that executables for git link, and no others.
        .systemLibrary(
            name: "CGit2", pkgConfig: "libgit2", providers: [.apt(["libgit2-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        // And one that the executable for Firestore links.
        .systemLibrary(
            name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),

        // Strict I-JSON, canonical JSON.
        library("RedoJSON", uses: []),
        // System calls: files, processes, terminal, clock, threads.
        library("RedoSystem", uses: ["CLinux"]),
        // SHA-256, Ed25519, key files.
        library("RedoCrypto", uses: ["RedoJSON", "RedoSystem"]),
        // What a node is: reading, making, validation with parents, order, the graph.
        library("RedoLog", uses: ["RedoCrypto", "RedoJSON"]),
        // The object directory and its configuration.
        library("RedoStore", uses: ["RedoCrypto", "RedoJSON", "RedoLog", "RedoSystem"]),
        // What nodes amount to: stage 3, deletion, merge, replay, rank.
        library("RedoState", uses: ["RedoCrypto", "RedoJSON", "RedoLog", "RedoSystem"]),
        // Nodes as commits of a git repository, and the repository.
        library(
            "RedoGit",
            uses: ["CGit2", "CZlib", "RedoCrypto", "RedoJSON", "RedoLog", "RedoSystem"]),
        // The address of a replica in Firestore, and what is known of it without asking.
        library("RedoReplica", uses: ["RedoCrypto", "RedoJSON", "RedoLog", "RedoSystem"]),
        // Nodes as documents of Firestore, and speaking with it.
        library(
            "RedoFirestore",
            uses: ["CCurl", "RedoCrypto", "RedoJSON", "RedoLog", "RedoReplica", "RedoSystem"]),
        // What all commands share: specification, parsing, help, errors, surroundings.
        library(
            "RedoCommand",
            uses: ["RedoCrypto", "RedoJSON", "RedoLog", "RedoState", "RedoStore", "RedoSystem"]),
        // Commands for programs.
        library(
            "RedoPlumbing",
            uses: [
                "RedoCommand", "RedoCrypto", "RedoJSON", "RedoLog", "RedoState", "RedoStore",
                "RedoSystem",
            ]),
        // Commands for people.
        library(
            "RedoPorcelain",
            uses: [
                "RedoCommand", "RedoCrypto", "RedoExchange", "RedoJSON", "RedoLog", "RedoPlumbing",
                "RedoReplica", "RedoState", "RedoStore", "RedoSystem",
            ]),
        // What all remotes have, whatever they are.
        library(
            "RedoExchange",
            uses: [
                "RedoCommand", "RedoCrypto", "RedoLog", "RedoReplica", "RedoStore", "RedoSystem",
            ]),
        // Commands that exchange nodes with git.
        library(
            "RedoRemote",
            uses: [
                "RedoCommand", "RedoCrypto", "RedoExchange", "RedoGit", "RedoJSON", "RedoLog",
                "RedoPlumbing", "RedoReplica", "RedoState", "RedoStore", "RedoSystem",
            ]),
        // The same for Firestore.
        library(
            "RedoFirestoreRemote",
            uses: [
                "RedoCommand", "RedoCrypto", "RedoExchange", "RedoFirestore", "RedoJSON",
                "RedoLog", "RedoPlumbing", "RedoReplica", "RedoStore", "RedoSystem",
            ]),

        // All commands of the suite, by name.
        library(
            "RedoSuite", uses: ["RedoCommand", "RedoExchange", "RedoPlumbing", "RedoPorcelain"]),
        // The manual and the completions, made from the specifications of all commands.
        library(
            "RedoManual",
            uses: [
                "RedoCommand", "RedoLog", "RedoPlumbing", "RedoPorcelain", "RedoSuite",
                "RedoSystem",
            ]),

        // What tests share.
        .target(
            name: "TestSupport", dependencies: ["RedoSystem"], path: "Tests/TestSupport",
            swiftSettings: testSettings),
        tests(of: "RedoJSON"),
        tests(of: "RedoSystem", alsoUses: ["patience"]),
        // A process that those tests send signals to.
        .executableTarget(
            name: "patience", dependencies: ["RedoSystem"], path: "Tests/Patience",
            swiftSettings: testSettings),
        tests(of: "RedoCrypto", alsoUses: ["CCrypto", "CSodium", "RedoJSON", "RedoSystem"]),
        tests(of: "RedoLog", alsoUses: ["RedoCrypto", "RedoJSON"]),
        // The manual and the completions, with the executables and in the shells.
        tests(
            of: "RedoManual",
            alsoUses: ["RedoCommand", "RedoLog", "RedoStore", "RedoSuite"] + programs),
        // The executables as processes.
        .testTarget(
            name: "CommandTests",
            dependencies: ["RedoJSON", "TestSupport"] + programs,
            swiftSettings: testSettings),
        tests(
            of: "RedoStore",
            alsoUses: [
                "CXXHash", "CZstd", "RedoCommand", "RedoCrypto", "RedoJSON", "RedoLog",
                "RedoPlumbing", "RedoSystem",
            ] + programs),
        tests(
            of: "RedoState",
            alsoUses: [
                "RedoCrypto", "RedoJSON", "RedoLog", "RedoPlumbing", "RedoStore", "RedoSystem",
            ]),
        tests(of: "RedoReplica", alsoUses: ["RedoCrypto", "RedoJSON", "RedoLog", "RedoSystem"]),
        tests(
            of: "RedoFirestore",
            alsoUses: ["RedoCrypto", "RedoJSON", "RedoLog", "RedoReplica", "RedoSystem"]),
        tests(of: "RedoGit", alsoUses: ["RedoCrypto", "RedoJSON", "RedoLog", "RedoSystem"]),
        tests(
            of: "RedoPlumbing",
            alsoUses: ["RedoCommand", "RedoLog", "RedoState", "RedoStore", "RedoSystem"]),
        tests(
            of: "RedoCommand",
            alsoUses: [
                "RedoCrypto", "RedoJSON", "RedoLog", "RedoPlumbing", "RedoPorcelain", "RedoRemote",
                "RedoState", "RedoStore", "RedoSystem",
            ]),
    ] + executables
)
