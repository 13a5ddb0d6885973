import TestSupport
import Testing

/// The repositories of ``HostileMirrorTests``, as remotes: a mirror, and a reference beside it.
@Suite struct HostileRemoteTests {
    private let fixture: MirrorFixture
    private let hostile: HostileRepository
    private let other: String
    private var runner: CommandRunner { fixture.runner }

    init() throws {
        fixture = try MirrorFixture()
        hostile = try HostileRepository(fixture)
        other = try fixture.otherStore()
        let added = try runner.run(
            "redo-remote", [other, "add", "origin", runner.path("mirror.git")])
        try #require(added.status == 0, "\(added)")
    }

    private func fetch(_ arguments: String...) throws -> CommandOutcome {
        try runner.run("redo-fetch", [other, "--no-require-signature"] + arguments)
    }

    /// Also where it is such that git cannot send it.
    @Test(arguments: HostileRepository.cases)
    func isRefusedAndTheRestComesIn(_ hostileCase: HostileRepository.Case) throws {
        let evil = try hostile.make(hostileCase)
        let name = "refs/redo/evil"
        _ = try runner.shell("mkdir -p mirror.git/refs/redo")
        try runner.write("\(evil)\n".utf8, to: "mirror.git/\(name)")
        let outcome = try fetch("origin", name)
        #expect(outcome.status == 1, "\(outcome)")
        #expect(outcome.text == "received 5 nodes\n", "\(outcome)")
        let isNamed = outcome.codedError.split(separator: "\n").contains {
            $0.hasPrefix("error: \(hostileCase.code):")
        }
        #expect(isNamed, "\(outcome)")
        #expect(try fixture.stateHash(other) == fixture.stateHash())
        // Again, and the mirror is not read a second time.
        let again = try fetch("origin", name)
        #expect(again.status == 1 || again.status == 128, "\(again)")
        #expect(!again.text.contains("node"))
        let fsck = try runner.run("redo-fsck", [other])
        #expect(fsck.status == 0, "\(fsck)")
    }

    /// Nodes that lack a signature do not cross.
    @Test func unsignedNodesAreRefusedByDefault() throws {
        let outcome = try runner.run("redo-fetch", [other])
        #expect(outcome.status == 1)
        #expect(outcome.text == "received nothing\n")
        #expect(outcome.codedError.contains("error: E_INVALID_SIGNATURE: "))
    }

    @Test(arguments: ["refs/redo/devices/a/b", "refs/redo/devices", "refs/heads/x", "refs/tags/x"])
    func otherReferencesAreNotRead(_ name: String) throws {
        _ = try runner.shell(
            """
            cd mirror.git
            git update-ref \(name) refs/heads/log; git update-ref -d refs/heads/log
            """)
        #expect(try fetch().text == "nothing new\n")
        #expect(try runner.run("redo-export", [other]).text.isEmpty)
    }
}
