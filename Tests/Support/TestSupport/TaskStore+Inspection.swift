import RedoJSON
import Testing

extension TaskStore {
    /// The dialects, for tests that run in both.
    package static let dialects = ["fields", "payload"]

    /// The canonical state of a task; nil where it is not in the state.
    package func state(of task: String) throws -> JSONValue? {
        try Self.objects(run("replay", ["--json"])).first { $0["guid"]?.text == task }
    }

    /// The nodes of a task in replay order.
    package func nodes(of task: String) throws -> [JSONValue] {
        try nodes().filter { $0["taskId"]?.text == task }
    }

    package func heads(of task: String) throws -> Set<String> {
        Set(
            try run("heads", [task]).lines.compactMap {
                $0.split(separator: " ").last.map(String.init)
            })
    }

    /// Runs a command that must end well.
    ///
    /// - Returns: what it printed, and the nodes that it wrote, in replay order.
    package func nodesWritten(
        by command: String, _ arguments: String..., extra: [String: String] = [:]
    ) throws -> (text: String, nodes: [JSONValue]) {
        let known = Set(try nodes().map(\.nodeID))
        let outcome = try run(command, arguments, extra: extra)
        try #require(outcome.status == 0 && outcome.error.isEmpty, "\(outcome)")
        return (outcome.text, try nodes().filter { !known.contains($0.nodeID) })
    }

    /// Runs a command that must write nothing.
    ///
    /// - Parameter error: the beginning of ``CommandOutcome/codedError``.
    package func expectNothingWritten(
        by command: String, _ arguments: [String], status: Int32, output: String = "",
        error: String = "", sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let before = try runner.contents(of: ".redo")
        let outcome = try run(command, arguments)
        #expect(outcome.status == status, "\(outcome)", sourceLocation: sourceLocation)
        #expect(outcome.text == output, sourceLocation: sourceLocation)
        #expect(outcome.codedError.hasPrefix(error), "\(outcome)", sourceLocation: sourceLocation)
        #expect(outcome.error.isEmpty == error.isEmpty, sourceLocation: sourceLocation)
        #expect(try runner.contents(of: ".redo") == before, sourceLocation: sourceLocation)
    }

    /// No node is rejected, and each is valid and signed.
    ///
    /// - Parameter skipped: how many nodes are of another family than `tasks`.
    package func expectSound(
        skipping skipped: Int = 0, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let rejected = try run("replay", ["--rejected"]).lines
        #expect(
            rejected.count == skipped && rejected.allSatisfy { $0.hasSuffix("\tRECONSTRUCT_002") },
            sourceLocation: sourceLocation)
        let verified = try run("verify", ["--all", "--require-signature"])
        #expect(
            verified.status == 0 && verified.output.isEmpty, "\(verified)",
            sourceLocation: sourceLocation)
    }

    /// Gives up what is lost. Nothing else is said than how to write again what the nodes had set.
    ///
    /// - Parameter name: the id of a lost node, or `--all`.
    package func giveUp(_ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let outcome = try run("fsck", ["--give-up", name])
        #expect(
            outcome.status == 0
                && outcome.codedError
                    == "hint: 'redo fsck --restore' writes this again in your name\n",
            "\(outcome)", sourceLocation: sourceLocation)
    }

    /// Runs a command, which must end with a status and, where it ends well, say nothing on standard error.
    @discardableResult
    package func expect(
        _ words: [String], status: Int32 = 0, _ comment: Comment? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> CommandOutcome {
        let outcome = try run(words[0], Array(words.dropFirst()))
        #expect(
            outcome.status == status && (status != 0 || outcome.error.isEmpty),
            "\(words): \(outcome) \(comment?.rawValue ?? "")", sourceLocation: sourceLocation)
        return outcome
    }

    /// The ids of all nodes.
    package func ids() throws -> Set<String> { Set(try nodes().compactMap { $0["id"]?.text }) }

    /// The files of the store but for caches and the record of the remote, which says when that was read last.
    package func contentsButDates() throws -> [String: [UInt8]] {
        try runner.contents(of: ".redo").filter {
            !$0.key.hasSuffix(".cache") && $0.key != "checkpoints/origin/state"
        }
    }

    /// Gives a task heads that know nothing of one another, each with another description.
    ///
    /// - Returns: their ids.
    package func diverge(_ task: String, into count: Int = 2) throws -> Set<String> {
        let last = try #require(try nodes(of: task).last?.nodeID)
        var heads: Set<String> = []
        for number in 1...count {
            heads.insert(
                try commit(
                    "UPDATE", "--task", task, "--parent", last, "--dialect", "payload", "-f",
                    "description=side \(number)"))
        }
        return heads
    }

    /// Takes the nodes of another store in.
    package func receive(from sender: TaskStore) throws {
        let export = try sender.run("export")
        let outcome = try runner.run(
            "redo-import", ["--require-signature"], input: export.output)
        #expect(outcome.status == 0, "\(outcome)")
    }

    /// Two stores give each other their nodes, after which they agree.
    package func exchange(with other: TaskStore, _ comment: Comment? = nil) throws {
        try other.receive(from: self)
        try receive(from: other)
        #expect(try stateHash() == other.stateHash(), comment)
        #expect(try run("export").output == other.run("export").output, comment)
    }
}

extension JSONValue {
    /// The member of a name that is made while the test runs.
    package func member(_ name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == JSONString(name) }?.value
    }

    package var isNull: Bool { self == .null }

    package var nodeID: String? { self["id"]?.text }

    package var action: String? { self["action"]?.text }

    package var lamport: Int? { self["timestamp"]?["lamport"]?.integer }

    /// The dialect of a node.
    package var dialect: String? { self["data"]?.names.first }

    /// What a node's `fields` or `payload` holds.
    package var content: JSONValue? { dialect.flatMap { self["data"]?.member($0) } }

    /// The members of an object but one. A task of the fields dialect has a nonce, which is random.
    package func without(_ name: StaticString) -> JSONValue {
        guard case .object(let members) = self else { return self }
        return .object(members.filter { !($0.name == name) })
    }

    /// The to-dos of a task, the tallest last.
    package var todos: [JSONValue] { self["todoTasks"]?.elements ?? [] }
}
