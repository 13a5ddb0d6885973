import Foundation
import TestSupport
import Testing

/// Repositories that someone who means harm has made, with plain git: what is wrong is refused by name,
/// and the rest comes in.
@Suite struct HostileMirrorTests {
    private let fixture: MirrorFixture
    private let other: String
    private var runner: CommandRunner { fixture.runner }
    private let ids: [String]
    private let commits: [String]

    /// A root with two children and a node that joins them, and a node beside them.
    init() throws {
        fixture = try MirrorFixture()
        let runner = fixture.runner
        let root = try runner.store(SampleNode())[0]
        let children = try runner.store(
            SampleNode(action: "UPDATE", parents: [root], lamport: 2, fields: ["priority": 5]),
            SampleNode(action: "ARCHIVE", parents: [root], lamport: 2, fields: [:]))
        let merge = try runner.store(
            SampleNode(action: "MERGE", parents: children, lamport: 3, fields: [:]))
        let beside = try runner.store(SampleNode(task: SampleNode.task(2)))
        ids = [root] + children + merge + beside
        let found = MirrorFixture.commits(try fixture.update("--porcelain"))
        commits = ids.compactMap { found[$0] }
        try #require(commits.count == 5)
        other = try fixture.otherStore()
    }

    /// Something that is wrong, and how it is made: shell functions and variables are those of
    /// ``prelude``; what is printed is the name of an object that `refs/heads/evil` leads to.
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let code: String
        let script: String

