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
    // The linker leaves debug information out. The package manager asks the driver for it with -g, so that only
    // the last option of the frontend counts.
    .unsafeFlags(["-Xfrontend", "-gnone"], .when(configuration: .release)),
    // Otherwise a generic type is looked up by its name when it is first used, which takes longer.
    .unsafeFlags(["-Xfrontend", "-disable-concrete-type-metadata-mangled-name-accessors"]),
    // Otherwise each file has a checksum in the program that depends on the folder that it was built in.
    .unsafeFlags(
        ["-Xfrontend", "-disable-incremental-llvm-codegen"], .when(configuration: .release)),
]

let testSettings: [SwiftSetting] = [.treatAllWarnings(as: .error)]

/// Settings of what tests share, which makes nodes, disks and whole worlds.
let testSupportSettings: [SwiftSetting] =
    testSettings + [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// How modules that use RedoRepository are optimised for a release: for a smaller program (docs/performance.md). Their
/// time goes into the modules that they call.
let optimizationAboveRepository = "-Osize"

/// A library of the suite, in one of the rooms of `Sources` (docs/architecture.md).
///
/// - Parameter resources: the files and directories of it that the program contains, as `PackageResources`.
func library(
    _ name: String, at path: String, uses modules: [String], embedding resources: [String] = []
) -> Target {
    let optimization: [SwiftSetting] =
        modules.contains("RedoRepository")
        ? [.unsafeFlags([optimizationAboveRepository], .when(configuration: .release))] : []
    return .target(
        name: name, dependencies: modules.map { .byName(name: $0) }, path: "Sources/\(path)",
        resources: resources.map { .embedInCode($0) }, swiftSettings: lean + optimization)
}

/// The module of a C library that is loaded when it is first needed: its header, and a stub for each of its functions
/// that the suite uses (Sources/C/stubs.h).
func stubs(_ name: String) -> Target {
    .target(name: name, path: "Sources/C/\(name)")
}

/// C code of the suite.
func code(_ name: String) -> Target {
    .target(name: name, path: "Sources/C/\(name)")
}

/// An executable: one file that calls what a library has.
func executable(_ name: String, uses dependencies: [Target.Dependency]) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies, path: "Sources/Executables/\(name)",
        swiftSettings: lean,
        // The linker of the toolchain: that of the system is another one on each release of Debian.
        linkerSettings: [
            .unsafeFlags(
                [
                    "-use-ld=lld", "-Xlinker", "--as-needed", "-Xlinker", "-s",
                    "-Xlinker", "--no-export-dynamic",
                    // Nothing compares the addresses of functions. With 'safe' none is folded, since the compiler
                    // does not say which addresses count.
                    "-Xlinker", "--icf=all",
                    // 38,000 relocations of 24 bytes become 990 words.
                    "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs",
                ],
                .when(configuration: .release))
        ])
}

/// The tests of a library, in the room of `Tests` that has the name of the library's.
///
/// - Parameter links: C libraries of which they call more than the stubs.
func tests(
    of library: String, at path: String, alsoUses dependencies: [Target.Dependency] = [],
    links: [String] = []
) -> Target {
    .testTarget(
        name: "\(library)Tests",
        dependencies: [.target(name: library), "TestSupport"] + dependencies,
        path: "Tests/\(path)", swiftSettings: testSettings,
        linkerSettings: links.map { .linkedLibrary($0) })
}

/// The programs of the suite, for tests that run them.
let programs: [Target.Dependency] = ["redo"]

// MARK: C

let systemLibraries: [Target] = [
    // A function of the C library that its Swift module leaves out. RedoSystem alone imports it.
    .systemLibrary(name: "CLinux", path: "Sources/C/CLinux"),
    // The arguments of the process. RedoSystem alone imports it.
    code("CArguments"),
    // For digests, keys and checksums.
    stubs("CCrypto"),
    stubs("CSodium"),
    stubs("CXXHash"),
    // For packs.
    stubs("CZstd"),
    // For keys in a desktop's keyring.
    stubs("CSecret"),
    // For remotes: git's and those in Firestore.
    stubs("CGit2"),
    stubs("CZlib"),
    stubs("CCurl"),
    // For QR codes.
    stubs("CQREncode"),
    // For what fills the terminal.
    stubs("CNCurses"),
    // For rules of recurrence and files of iCalendar.
    stubs("CIcal"),
]

