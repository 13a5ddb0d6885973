import RedoSystem
import SampleNodes
import TestSupport
import Testing

@testable import RedoModel
@testable import RedoStore

/// A pack with the right checksums in which a node has a signature or a text that is not its own, in a log
/// that is sent as a whole: readers trust the checksums, a remote does not.
@Suite struct ForgedPackedNodeTests {
    private let temporary: TemporaryStore
    private let runner: CommandRunner
    private let chain: [Node]
    /// Which node of the chain is forged.
    private static let forged = 1005

    init() throws {
        temporary = try TemporaryStore()
        runner = try CommandRunner()
        // More than are read one by one.
        chain = try Sample.chain(1010)
    }

    enum Forgery: CaseIterable { case signature, text }

    private func writePack(_ forgery: Forgery) throws {
        var lines = chain.map { $0.canonicalBytes + [10] }
        switch forgery {
        case .signature:
            lines[Self.forged] =
                try Sample.withForgedSignature(chain[Self.forged]).canonicalBytes + [10]
        case .text:
            let text = String(decoding: lines[Self.forged], as: UTF8.self)
            lines[Self.forged] = Array(text.replacing("number", with: "nember").utf8)
        }
        var offsets: [Int] = []
        var offset = 0
        for line in lines {
            offsets.append(offset)
            offset += line.count
        }
        try ForgedPack(
            frames: [Array(lines.joined())], nodes: [Array(zip(chain, offsets))]
        ).write(to: temporary)
    }

    @Test(arguments: Forgery.allCases)
    func isNotPushed(_ forgery: Forgery) throws {
        try writePack(forgery)
        let url = runner.path("remote.git")
        _ = try runner.shell("git init -q --bare remote.git")
        let place = ["--redo-dir", temporary.store.path]
        try #require(runner.run("redo-remote", place + ["add", "origin", url]).status == 0)
        try #require(
            runner.run("redo-config", place + ["remote.origin.layout", "commits"]).status == 0)
        let pushed = try runner.run("redo-push", place)
        #expect(pushed.status == 3, "\(pushed)")
        let sent = try runner.shell("git -C remote.git log --all --format=%B | grep -c ^Redo-Node")
        #expect(sent.text == "\(Self.forged)\n")
        // The node is good elsewhere: what was sent is no obstacle to sending it.
        try temporary.writePack(chain)
        let again = try runner.run("redo-push", place)
        #expect(again.status == 0, "\(again)")
        let all = try runner.shell("git -C remote.git log --all --format=%B | grep -c ^Redo-Node")
        #expect(all.text == "\(chain.count)\n")
    }
}
