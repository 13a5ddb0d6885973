import Foundation
import TestSupport
import Testing

/// Repositories that someone who means harm has made, with plain git: what is wrong is refused by name,
/// and the rest comes in.
@Suite struct HostileMirrorTests {
    private let fixture: MirrorFixture
    private let hostile: HostileRepository
    private let other: String
    private var runner: CommandRunner { fixture.runner }
    private var ids: [String] { hostile.ids }
    private var commits: [String] { hostile.commits }
    private var prelude: String { hostile.prelude }

    init() throws {
        fixture = try MirrorFixture()
        hostile = try HostileRepository(fixture)
        other = try fixture.otherStore()
    }

    @Test(arguments: HostileRepository.cases)
    func isRefusedAndTheRestComesIn(_ hostileCase: HostileRepository.Case) throws {
        let evil = try hostile.make(hostileCase)
        // Not with git update-ref, which leads to nothing but objects that it finds good.
        try runner.write("\(evil)\n".utf8, to: "mirror.git/refs/heads/evil")
        let outcome = try runner.run("redo-mirror", [other, "--from", "mirror.git"])
        #expect(outcome.status == 1)
        #expect(outcome.text == "received 5 nodes\n", "\(outcome)")
        let errors = outcome.codedError.split(separator: "\n")
        #expect(errors.contains { $0.hasPrefix("error: \(hostileCase.code):") }, "\(outcome)")
        #expect(try fixture.stateHash(other) == fixture.stateHash())
        let again = try runner.run("redo-mirror", [other, "--from", "mirror.git", "--porcelain"])
        #expect(again.status == 1 && again.error.isEmpty)
        #expect(again.lines.count == errors.count)
        #expect(again.lines.contains { $0.hasSuffix("\t\(hostileCase.code)") }, "\(again)")
    }

    /// A node that passes stage 1 in a commit that is right, and breaks a rule about its parents.
    @Test func aNodeThatBreaksARuleOfParentsIsRefusedByItsCode() throws {
        let root = ids[0]
        let bad = SampleNode(action: "ARCHIVE", parents: [root], lamport: 1, fields: [:])
        let child = try runner.lines(of: [bad])[0]
        let badID = try runner.ids(of: [bad])[0]
        try runner.write((child + "\n").utf8, to: "bad.json")
        let made = try runner.shell(
            """
            cd mirror.git; \(prelude)
            T=$(tree '100644 blob' node.json $(blob < ../bad.json))
            holding $RIGHT $T > /dev/null
            git cat-file commit $RIGHT | sed "s/^tree .*/tree $T/; s/^Redo-Node: .*/Redo-Node: \(badID)/" | commit
            """)
        let evil = try #require(made.lines.last)
        try runner.write("\(evil)\n".utf8, to: "mirror.git/refs/heads/evil")
        let outcome = try runner.run(
            "redo-mirror", [other, "--from", "mirror.git", "--porcelain"])
        #expect(outcome.status == 1)
        #expect(outcome.lines.contains("\(badID)\t\(evil)\tE_LAMPORT_VIOLATION"), "\(outcome)")
        #expect(try fixture.stateHash(other) == fixture.stateHash())
    }

    /// What follows a commit that is refused cannot be what its node gives either.
    @Test func whatFollowsARefusedCommitIsRefused() throws {
        let made = try runner.shell(
            """
            cd mirror.git; \(prelude)
            EVIL=$(git cat-file commit $ROOT | sed 's/^CREATE/x/' | commit); echo $EVIL
            git cat-file commit $LEFT | sed "s/$ROOT/$EVIL/" | commit
            """)
        try runner.write("\(made.lines[1])\n".utf8, to: "mirror.git/refs/heads/evil")
        let outcome = try runner.run(
            "redo-mirror", [other, "--from", "mirror.git", "--porcelain"])
        #expect(outcome.status == 1)
        #expect(
            outcome.lines.suffix(2) == [
                "\(ids[0])\t\(made.lines[0])\tE_HASH_MISMATCH",
                "\(ids[1])\t\(made.lines[1])\tE_PARENT_NOT_FOUND",
            ])
        #expect(outcome.lines.count { $0.hasSuffix("\tOK") } == 6)
    }

    @Test func damagedObjectsAreNamed() throws {
        let name = "\(commits[4].prefix(2))/\(commits[4].dropFirst(2))"
        let made = try runner.shell(
            """
            cd mirror.git/objects; chmod u+w \(name)
            printf x > \(name)
            """)
        #expect(made.status == 0)
        let outcome = try runner.run(
            "redo-mirror", [other, "--from", "mirror.git", "--porcelain"])
        #expect(outcome.status == 1)
        #expect(outcome.lines.contains("-\t\(commits[4])\tSTORAGE_004"), "\(outcome)")
        #expect(outcome.lines.count { $0.hasSuffix("\tOK") } == 4)
    }

    @Test(arguments: [
        ("refs/heads/a..b", "cp refs/heads/log 'refs/heads/a..b'"),
        ("refs/heads/a b", "cp refs/heads/log 'refs/heads/a b'"),
        ("refs/heads/[31m", "cp refs/heads/log 'refs/heads/[31m'"),
        ("refs/heads/\u{FFFD}[31m", "cp refs/heads/log \"refs/heads/$(printf '\\033[31m')\""),
        ("refs/heads/a b", "cp refs/heads/log \"refs/heads/$(printf 'a\\nb')\""),
        ("refs/heads/x", "echo hello > refs/heads/x"),
        ("refs/heads/x", "head -c 10000000 /dev/zero > refs/heads/x"),
        ("refs/heads/x", "ln -s log refs/heads/x"),
        ("refs/heads/loop", "ln -s . refs/heads/loop"),
        ("refs/heads/x", "mkfifo refs/heads/x"),
        ("refs/heads/x", "echo 'ref: refs/heads/x' > refs/heads/x"),
        ("refs/heads/x", "echo 'ref: /etc/passwd' > refs/heads/x"),
        ("refs/heads/../x", "echo \"$(cat refs/heads/log) refs/heads/../x\" >> packed-refs"),
        ("refs/heads/y", "echo 'x refs/heads/y' >> packed-refs"),
    ])
    func referencesThatAreNoneAreNamed(name: String, script: String) throws {
        #expect(try runner.shell("cd mirror.git; \(script)").status == 0)
        let outcome = try runner.run(
            "redo-mirror", [other, "--from", "mirror.git", "--porcelain"])
        #expect(outcome.status == 1)
        #expect(outcome.lines.last == "-\t\(name)\tSTORAGE_004", "\(outcome)")
        #expect(outcome.lines.count { $0.hasSuffix("\tOK") } == 6)
        let said = try runner.run("redo-mirror", [other, "--from", "mirror.git"])
        #expect(
            said.codedError.hasPrefix("error: STORAGE_004: ")
                && said.codedError.hasSuffix("\(name)\n"))
    }

    /// Git takes any bytes for a name, and so does a file system.
    @Test func aReferenceWhoseNameIsNotUTF8IsRead() throws {
        let script = "cp refs/heads/log \"refs/heads/$(printf '\\377')\"; rm refs/heads/log"
        #expect(try runner.shell("cd mirror.git; \(script)").status == 0)
        let outcome = try runner.run(
            "redo-mirror", [other, "--from", "mirror.git", "--porcelain"])
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.lines.count { $0.hasSuffix("\tOK") } == 6)
    }
}