// MARK: Base

let base: [Target] = [
    // Strict I-JSON, canonical JSON.
    library("RedoJSON", at: "Base/RedoJSON", uses: []),
    // System calls: files, processes, terminal, clock, threads.
    library("RedoSystem", at: "Base/RedoSystem", uses: ["CArguments", "CLinux"]),
    // SHA-256, Ed25519, key files.
    library(
        "RedoCrypto", at: "Base/RedoCrypto",
        uses: ["CCrypto", "CSodium", "CXXHash", "RedoJSON", "RedoSystem"]),
    // Requests over HTTP.
    library("RedoHTTP", at: "Base/RedoHTTP", uses: ["CCurl", "RedoSystem"]),
    // Key helpers and the key agent: keys that are kept elsewhere than in a file.
    library("RedoKeys", at: "Base/RedoKeys", uses: ["CSecret", "RedoCrypto", "RedoSystem"]),

    tests(of: "RedoJSON", at: "Base/RedoJSONTests"),
    tests(of: "RedoSystem", at: "Base/RedoSystemTests", alsoUses: ["deferral"]),
    tests(
        of: "RedoCrypto", at: "Base/RedoCryptoTests",
        alsoUses: ["CCrypto", "CSodium", "RedoJSON", "RedoSystem"], links: ["sodium"]),
    tests(of: "RedoKeys", at: "Base/RedoKeysTests", alsoUses: ["RedoCrypto", "RedoSystem"]),
]

// MARK: Model

let model: [Target] = [
    // What a node is, when it is valid, and what a set of them amounts to.
    library("RedoModel", at: "Model", uses: ["RedoCrypto", "RedoJSON", "RedoSystem"]),

    tests(
        of: "RedoModel", at: "Model",
        alsoUses: [
            "RedoCrypto", "RedoJSON", "RedoRepository", "RedoStore", "RedoSystem", "SampleNodes",
        ]),
]

// MARK: Insight

let insight: [Target] = [
    // What people want to know of tasks: queries and search, ranks and statistics, reminders, transcripts of rooms,
    // and copies of a log for reports. No layer that stores or exchanges nodes needs it.
    library(
        "RedoInsight", at: "Insight", uses: ["RedoCrypto", "RedoJSON", "RedoModel", "RedoSystem"]),

    tests(
        of: "RedoInsight", at: "Insight",
        alsoUses: [
            "RedoCrypto", "RedoJSON", "RedoModel", "RedoStore", "RedoSystem", "SampleNodes",
        ]),
]

// MARK: Storage

let storage: [Target] = [
    // The object directory and its configuration.
    library(
        "RedoStore", at: "Storage",
        uses: ["CZstd", "RedoCrypto", "RedoJSON", "RedoModel", "RedoSystem"]),

    tests(
        of: "RedoStore", at: "Storage",
        alsoUses: [
            "RedoCommandLine", "RedoCrypto", "RedoJSON",
            "RedoModel", "RedoRepository", "RedoSystem", "SampleNodes",
        ] + programs),
]

// MARK: Formats

