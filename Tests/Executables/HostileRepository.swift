import TestSupport
import Testing

/// A mirror of five nodes, to which something is added with plain git that is wrong.
struct HostileRepository {
    private let runner: CommandRunner
    let ids: [String]
    let commits: [String]

    /// A root with two children and a node that joins them, and a node beside them.
    init(_ fixture: MirrorFixture) throws {
        runner = fixture.runner
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
    }

    /// Makes what is wrong.
    ///
    /// - Returns: the name of the object.
    func make(_ hostile: Case) throws -> String {
        let made = try runner.shell("cd mirror.git; \(prelude)\(hostile.script)")
        let evil = try #require(made.lines.last, "\(made)")
        try #require(evil.utf8.count == 40 && !commits.contains(evil), "\(made)")
        return evil
    }

    /// Something that is wrong, and how it is made: shell functions and variables are those of
    /// ``prelude``; what is printed is the name of an object that a reference is to lead to.
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

    var prelude: String {
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
}
