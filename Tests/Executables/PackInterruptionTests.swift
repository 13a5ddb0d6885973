import Foundation
import TestSupport
import Testing

/// Imports and packing that are killed while they run: what was there stays, and nothing else has to be
/// repaired.
@Suite struct PackInterruptionTests {
    enum Operation: CaseIterable {
        case looseImport, packImport, packing, packingAll

        var words: [String] {
            switch self {
            case .looseImport: ["redo-import", "--unsigned", "loose"]
            case .packImport: ["redo-import", "--unsigned", "many"]
            case .packing: ["redo-gc", "-q"]
            case .packingAll: ["redo-gc", "-q", "--all"]
            }
        }
    }

    /// How often commands are killed: 200 times, or as often as `REDO_KILLS` says.
    static let killCount =
        ProcessInfo.processInfo.environment["REDO_KILLS"].flatMap { Int($0) } ?? 200

    private let runner: CommandRunner
    private let known: Set<String>
    /// What the imports bring.
    private let coming: [Operation: Set<String>]

    /// A store of two packs and some loose nodes, kept in `before`.
    init() throws {
        runner = try CommandRunner.withEmptyStore()
        let nodes = (1...193).map { SampleNode(task: SampleNode.task($0)) }
        let lines = try runner.lines(of: nodes)
        let ids = try runner.ids(of: nodes)
        for part in [0..<40, 40..<60] {
            let text = lines[part].map { $0 + "\n" }.joined()
            #expect(
                try runner.run("redo-import", ["--unsigned"], input: Array(text.utf8)).status == 0)
            #expect(try runner.run("redo-pack", ["-q"]).status == 0)
        }
        _ = try runner.store(Array(nodes[60..<72]))
        try runner.write(lines[72..<92].map { $0 + "\n" }.joined().utf8, to: "loose")
        try runner.write(lines[92...].map { $0 + "\n" }.joined().utf8, to: "many")
        _ = try runner.shell("cp -a .redo before")
        known = Set(ids[..<72])
        coming = [.looseImport: Set(ids[72..<92]), .packImport: Set(ids[92...])]
    }

    private func start(_ operation: Operation) throws -> Coprocess {
        try Coprocess(runner, operation.words[0], Array(operation.words.dropFirst()))
    }

    private func restore() throws {
        try FileManager.default.removeItem(atPath: runner.path(".redo"))
        try FileManager.default.copyItem(
            atPath: runner.path("before"), toPath: runner.path(".redo"))
    }

    /// How long a command takes that nobody ends, its start included.
    private func duration(of operation: Operation) throws -> Double {
        var durations: [Double] = []
        for _ in 0..<5 {
            try restore()
            let process = try start(operation)
            let start = Date()
            #expect(process.wait() == 0)
            durations.append(Date().timeIntervalSince(start))
        }
        return durations.sorted()[2]
    }

    /// All files of the store.
    private func names() throws -> Set<String> {
        Set(try FileManager.default.subpathsOfDirectory(atPath: runner.path(".redo")))
    }

    private func stored() throws -> Set<String> {
        Set(try runner.run("redo-log", ["--format=%H"]).lines)
    }

    @Test(arguments: Operation.allCases)
    func aKillLosesNothing(_ operation: Operation) throws {
        let seed = Seed()
        var generator = seed.generator
        var duration = try duration(of: operation)
        let wanted = Self.killCount / Operation.allCases.count
        var killed = 0
        var partial = 0
        var acknowledged = known
        try restore()
        // Those that end before they are killed do not count, but must not go on for ever.
        for _ in 0..<8 * wanted where killed < wanted {
            let before = try names()
            let process = try start(operation)
            let moment = Double.random(in: 0.1...1.1, using: &generator) * duration
            Thread.sleep(forTimeInterval: moment)
            process.send(signal: SIGKILL)
            let isDone = process.wait() == 0
            if isDone {
                acknowledged.formUnion(coming[operation] ?? [])
                duration *= 0.9
            } else {
                killed += 1
                if try names() != before { partial += 1 }
                // Other tests that run beside this one make it slower or faster.
                duration *= 1.03
            }
            try runner.expectClean(seed.replay)
            let stored = try stored()
            #expect(stored.isSuperset(of: acknowledged), seed.replay)
            // What was seen once has to stay, too.
            acknowledged = stored
            // What one kill left behind must not trouble the next, so not every one starts afresh.
            if isDone || Bool.random(using: &generator) {
                try restore()
                acknowledged = known
            }
        }
        print("killed \(operation.words.joined(separator: " ")) \(killed) times, \(partial) midway")
        try expectRecovery(seed.replay)
    }

    /// Prune removes what was left, and all that was interrupted can be done.
    private func expectRecovery(_ replay: Comment) throws {
        _ = try runner.shell("find .redo/objects -exec touch -d '2 hours ago' {} +")
        #expect(try runner.run("redo-prune", ["-q"]).status == 0, replay)
        #expect(try runner.temporaryNames().isEmpty, replay)
        #expect(
            try runner.packFiles(".pack").count == runner.packFiles(".idx").count, replay)
        for operation in Operation.allCases {
            let outcome = try runner.run(operation.words[0], Array(operation.words.dropFirst()))
            #expect(outcome.status == 0 && outcome.error.isEmpty, replay)
        }
        #expect(
            try stored() == coming.values.reduce(known) { $0.union($1) }, replay)
        try runner.expectClean(replay)
        #expect(try runner.packFiles().count == 2, replay)
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func aSignalLeavesNoTemporaryFile(_ signal: Int32) throws {
        let seed = Seed()
        var generator = seed.generator
        for operation in [Operation.packImport, .packingAll] {
            let duration = try duration(of: operation)
            for _ in 0..<6 {
                try restore()
                let process = try start(operation)
                let moment = Double.random(in: 0.2...1, using: &generator) * duration
                Thread.sleep(forTimeInterval: moment)
                process.send(signal: signal)
                let status = process.wait()
                #expect(status == 0 || status == 128 + signal, seed.replay)
                #expect(try runner.temporaryNames().isEmpty, seed.replay)
                try runner.expectClean(seed.replay)
                #expect(try stored().isSuperset(of: known), seed.replay)
            }
        }
    }
}