let formats: [Target] = [
    // Rules of recurrence and time zones.
    library(
        "RedoCalendar", at: "Formats/RedoCalendar",
        uses: ["CIcal", "RedoJSON", "RedoModel", "RedoSystem"]),
    // Files of other programs: what their formats say of tasks.
    library(
        "RedoInterchange", at: "Formats/RedoInterchange",
        uses: ["RedoCalendar", "RedoCrypto", "RedoJSON", "RedoModel", "RedoSystem"]),
    // Encrypted remotes: sealed files, and the chain of members who can open them.
    library(
        "RedoEpochs", at: "Formats/RedoEpochs",
        uses: ["RedoCrypto", "RedoJSON", "RedoModel", "RedoSystem"]),
    // Nodes as commits of a git repository, and the repository.
    library(
        "RedoGit", at: "Formats/RedoGit",
        uses: ["CGit2", "CZlib", "RedoCrypto", "RedoJSON", "RedoModel", "RedoSystem"]),
    // What a store says of the packs that it has put on a remote, what is known of others, and where that is kept.
    library(
        "RedoCheckpoints", at: "Formats/RedoCheckpoints",
        uses: ["RedoCrypto", "RedoJSON", "RedoModel", "RedoSystem"]),
    // The address of a replica in Firestore, and what is known of it without asking.
    library(
        "RedoReplica", at: "Formats/RedoReplica",
        uses: ["RedoCrypto", "RedoJSON", "RedoModel", "RedoSystem"]),
    // Nodes as documents of Firestore, and speaking with it.
    library(
        "RedoFirestore", at: "Formats/RedoFirestore",
        uses: ["RedoCrypto", "RedoHTTP", "RedoJSON", "RedoModel", "RedoReplica", "RedoSystem"]),

    tests(
        of: "RedoCalendar", at: "Formats/RedoCalendarTests", alsoUses: ["CIcal", "RedoModel"]),
    tests(
        of: "RedoInterchange", at: "Formats/RedoInterchangeTests",
        alsoUses: ["RedoCalendar", "RedoJSON", "RedoModel"]),
    tests(
        of: "RedoEpochs", at: "Formats/RedoEpochsTests",
        alsoUses: ["RedoCrypto", "RedoJSON", "RedoModel", "RedoSystem"]),
    tests(
        of: "RedoGit", at: "Formats/RedoGitTests",
        alsoUses: ["CGit2", "RedoCrypto", "RedoJSON", "RedoModel", "RedoSystem", "SampleNodes"]),
    tests(
        of: "RedoCheckpoints", at: "Formats/RedoCheckpointsTests",
        alsoUses: ["RedoCrypto", "RedoJSON", "RedoModel", "RedoSystem", "SampleNodes"]),
    tests(
        of: "RedoReplica", at: "Formats/RedoReplicaTests",
        alsoUses: ["RedoCrypto", "RedoJSON", "RedoModel", "RedoSystem"]),
    tests(
        of: "RedoFirestore", at: "Formats/RedoFirestoreTests",
        alsoUses: [
            "RedoHTTP", "RedoJSON", "RedoModel", "RedoReplica", "RedoSystem", "SampleNodes",
        ]),
]

// MARK: Repository

let repository: [Target] = [
    // One open log: reading, names, writing.
    library(
        "RedoRepository", at: "Repository",
        uses: ["RedoCrypto", "RedoJSON", "RedoKeys", "RedoModel", "RedoStore", "RedoSystem"])
]

// MARK: Exchange

let exchange: [Target] = [
    // What an exchange with a remote is: what is requested and reported, what a kind of remote has to be able to do, and
    // what all kinds share.
    library(
        "RedoExchange", at: "Exchange/RedoExchange",
        uses: [
            "RedoCheckpoints", "RedoCrypto", "RedoEpochs", "RedoJSON", "RedoModel", "RedoReplica",
            "RedoRepository", "RedoStore", "RedoSystem",
        ]),
    // Remotes that keep packs in signed checkpoints, wherever that is, and folders and stores that do.
    library(
        "RedoCheckpointRemote", at: "Exchange/RedoCheckpointRemote",
        uses: [
            "RedoCheckpoints", "RedoCrypto", "RedoEpochs", "RedoExchange", "RedoModel",
            "RedoRepository", "RedoStore", "RedoSystem",
        ]),
    // A store helper for what speaks the interface of Amazon's S3.
    library(
        "RedoS3", at: "Exchange/RedoS3",
        uses: [
            "RedoCheckpoints", "RedoCrypto", "RedoHTTP", "RedoModel", "RedoRepository",
            "RedoStore", "RedoSystem",
        ]),
    // A store helper for everything that rclone reaches.
    library(
        "RedoRclone", at: "Exchange/RedoRclone",
        uses: ["RedoCheckpoints", "RedoCrypto", "RedoHTTP", "RedoJSON", "RedoModel", "RedoSystem"]),
    // Git repositories, as remotes and as mirrors.
    library(
        "RedoGitRemote", at: "Exchange/RedoGitRemote",
        uses: [
            "RedoCheckpointRemote", "RedoCheckpoints", "RedoCrypto", "RedoExchange", "RedoGit",
            "RedoModel", "RedoRepository", "RedoStore", "RedoSystem",
        ]),
    // Replicas in Firestore.
    library(
        "RedoFirestoreRemote", at: "Exchange/RedoFirestoreRemote",
        uses: [
            "RedoCrypto", "RedoExchange", "RedoFirestore", "RedoHTTP", "RedoJSON", "RedoModel",
            "RedoReplica", "RedoRepository", "RedoStore", "RedoSystem",
        ]),
    // The kinds of remotes, and what is done with a remote of any kind: fetch, push, sync, claim.
    library(
        "RedoRemotes", at: "Exchange/RedoRemotes",
        uses: [
            "RedoCheckpointRemote", "RedoCheckpoints", "RedoExchange", "RedoFirestoreRemote",
            "RedoGitRemote", "RedoModel", "RedoRepository", "RedoStore", "RedoSystem",
        ]),
    // The machine of a room: what it is asked, how, and what its answer means.
    library(
        "RedoMachine", at: "Exchange/RedoMachine",
        uses: [
            "RedoHTTP", "RedoInsight", "RedoJSON", "RedoModel", "RedoSystem",
        ]),

    tests(
        of: "RedoExchange", at: "Exchange/RedoExchangeTests",
        alsoUses: [
            "RedoCrypto", "RedoModel", "RedoRemotes", "RedoRepository", "RedoStore", "RedoSystem",
            "SampleNodes",
        ]),
    tests(
        of: "RedoS3", at: "Exchange/RedoS3Tests",
        alsoUses: ["RedoCheckpoints", "RedoCrypto", "RedoHTTP", "RedoSystem"]),
    tests(
        of: "RedoRclone", at: "Exchange/RedoRcloneTests", alsoUses: ["RedoJSON", "RedoSystem"]),
    tests(
        of: "RedoMachine", at: "Exchange/RedoMachineTests",
        alsoUses: ["RedoInsight", "RedoJSON", "RedoModel", "RedoSystem"] + programs),
]