        init(_ description: String, _ code: String, _ script: String) {
            testDescription = description
            self.code = code
            self.script = script
        }
    }

    private var prelude: String {
        """
        export GIT_AUTHOR_NAME=Eve GIT_AUTHOR_EMAIL=eve GIT_COMMITTER_NAME=Eve GIT_COMMITTER_EMAIL=eve
        ROOT=\(commits[0]) LEFT=\(commits[1]) RIGHT=\(commits[2]) MERGE=\(commits[3])
        BESIDE=\(commits[4]) TIP=$(git rev-parse refs/heads/log)
        commit() { git hash-object -t commit -w --stdin --literally; }
        blob() { git hash-object -w --stdin; }
        holding() { git cat-file commit $1 | sed "s/^tree .*/tree $2/" | commit; }
        tree() { printf "$1 %s\\t$2\\n" $3 | git mktree --missing; }
        json() { git cat-file blob $1:node.json; }

        """
    }

    static let cases = [
        Case(
            "another subject", "E_HASH_MISMATCH",
            "git cat-file commit $LEFT | sed 's/^UPDATE/x/' | commit"),
        Case(
            "another date", "E_HASH_MISMATCH",
            "git cat-file commit $LEFT | sed 's/> 1/> 2/' | commit"),
        Case(
            "another author", "E_HASH_MISMATCH",
            "git cat-file commit $LEFT | sed 's/^author /&Eve /' | commit"),
        Case(
            "a further header", "E_HASH_MISMATCH",
            "git cat-file commit $LEFT | sed 's/^committer .*/&\\nencoding UTF-8/' | commit"),
        Case(
            "a further trailer", "E_HASH_MISMATCH",
            "(git cat-file commit $LEFT; echo X: y) | commit"),
        Case(
            "the trailer of another node", "E_HASH_MISMATCH",
            "git cat-file commit $LEFT | sed 's/^Redo-Node: .*/Redo-Node: sha256:0/' | commit"),
        Case(
            "no parent", "E_PARENT_MISMATCH",
            "git cat-file commit $LEFT | sed '/^parent/d' | commit"),
        Case(
            "another parent", "E_PARENT_MISMATCH",
            "git cat-file commit $LEFT | sed \"s/^parent .*/parent $BESIDE/\" | commit"),
        Case(
            "a parent too many", "E_PARENT_MISMATCH",
            "git cat-file commit $LEFT | sed \"s/^parent .*/&\\nparent $BESIDE/\" | commit"),
        Case(
            "parents in another order", "E_PARENT_MISMATCH",
            "git cat-file commit $MERGE | sed \"s/$LEFT/x/; s/$RIGHT/$LEFT/; s/parent x/parent $RIGHT/\" | commit"
        ),
        Case(
            "a checkpoint as parent", "E_PARENT_MISMATCH",
            "git cat-file commit $LEFT | sed \"s/^parent .*/parent $TIP/\" | commit"),
        Case(
            "a parent that is missing", "STORAGE_004",
            "git cat-file commit $LEFT | sed 's/^parent .*/parent 0000000000000000000000000000000000000001/' | commit"
        ),
        Case(
            "two files", "E_SCHEMA_MISMATCH",
            "holding $LEFT $( (git ls-tree $LEFT; printf '100644 blob %s\\tz\\n' $(echo | blob)) | git mktree)"
        ),
        Case("no file", "E_SCHEMA_MISMATCH", "holding $LEFT $(git mktree < /dev/null)"),
        Case(
            "another name", "E_SCHEMA_MISMATCH",
            "holding $LEFT $(tree '100644 blob' other.json $(json $LEFT | blob))"),
        Case(
            "an executable", "E_SCHEMA_MISMATCH",
            "holding $LEFT $(tree '100755 blob' node.json $(json $LEFT | blob))"),
        Case(
            "a symbolic link", "E_SCHEMA_MISMATCH",
            "holding $LEFT $(tree '120000 blob' node.json $(printf /etc/passwd | blob))"),
        Case(
            "a submodule", "E_SCHEMA_MISMATCH",
            "holding $LEFT $(tree '160000 commit' node.json $ROOT)"),
        Case(
            "a folder", "E_SCHEMA_MISMATCH",
            "holding $LEFT $(tree '040000 tree' node.json $(git rev-parse $ROOT^{tree}))"),
        Case(
            "a tree of many files", "E_PAYLOAD_TOO_LARGE",
            "B=$(echo | blob); holding $LEFT $(seq 200 | sed \"s/.*/100644 blob $B\\t&/\" | git mktree)"
        ),
        Case(
            "a huge node", "E_PAYLOAD_TOO_LARGE",
            "holding $LEFT $(tree '100644 blob' node.json $(head -c 3000000 /dev/zero | blob))"),
        Case(
            "a huge commit", "E_PAYLOAD_TOO_LARGE",
            "(git cat-file commit $LEFT; head -c 100000 /dev/zero | tr '\\0' x) | commit"),
        Case(
            "a node that is missing", "STORAGE_004",
            "holding $LEFT $(tree '100644 blob' node.json 0000000000000000000000000000000000000001)"
        ),
        Case(
            "a tree that is missing", "STORAGE_004",
            "holding $LEFT 0000000000000000000000000000000000000001"),
        Case(
            "a blob in place of a tree", "E_SCHEMA_MISMATCH", "holding $LEFT $(json $LEFT | blob)"),
        Case(
            "no line feed", "E_SCHEMA_MISMATCH",
            "holding $LEFT $(tree '100644 blob' node.json $(json $LEFT | tr -d '\\n' | blob))"),
        Case(
            "another spelling", "E_SCHEMA_MISMATCH",
            "holding $LEFT $(tree '100644 blob' node.json $(json $LEFT | sed 's/,/, /' | blob))"),
        Case(
            "replica metadata", "E_SCHEMA_MISMATCH",
            "holding $LEFT $(tree '100644 blob' node.json $(json $LEFT | sed 's/^{/{\"accessList\":[],/' | blob))"
        ),
        Case(
            "no JSON", "E_SCHEMA_MISMATCH",
            "holding $LEFT $(tree '100644 blob' node.json $(echo x | blob))"),
        Case(
            "another body", "E_HASH_MISMATCH",
            "holding $LEFT $(tree '100644 blob' node.json $(json $LEFT | sed 's/\"priority\":5/\"priority\":4/' | blob))"
        ),
        Case(
            "a wrong signature", "E_INVALID_SIGNATURE",
            "holding $LEFT $(tree '100644 blob' node.json $(json $LEFT | sed \"s/,\\\"taskId/,\\\"signature\\\":\\\"$(printf %0128d 0)\\\"&/\" | blob))"
        ),
        Case(
            "an ordinary commit", "E_SCHEMA_MISMATCH",
            "git commit-tree -m 'a README' $(tree '100644 blob' README.md $(echo Hello | blob))"),
        Case(
            "a checkpoint of other heads", "E_HASH_MISMATCH",
            "holding $TIP $(tree '100644 blob' heads $(git cat-file blob $TIP:heads | sed 's/:./:0/' | blob))"
        ),
        Case(
            "a checkpoint with fewer parents", "E_HASH_MISMATCH",
            "git cat-file commit $TIP | sed \"/^parent $BESIDE/d\" | commit"),
        Case(
            "a checkpoint with no parents", "E_PARENT_MISMATCH",
            "git cat-file commit $TIP | sed '/^parent/d' | commit"),
        Case(
            "a checkpoint with a head twice", "E_PARENT_MISMATCH",
            "git cat-file commit $TIP | sed \"s/^parent $BESIDE/&\\nparent $BESIDE/\" | commit"),
        Case(
            "a checkpoint among the heads", "E_PARENT_MISMATCH",
            "git cat-file commit $TIP | sed \"s/^parent $BESIDE/&\\nparent $TIP/\" | commit"),
        Case(
            "a checkpoint of another date", "E_HASH_MISMATCH",
            "git cat-file commit $TIP | sed 's/> 1/> 2/' | commit"),
        Case(
            "a checkpoint of a strange device", "E_HASH_MISMATCH",
            "git cat-file commit $TIP | sed 's/@test-device/@test device/' | commit"),
        Case("a reference to a blob", "E_SCHEMA_MISMATCH", "echo | blob"),
        Case(
            "a tag of a tree", "E_SCHEMA_MISMATCH",
            "git tag -m x evil $TIP^{tree} && git rev-parse refs/tags/evil"),
    ]

    @Test(arguments: cases)
    func isRefusedAndTheRestComesIn(_ hostile: Case) throws {
        let made = try runner.shell("cd mirror.git; \(prelude)\(hostile.script)")
        let evil = try #require(made.lines.last, "\(made)")
        try #require(evil.utf8.count == 40 && !commits.contains(evil), "\(made)")
        // Not with git update-ref, which leads to nothing but objects that it finds good.
        try runner.write("\(evil)\n".utf8, to: "mirror.git/refs/heads/evil")
        let outcome = try runner.run("redo-mirror", [other, "--from", "mirror.git"])
        #expect(outcome.status == 1)
        #expect(outcome.text == "took in 5 nodes\n", "\(outcome)")
        let errors = outcome.error.split(separator: "\n")
        #expect(errors.contains { $0.hasPrefix("error: \(hostile.code):") }, "\(outcome)")
        #expect(try fixture.stateHash(other) == fixture.stateHash())
        let again = try runner.run("redo-mirror", [other, "--from", "mirror.git", "--porcelain"])
        #expect(again.status == 1 && again.error.isEmpty)
        #expect(again.lines.count == errors.count)
        #expect(again.lines.contains { $0.hasSuffix("\t\(hostile.code)") }, "\(again)")
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
        ("refs/heads/\u{FFFD}", "cp refs/heads/log \"refs/heads/$(printf '\\377')\""),
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
        #expect(said.error.hasPrefix("error: STORAGE_004: ") && said.error.hasSuffix("\(name)\n"))
    }
}
