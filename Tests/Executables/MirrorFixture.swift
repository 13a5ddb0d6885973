import Foundation
import TestSupport
import Testing

/// A store, and git repositories beside it.
struct MirrorFixture {
    let runner: CommandRunner

    /// A store without nodes.
    init() throws { runner = try CommandRunner.withEmptyStore() }

    /// A store with a log of the test vectors.
    init(log: String) throws {
        try self.init()
        let file = Fixtures.directory.appending(path: "\(log)/nodes.jsonl").path
        let imported = try runner.run("redo-import", ["--unsigned", file])
        try #require(imported.status == 0, "\(imported)")
    }

    func mirror(_ arguments: String...) throws -> CommandOutcome {
        try runner.run("redo-mirror", arguments)
    }

    /// Writes the mirror `mirror.git`, which must end well.
    @discardableResult
    func update(_ arguments: String...) throws -> CommandOutcome {
        let outcome = try runner.run("redo-mirror", ["--to", "mirror.git"] + arguments)
        try #require(outcome.status == 0 && outcome.error.isEmpty, "\(outcome)")
        return outcome
    }

    /// Runs git in a repository, which must end well.
    @discardableResult
    func git(_ arguments: String..., in repository: String = "mirror.git") throws -> [String] {
        let outcome = try runner.run("/usr/bin/git", ["-C", repository] + arguments)
        try #require(outcome.status == 0, "\(arguments): \(outcome)")
        return outcome.lines
    }

    /// Git finds nothing wrong in a repository.
    func expectSound(
        _ repository: String = "mirror.git", _ comment: Comment? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let outcome = try runner.run(
            "/usr/bin/git", ["-C", repository, "fsck", "--strict", "--no-dangling"])
        #expect(
            outcome.status == 0 && outcome.output.isEmpty && !outcome.codedError.contains("error")
                && !outcome.codedError.contains("warning"),
            "\(outcome) \(comment?.rawValue ?? "")", sourceLocation: sourceLocation)
    }

    /// All objects of a repository, by name and kind.
    func objects(_ repository: String = "mirror.git") throws -> Set<String> {
        Set(try git("cat-file", "--batch-all-objects", "--batch-check", in: repository))
    }

    /// The commit of each node, by id, as `--porcelain` says.
    static func commits(_ outcome: CommandOutcome) -> [String: String] {
        var commits: [String: String] = [:]
        for line in outcome.lines {
            let words = line.split(separator: "\t").map(String.init)
            if words[0] != "-" { commits[words[0]] = words[1] }
        }
        return commits
    }

    /// Makes an empty store.
    ///
    /// - Returns: the option that names it.
    func otherStore(_ name: String = "other") throws -> String {
        _ = try runner.shell("mkdir -p \(name)/objects; cp .redo/config \(name)/config")
        return "--redo-dir=\(name)"
    }

    func stateHash(_ option: String = "--redo-dir=.redo") throws -> String {
        try runner.run("redo-replay", [option, "--hash"]).text
    }
}
