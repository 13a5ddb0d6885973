import Foundation
import TestSupport
import Testing

/// Transfers that a signal, or the network, ends in the middle: nothing is left behind, and a repeat
/// completes them. A proxy holds or cuts the connection at some byte, so that no test depends on time.
@Suite(.serialized) struct RemoteSignalTests {
    /// What is ended.
    enum Kind: String, CaseIterable, CustomTestStringConvertible, Sendable {
        case push, fetch, clone

        var testDescription: String { rawValue }
    }

    private let fixture: GitFixture
    /// Has 400 nodes, so that packs of more than 20,000 bytes are transferred. Fetches and clones read its mirror.
    private let phone: TaskStore

    init() throws {
        fixture = try GitFixture()
        phone = try fixture.device("phone")
        try fixture.write(1...400, on: phone)
    }

    /// A device that transfers, and the addresses of the remote through a proxy and without.
    private struct Transfer {
        let kind: Kind
        let device: TaskStore
        let url: String
        let proxied: String
        let proxy: ServerProcess

        var arguments: [String] { kind == .clone ? [proxied, "copy"] : [] }

        func run() throws -> CommandOutcome { try device.run(kind.rawValue, arguments) }

        /// Runs it without the proxy.
        func repeated() throws -> CommandOutcome {
            if kind == .clone { return try device.run("clone", [url, "copy"]) }
            try device.expect(["config", "remote.origin.url", url])
            return try device.run(kind.rawValue)
        }

        /// The names of all files of the device.
        func names() throws -> Set<String> {
            Set(try device.runner.contents(of: "").keys.filter { !$0.hasPrefix("input-") })
        }
    }

    private func transfer(
        _ kind: Kind, _ transport: Transport, _ ending: GitServers.Ending, after count: Int
    ) throws -> Transfer {
        if kind != .push { try fixture.mirror(phone) }
        let (url, environment) = try fixture.reach(transport)
        let (port, through) = try GitServers.port(of: url)
        let proxy = try fixture.servers.proxy(
            to: port, ending, kind == .push ? "client" : "server", after: count)
        if transport == .ssh { try fixture.servers.know("host", at: proxy.port) }
        let device: TaskStore
        switch kind {
        case .push:
            var runner = phone.runner
            runner.environment.merge(environment) { $1 }
            device = TaskStore(runner)
            try device.expect(["config", "remote.origin.url", through(proxy.port)])
        case .fetch:
            device = try fixture.device("laptop", url: through(proxy.port), environment)
        case .clone:
            var runner = try fixture.runner("tablet")
            runner.environment.merge(environment) { $1 }
            device = TaskStore(runner)
        }
        return Transfer(
            kind: kind, device: device, url: url, proxied: through(proxy.port), proxy: proxy)
    }

    /// Nothing of what was begun can be seen.
    private func expectNothing(of transfer: Transfer, _ before: Set<String>) throws {
        let names = try transfer.names()
        let rests = [".tmp", ".lock", "pack_git2_", "tmp_object"]
        #expect(!names.contains { name in rests.contains { name.contains($0) } }, "\(names)")
        switch transfer.kind {
        case .push: #expect(try fixture.references().isEmpty)
        case .fetch: #expect(try transfer.device.nodes().isEmpty)
        case .clone: #expect(names == before)
        }
    }