// MARK: Frame

let frame: [Target] = [
    // What all commands share: specification, parsing, help, errors, surroundings, the open store.
    library(
        "RedoCommandLine", at: "Frame/RedoCommandLine",
        uses: [
            "CQREncode", "RedoCalendar", "RedoCrypto", "RedoExchange", "RedoInsight",
            "RedoJSON", "RedoModel", "RedoRepository", "RedoStore", "RedoSystem",
        ]),
    // The terminal as a screen: keys, frames, and what they are made of.
    library("RedoScreen", at: "Frame/RedoScreen", uses: ["CNCurses", "RedoSystem"]),
    // What commands of several groups are made of: how tasks are chosen, their fields read and nodes printed, what is asked of
    // persons, and how an exchange reports to them.
    library(
        "RedoCommandParts", at: "Frame/RedoCommandParts",
        uses: [
            "RedoCalendar", "RedoCommandLine", "RedoCrypto", "RedoEpochs",
            "RedoExchange", "RedoInsight", "RedoInterchange", "RedoJSON", "RedoModel",
            "RedoRemotes", "RedoRepository", "RedoStore", "RedoSystem",
        ]),
    // The page of `redo view`: its markup, style and script, and the data of a log in it.
    library(
        "RedoView", at: "Frame/RedoView",
        uses: [
            "RedoCommandLine", "RedoCommandParts", "RedoCrypto", "RedoGit", "RedoInsight",
            "RedoJSON", "RedoModel", "RedoRepository", "RedoStore", "RedoSystem",
        ], embedding: ["page"]),
    // The manual and the completions, made from the specifications of all commands.
    library(
        "RedoManual", at: "Frame/RedoManual",
        uses: [
            "RedoCommandLine", "RedoStore", "RedoSystem",
        ]),

    tests(
        of: "RedoCommandLine", at: "Frame/RedoCommandLineTests",
        alsoUses: [
            "RedoCalendar", "RedoCommands", "RedoExchange", "RedoJSON", "RedoModel", "RedoStore",
            "RedoSystem",
        ]),
    tests(of: "RedoScreen", at: "Frame/RedoScreenTests", alsoUses: ["RedoSystem"]),
    // The manual and the completions, with the executables and in the shells.
    tests(
        of: "RedoManual", at: "Frame/RedoManualTests",
        alsoUses: [
            "RedoCommandLine", "RedoCommands", "RedoInsight", "RedoModel", "RedoRepository",
            "RedoStore", "RedoSystem",
        ] + programs),
]

// MARK: Commands

