import RedoSystem
import SampleNodes
import TestSupport
import Testing

@testable import RedoModel
@testable import RedoStore

/// A pack with the right checksums in which a node has a signature or a text that is not its own, in a log
/// that is mirrored as a whole: readers trust the checksums, a mirror does not.
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
    func isNotMirrored(_ forgery: Forgery) throws {
        try writePack(forgery)
        let words = ["--redo-dir", temporary.store.path, "--to", runner.path("mirror.git")]
        let mirrored = try runner.run("redo-mirror", words)
        #expect([1, 3].contains(mirrored.status), "\(mirrored)")
        let sent = try runner.shell("git -C mirror.git log --all --format=%B | grep -c ^Redo-Node")
        #expect(sent.text == "\(Self.forged)\n")
        // The node is good elsewhere: what was written is no obstacle to writing it.
        try temporary.writePack(chain)
        let again = try runner.run("redo-mirror", words)
        #expect(again.status == 0, "\(again)")
        let all = try runner.shell("git -C mirror.git log --all --format=%B | grep -c ^Redo-Node")
        #expect(all.text == "\(chain.count)\n")
    }
}