    private func expectCompletion(of transfer: Transfer) throws {
        let outcome = try transfer.repeated()
        // A clone says how to get a key.
        let isQuiet = outcome.error.isEmpty || transfer.kind == .clone
        #expect(
            outcome.status == 0 && isQuiet && !outcome.codedError.contains("error"), "\(outcome)")
        let hash = try phone.stateHash()
        let ids = try phone.ids()
        switch transfer.kind {
        case .push: #expect(try fixture.nodeIDs() == ids)
        case .fetch: #expect(try transfer.device.stateHash() == hash)
        case .clone:
            let runner = transfer.device.runner
            #expect(try runner.run("redo-replay", ["--hash"], in: "copy").text == hash)
        }
        try fixture.expectSound()
    }

    @Test(arguments: [Transport.http, .ssh], Kind.allCases)
    func aSignalEndsATransferAndLeavesNothing(_ transport: Transport, _ kind: Kind) throws {
        let transfer = try transfer(kind, transport, .hold, after: 20_000)
        let before = try transfer.names()
        for (count, signal) in [SIGINT, SIGTERM].enumerated() {
            let process = try Coprocess(
                transfer.device.runner, "redo-\(kind.rawValue)", transfer.arguments)
            #expect(transfer.proxy.hasPrinted("held", times: count + 1))
            process.send(signal: signal)
            #expect(process.wait() == 128 + signal)
            try expectNothing(of: transfer, before)
        }
        try expectCompletion(of: transfer)
    }

    /// Before the other side has said a word.
    @Test(arguments: [Transport.http, .ssh], Kind.allCases)
    func aSignalEndsTheWaitForAnAnswer(_ transport: Transport, _ kind: Kind) throws {
        let transfer = try transfer(kind, transport, .hold, after: 10)
        let before = try transfer.names()
        let process = try Coprocess(
            transfer.device.runner, "redo-\(kind.rawValue)", transfer.arguments)
        #expect(transfer.proxy.hasPrinted("held"))
        process.send(signal: SIGTERM)
        #expect(process.wait() == 128 + SIGTERM)
        try expectNothing(of: transfer, before)
        try expectCompletion(of: transfer)
    }

    @Test(arguments: [Transport.http, .ssh], Kind.allCases)
    func aConnectionThatIsCutIsAnErrorAndLeavesNothing(
        _ transport: Transport, _ kind: Kind
    ) throws {
        let transfer = try transfer(kind, transport, .cut, after: 20_000)
        let before = try transfer.names()
        let outcome = try transfer.run()
        #expect(outcome.status == 128, "\(outcome)")
        #expect(outcome.codedError.hasPrefix("error: NETWORK_001: "), "\(outcome)")
        try expectNothing(of: transfer, before)
        try expectCompletion(of: transfer)
    }

    /// Where objects are copied from folder to folder.
    @Test(arguments: [SIGINT, SIGTERM], Kind.allCases)
    func aSignalEndsACopyAndLeavesNothing(_ signal: Int32, _ kind: Kind) throws {
        let seed = Seed()
        var generator = seed.generator
        if kind != .push { try fixture.mirror(phone) }
        let device: TaskStore
        switch kind {
        case .push: device = phone
        case .fetch: device = try fixture.device("laptop")
        case .clone: device = TaskStore(try fixture.runner("tablet"))
        }
        let arguments = kind == .clone ? [fixture.url, "copy"] : []
        let loop = KillLoop(
            runner: device.runner, name: "redo-\(kind.rawValue)", arguments: arguments
        ) {
            _ = try device.runner.shell(
                "rm -rf copy .redo/git .redo/checkpoints .redo/inventory .redo/expected.cache")
            if kind == .push { try fixture.makeRemote() }
            if kind == .fetch { _ = try device.runner.shell("rm -rf .redo/objects/*") }
        }
        let duration = try loop.duration()
        for _ in 0..<8 {
            try loop.prepare()
            let status = try loop.run(endedBy: signal, at: 0.2...1, of: duration, &generator)
            #expect(status == 0 || status == 128 + signal, seed.replay)
            let names = try [device.runner, fixture.place].flatMap { try $0.contents(of: "").keys }
            let rests = [".tmp", ".lock", "pack_git2_", "tmp_object", ".redo-clone"]
            #expect(
                !names.contains { name in rests.contains { name.contains($0) } },
                "\(names) \(seed.replay)")
            // A clone is there as a whole or not at all: a signal can come when it has just been made.
            let isWhole = status == 0 || kind == .clone && names.contains("copy")
            if isWhole, kind == .clone {
                let ids = try device.run("log", ["--format=%H", "--redo-dir=copy/.redo"]).lines
                #expect(Set(ids) == Set(try phone.ids()), seed.replay)
            }
            let outcome = try device.run(kind.rawValue, isWhole ? ["-h"] : arguments)
            // A clone says how to get a key, and a push that the last one had signed its number.
            let isQuiet = outcome.error.isEmpty || kind != .fetch
            #expect(
                outcome.status == 0 && isQuiet && !outcome.codedError.contains("error"),
                "\(outcome) \(seed.replay)")
            try fixture.expectSound(seed.replay)
        }
    }
}