let commands: [Target] = [
    // Tasks: add, list, change, count and remind of them.
    library(
        "RedoTaskCommands", at: "Commands/RedoTaskCommands",
        uses: [
            "RedoCalendar", "RedoCommandLine", "RedoCommandParts", "RedoInsight",
            "RedoInterchange", "RedoJSON", "RedoModel", "RedoRepository", "RedoStore",
            "RedoSystem",
        ]),
    // Persons, their devices and keys, and what is shared with them.
    library(
        "RedoPeopleCommands", at: "Commands/RedoPeopleCommands",
        uses: [
            "RedoCommandLine", "RedoCommandParts", "RedoCrypto", "RedoEpochs",
            "RedoExchange", "RedoInsight", "RedoJSON", "RedoKeys", "RedoModel",
            "RedoRemotes", "RedoRepository", "RedoStore", "RedoSystem",
        ]),
    // The log and its store: read, write, verify, take back, maintain.
    library(
        "RedoLogCommands", at: "Commands/RedoLogCommands",
        uses: [
            "RedoCalendar", "RedoCheckpoints", "RedoCommandLine", "RedoCommandParts",
            "RedoCrypto", "RedoExchange", "RedoGit", "RedoGitRemote", "RedoInsight",
            "RedoJSON", "RedoModel", "RedoRemotes", "RedoReplica", "RedoRepository",
            "RedoStore", "RedoSystem", "RedoView",
        ]),
    // What goes out and comes in: remotes, claims, files of nodes and of other programs.
    library(
        "RedoExchangeCommands", at: "Commands/RedoExchangeCommands",
        uses: [
            "RedoCalendar", "RedoCheckpoints", "RedoCommandLine", "RedoCommandParts",
            "RedoCrypto", "RedoEpochs", "RedoExchange", "RedoFirestore",
            "RedoFirestoreRemote", "RedoGit", "RedoGitRemote", "RedoInsight",
            "RedoInterchange", "RedoJSON", "RedoModel", "RedoRclone", "RedoRemotes",
            "RedoReplica", "RedoRepository", "RedoS3", "RedoStore", "RedoSystem",
        ]),
    // What fills the terminal: rooms and the full-screen interface.
    library(
        "RedoInteractiveCommands", at: "Commands/RedoInteractiveCommands",
        uses: [
            "RedoCommandLine", "RedoCommandParts", "RedoCrypto", "RedoExchange",
            "RedoHTTP", "RedoInsight", "RedoJSON", "RedoKeys", "RedoMachine",
            "RedoModel", "RedoRemotes", "RedoRepository", "RedoScreen", "RedoStore",
            "RedoSystem",
        ]),
    // The server of the Model Context Protocol, whose tools are commands of the suite.
    library(
        "RedoMCP", at: "Commands/RedoMCP",
        uses: [
            "RedoCommandLine", "RedoCommandParts", "RedoJSON", "RedoModel", "RedoRepository",
            "RedoStore", "RedoSystem",
        ]),
    // The table of all commands.
    library(
        "RedoCommands", at: "Commands/RedoCommands",
        uses: [
            "RedoCommandLine", "RedoExchangeCommands", "RedoInteractiveCommands",
            "RedoLogCommands", "RedoMCP", "RedoMachine", "RedoPeopleCommands", "RedoSystem",
            "RedoTaskCommands",
        ]),

    tests(
        of: "RedoMCP", at: "Commands/RedoMCPTests", alsoUses: ["RedoJSON", "RedoSystem"]),
    tests(
        of: "RedoCommands", at: "Commands/RedoCommandsTests",
        alsoUses: [
            "RedoCommandLine", "RedoCommandParts", "RedoCrypto", "RedoExchangeCommands",
            "RedoInsight", "RedoInteractiveCommands", "RedoJSON", "RedoLogCommands", "RedoModel",
            "RedoRepository", "RedoScreen", "RedoStore", "RedoSystem", "RedoTaskCommands",
        ] + programs),
]

// MARK: Executables

let executables: [Target] = [
    // All commands, redo-http and the store helpers; the name that it was called by says which.
    executable("redo", uses: ["RedoCommands"]),
    executable(
        "write-manual", uses: ["RedoCommands", "RedoManual", "RedoSystem", "RedoTaskCommands"]),

    // The executables as processes.
    .testTarget(
        name: "ExecutablesTests",
        dependencies: ["RedoCrypto", "RedoJSON", "RedoSystem", "TestSupport"] + programs,
        path: "Tests/Executables", swiftSettings: testSettings),
]

