import Foundation
import TestSupport
import Testing

/// A signature that comes later gives a node, and what follows it, another commit.
@Suite struct MirrorSignatureTests {
    private let fixture: MirrorFixture
    private var runner: CommandRunner { fixture.runner }
    private let signed: [String]
    private let unsigned: [String]

    /// A chain of three nodes and a node beside it.
    init() throws {
        fixture = try MirrorFixture()
        let author = try TaskStore()
        let task = SampleNode.task(1)
        try author.commit("CREATE", "--task", task, "-f", "title=one")
        try author.commit("UPDATE", "--task", task, "-f", "title=two")
        try author.commit("UPDATE", "--task", task, "-f", "title=three")
        try author.commit("CREATE", "--task", SampleNode.task(2), "-f", "title=other")
        signed = try author.run("export").lines
        unsigned = signed.map { $0.replacing(/"signature":"[0-9a-f]*",/, with: "") }
    }

    private func receive(_ lines: [String]) throws {
        let text = lines.map { $0 + "\n" }.joined()
        let outcome = try runner.run("redo-import", ["--unsigned"], input: Array(text.utf8))
        try #require(outcome.status == 0, "\(outcome)")
    }

    @Test func theMirrorFollowsTheStore() throws {
        try receive(unsigned)
        let first = MirrorFixture.commits(try fixture.update("--porcelain"))
        #expect(first.count == 4)
        let update = try #require(signed.firstIndex { $0.contains("\"two\"") })
        try receive([signed[update]])
        let second = MirrorFixture.commits(try fixture.update("--porcelain"))
        // The signed node and the one after it.
        #expect(second.count == 2)
        #expect(second.allSatisfy { first[$0.key] != $0.value && first[$0.key] != nil })
        try fixture.expectSound()
        // Nothing is lost: the commits from before are still to be reached.
        let reachable = Set(try fixture.git("rev-list", "HEAD"))
        #expect(reachable.isSuperset(of: first.values) && reachable.isSuperset(of: second.values))
        // A store that has all of it mirrors no other commits.
        let other = try fixture.otherStore()
        #expect(try fixture.mirror(other, "--from", "mirror.git").text == "received 4 nodes\n")
        let again = try fixture.mirror(other, "--to", "other.git", "--porcelain")
        #expect(MirrorFixture.commits(again) == first.merging(second) { $1 })
        #expect(try fixture.stateHash(other) == fixture.stateHash())
    }

    /// The mirror knows two commits of the parent then, and the greater one is not always the right one.
    @Test(arguments: [0, 1, 2])
    func whatComesAfterASignatureFollowsTheSignedCommit(_ place: Int) throws {
        let order = try ["one", "two", "three"].map { title in
            try #require(signed.firstIndex { $0.contains("\"\(title)\"") })
        }
        try receive(order[..<2].map { unsigned[$0] })
        try fixture.update()
        if place > 0 { try receive(order[..<place].map { signed[$0] }) }
        try fixture.update()
        try receive([signed[order[2]]])
        let late = MirrorFixture.commits(try fixture.update("--porcelain"))
        let whole = MirrorFixture.commits(try fixture.mirror("--to", "whole.git", "--porcelain"))
        #expect(late.count == 1 && late.allSatisfy { whole[$0.key] == $0.value })
        try fixture.expectSound()
    }

    @Test func aSignedCopyInAMirrorIsTakenIn() throws {
        try receive(signed)
        try fixture.update()
        let other = try fixture.otherStore()
        let text = unsigned.map { $0 + "\n" }.joined()
        _ = try runner.run("redo-import", ["--unsigned", other], input: Array(text.utf8))
        #expect(try fixture.mirror(other, "--from", "mirror.git").status == 0)
        #expect(try runner.run("redo-verify", [other, "--require-signature"]).status == 0)
    }
}
