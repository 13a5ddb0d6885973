import RedoJSON
import Testing

/// A store with a key, and what the commands for people make of it.
package struct TaskStore {
    package let runner: CommandRunner

    /// - Parameter engine: what runs the commands.
    package init(_ engine: any CommandEngine = ProcessEngine()) throws {
        runner = try CommandRunner.withStore(engine)
    }

    package init(_ runner: CommandRunner) { self.runner = runner }

    /// A store with a pack of two tasks, a loose one, and a remote that has them all: as a mirror, which was fetched, and as
    /// packs.
    package static func withRemote() throws -> TaskStore {
        let store = try TaskStore()
        try store.add("Buy cake")
        try store.add("Eat cake")
        let made = try store.runner.shell(
            """
            redo-gc -q --all && redo-add 'Bake a cake' >/dev/null &&
            git init -q --bare remote.git && redo-remote add origin "$PWD/remote.git" &&
            redo-mirror --to remote.git >/dev/null && redo-fetch origin >/dev/null &&
            redo-push origin >/dev/null
            """)
        try #require(made.status == 0, "\(made)")
        return store
    }

    package func run(
        _ command: String, _ arguments: [String] = [], extra: [String: String] = [:]
    ) throws -> CommandOutcome {
        try runner.run("redo-\(command)", arguments, extra: extra)
    }

    /// Adds a task.
    ///
    /// - Returns: its id.
    @discardableResult
    package func add(_ arguments: String..., extra: [String: String] = [:]) throws -> String {
        let outcome = try run("add", ["--ids"] + arguments, extra: extra)
        return try #require(outcome.status == 0 ? outcome.lines.first : nil, "\(outcome)")
    }

    /// The variables of another person who works in the store.
    package var homeOfAnother: [String: String] { ["HOME": runner.path("another")] }

    /// Makes the key of ``homeOfAnother``, which has written nothing.
    ///
    /// - Returns: the public key.
    package func keyOfAnother() throws -> String {
        let made = try run("keygen", ["--no-passphrase", "--name", "Ben"], extra: homeOfAnother)
        try #require(made.status == 0, "\(made)")
        let line = try run("key", ["show"], extra: homeOfAnother).lines.first {
            $0.hasPrefix("publicKey ")
        }
        return try #require(line).dropFirst("publicKey ".count).description
    }

    /// The lines that a command prints on a terminal, without colours and pager.
    ///
    /// - Parameter size: of the terminal, as stty takes it: `cols 40 rows 24`.
    package func linesOnTerminal(_ size: String, _ command: String) throws -> [String] {
        let outcome = try runner.shell(
            "script -qec 'stty \(size) -onlcr; \(command)' /dev/null </dev/null",
            extra: ["TERM": "xterm", "REDO_PAGER": "cat", "NO_COLOR": "1"])
        try #require(outcome.status == 0, "\(outcome)")
        return outcome.lines
    }

    /// Appends to the store's configuration what `redo config` would refuse.
    package func configure(_ text: String) throws {
        let path = ".redo/config"
        let before = try runner.contents(ofFile: path)
        try runner.write(before + Array("\n\(text)\n".utf8), to: path)
    }

    /// Commits a node.
    ///
    /// - Returns: its id.
    @discardableResult
    package func commit(_ arguments: String...) throws -> String {
        let outcome = try run("commit-node", arguments)
        return try #require(outcome.status == 0 ? outcome.lines.first : nil, "\(outcome)")
    }

    /// All nodes in replay order.
    package func nodes() throws -> [JSONValue] { try Self.objects(run("export")) }

    /// All tasks in the order of a list.
    package func tasks() throws -> [JSONValue] {
        try Self.objects(run("list", ["--all", "--json"]))
    }

    package func stateHash() throws -> String { try run("replay", ["--hash"]).text }

    /// The objects of JSON Lines.
    package static func objects(_ outcome: CommandOutcome) throws -> [JSONValue] {
        try #require(outcome.status == 0, "\(outcome)")
        return try outcome.lines.map { try JSONDocument(Array($0.utf8)).root.value }
    }
}

extension JSONValue {
    package var text: String? { string?.description }

    package var elements: [JSONValue] {
        guard case .array(let elements) = self else { return [] }
        return elements
    }

    /// The ids of a node's parents.
    package var parents: [String?] { self["parents"]?.elements.map(\.text) ?? [] }

    package var names: [String] {
        guard case .object(let members) = self else { return [] }
        return members.map(\.name.description)
    }
}