// MARK: Tests

let testSupport: [Target] = [
    // What tests share: runners of commands, stores, folders, servers, random values.
    .target(
        name: "TestSupport", dependencies: ["RedoJSON", "RedoSystem"],
        path: "Tests/Support/TestSupport", swiftSettings: testSupportSettings),
    // Nodes, devices that write them, and random logs.
    .target(
        name: "SampleNodes", dependencies: ["RedoCrypto", "RedoJSON", "RedoModel", "TestSupport"],
        path: "Tests/Support/SampleNodes", swiftSettings: testSupportSettings),
    // A library that is preloaded into the programs: it records what they do to files, and lets that fail.
    .target(name: "RedoFaults", path: "Tests/Faults/RedoFaults"),
    // Disks that lose what was not synced.
    .target(
        name: "PowerCuts", dependencies: ["TestSupport"], path: "Tests/Faults/PowerCuts",
        swiftSettings: testSupportSettings),
    // The programs with that library, and with such disks.
    .testTarget(
        name: "FaultsTests",
        dependencies: [
            "PowerCuts", "RedoCommandLine", "RedoCommands", "RedoExchange", "RedoModel",
            "RedoReplica", "RedoStore", "RedoSystem", "TestSupport",
        ] + programs,
        path: "Tests/Faults/FaultsTests", swiftSettings: testSettings),
    // What a simulation replaces of the C library, for its thread.
    .target(name: "SimulatedSystem", path: "Tests/Simulator/SimulatedSystem"),
    // Worlds that follow from a seed: devices, clocks, a remote, events, and what has to be so after them.
    .target(
        name: "RedoSimulator",
        dependencies: [
            "PowerCuts", "RedoCheckpointRemote", "RedoCheckpoints", "RedoCommandLine",
            "RedoCommands", "RedoCrypto", "RedoEpochs", "RedoExchange", "RedoExchangeCommands",
            "RedoJSON", "RedoModel", "RedoRemotes", "RedoRepository", "RedoStore",
            "RedoSystem", "SimulatedSystem", "TestSupport",
        ], path: "Tests/Simulator/RedoSimulator", swiftSettings: testSupportSettings),
    .testTarget(
        name: "SimulatorTests", dependencies: ["RedoSimulator", "TestSupport"],
        path: "Tests/Simulator/SimulatorTests", swiftSettings: testSettings),
    // A process that tests send signals to.
    .executableTarget(
        name: "deferral", dependencies: ["RedoSystem"], path: "Tests/Support/Deferral",
        swiftSettings: testSettings),
]

// MARK: Fuzzing

/// What reads bytes that anyone can have written, with what has to hold of each.
let fuzzTargets: [Target] = [
    .target(
        name: "FuzzTargets",
        dependencies: [
            "RedoCalendar", "RedoCheckpoints", "RedoCommandLine", "RedoCommandParts", "RedoCrypto",
            "RedoEpochs", "RedoFirestore", "RedoGit", "RedoHTTP", "RedoInsight", "RedoInterchange",
            "RedoJSON", "RedoMCP", "RedoModel", "RedoReplica", "RedoStore", "RedoSystem",
            "SampleNodes",
        ],
        path: "Tests/Fuzz/FuzzTargets", swiftSettings: testSupportSettings),
    tests(of: "FuzzTargets", at: "Fuzz/FuzzTargetsTests"),
]

/// The executable for libFuzzer, which has `main`; only `make fuzz` builds it.
let fuzzer: [Target] =
    Context.environment["REDO_FUZZ"] == nil
    ? []
    : [
        .executableTarget(
            name: "fuzz", dependencies: ["FuzzTargets"], path: "Tests/Fuzz/Fuzz",
            swiftSettings: testSettings + [.unsafeFlags(["-parse-as-library"])])
    ]

let package = Package(
    name: "redo",
    // For the tests, which preload it.
    products: [.library(name: "redo-faults", type: .dynamic, targets: ["RedoFaults"])],
    targets: systemLibraries + base + model + insight + storage + repository + formats
        + exchange + frame + commands
        + executables
        + testSupport
        + fuzzTargets
        + fuzzer)
