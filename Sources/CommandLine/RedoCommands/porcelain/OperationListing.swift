import RedoCommandLine
import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// The operations of a store for people, the latest first, each with what taking it back would do.
struct OperationListing {
    private let log: Log
    private let history: OrganisationHistory
    private let operations: [Store.RecordedOperation]
    private let dialect: Dialect
    /// The nodes that an undo which stands took back.
    private let undone: Set<NodeID>

    /// - Parameter operations: in the order in which they were recorded.
    init(
        _ log: Log, _ history: OrganisationHistory, _ operations: [Store.RecordedOperation],
        _ dialect: Dialect
    ) {
        self.log = log
        self.history = history
        self.operations = operations
        self.dialect = dialect
        var undone: Set<NodeID> = []
        var revoked: Set<String> = []
        for recorded in operations.reversed() {
            switch recorded.operation.kind {
            case .undo(let nodes):
                if !revoked.contains(recorded.name) { undone.formUnion(nodes) }
            case .redo(let name): revoked.insert(name)
            case .change, .maintenance: break
            }
        }
        self.undone = undone
    }

    struct Row {
        let recorded: Store.RecordedOperation
        let tasks: [(id: TaskID, title: String)]
        let categories: [(id: UUIDValue, name: String)]
        let actions: [String]
        let isTakenBack: Bool
        /// What taking it back would do, a line each.
        let undo: [String]
    }

    /// - Complexity: O(n) for a log of n nodes, for each task of an operation.
    func rows(_ count: Int) -> [Row] {
        operations.reversed().prefix(count).map { recorded in
            let nodes = recorded.operation.nodes
            let numbers = nodes.compactMap { log.replay.validation.graph.number(of: $0) }.sorted()
            var actions: [String] = []
            for number in numbers {
                let action = log.nodes[number].action.description
                if !actions.contains(action) { actions.append(action) }
            }
            let isTakenBack = !nodes.isEmpty && nodes.allSatisfy(undone.contains)
            return Row(
                recorded: recorded, tasks: tasks(of: numbers), categories: categories(of: nodes),
                actions: actions, isTakenBack: isTakenBack,
                undo: isTakenBack ? [] : undo(numbers, recorded.operation))
        }
    }

    private func tasks(of numbers: [Int]) -> [(id: TaskID, title: String)] {
        var tasks: [(id: TaskID, title: String)] = []
        for id in numbers.compactMap({ log.nodes[$0].taskID })
        where !tasks.contains(where: { $0.id == id }) {
            let state = log.replay.task(id) ?? log.replay.lastState(of: id)
            tasks.append((id, state?.title.printable ?? id.description))
        }
        return tasks
    }

    private func categories(of nodes: [NodeID]) -> [(id: UUIDValue, name: String)] {
        var categories: [(id: UUIDValue, name: String)] = []
        for thing in nodes.compactMap({ history.change(by: $0)?.thing })
        where thing.kind == .category && !categories.contains(where: { $0.id == thing.id }) {
            let name = history.changes(of: [thing]).lastValue("name").string
            categories.append((thing.id, name?.printable ?? thing.id.text))
        }
        return categories
    }

    private func undo(_ numbers: [Int], _ operation: Operation) -> [String] {
        guard numbers.count == operation.nodes.count else { return ["a node of it cannot be read"] }
        let others = numbers.filter { log.isBeyondUndo($0) }
        guard others.isEmpty else {
            return others.map { "nothing takes back \(log.nodes[$0].subjectLine)" }
        }
        let plan = CompensationPlan(
            takingBack: operation.nodes, in: log, history, by: operation.user, dialect)
        let compensations = plan.tasks
        return plan.organisation.flatMap(lines(of:))
            + compensations.flatMap { compensation in
                switch compensation.effect {
                case .isDeleted: ["\(compensation.title) was deleted, which is final"]
                case .archives: ["archive \(compensation.title)"]
                case .nothing: [String]()
                case .changes:
                    compensations.count == 1
                        ? compensation.lines
                        : compensation.lines.map { "\(compensation.title): \($0)" }
                }
            }
    }

    /// What taking back would do to what is not a task.
    private func lines(of compensation: OrganisationCompensation) -> [String] {
        (compensation.action.map { [$0.asked] } ?? []) + compensation.lines
    }
}

extension OperationListing.Row {
    /// One line, and one for each thing that taking it back would do.
    var text: String {
        let operation = recorded.operation
        let names = categories.map(\.name) + tasks.map(\.title)
        let titles = names.isEmpty ? "" : "  \(names.joined(separator: ", "))"
        let detail = "\(actions.joined(separator: ", ")); \(counted(operation.nodes.count, "node"))"
        let what = operation.nodes.isEmpty ? "" : " (\(detail))"
        let end = isTakenBack ? ", taken back" : ""
        return "\(recorded.shortName)  \(localText(operation.time))  \(word)"
            + "\(titles)\(what)\(end)\n" + undo.map { "    undo: \($0)\n" }.joined()
    }

    /// What the operation is called: a change by its command, if the record says that.
    private var word: String {
        let operation = recorded.operation
        guard operation.kind == .change, let command = operation.command else {
            return operation.kind.word
        }
        return command.printable
    }

    var json: [UInt8] {
        func text(_ text: String) -> JSONValue { .string(JSONString(text)) }
        let operation = recorded.operation
        return CanonicalJSON.bytes([
            "actions": .array(actions.map(text)),
            "categories": .array(
                categories.map { ["id": text($0.id.text), "name": text($0.name)] }),
            "command": operation.command.map(text) ?? .null, "device": .string(operation.device),
            "id": text(recorded.checksum), "kind": text(operation.kind.word),
            "nodes": .array(operation.nodes.map { text($0.description) }),
            "takenBack": .bool(isTakenBack),
            "tasks": .array(
                tasks.map { ["id": text($0.id.description), "title": text($0.title)] }),
            "time": text(operation.time.wallText), "undo": .array(undo.map(text)),
            "user": text(operation.user.description),
        ])
    }
}

extension Store.RecordedOperation {
    /// What names the operation: the second part of the name of its file.
    fileprivate var checksum: String { name.split(separator: "-").last.map(String.init) ?? name }

    /// The beginning of ``checksum`` that people are shown.
    var shortName: String { String(checksum.prefix(8)) }

    /// Whether a text is the beginning of its name.
    func isNamed(_ text: String) -> Bool { text.utf8.count >= 6 && checksum.hasPrefix(text) }
}

extension Operation.Kind {
    fileprivate var word: String {
        switch self {
        case .change: "change"
        case .undo: "undo"
        case .redo: "forward"
        case .maintenance: "maintenance"
        }
    }
}
