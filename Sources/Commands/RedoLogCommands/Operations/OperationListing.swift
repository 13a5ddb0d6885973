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
    private let dialect: Dialect
    private var histories: TaskHistories
    /// The nodes that an undo which stands took back.
    private let undone: Set<NodeID>
    /// The latest first.
    let entries: [Entry]

    /// What has a place in the list.
    enum Entry {
        case record(OperationRecord)
        case gap(OperationGap)
    }

    init(
        _ log: Log, _ history: OrganisationHistory, _ records: OperationRecords,
        _ dialect: Dialect
    ) {
        self.log = log
        self.history = history
        self.dialect = dialect
        histories = TaskHistories(log.replay)
        var undone: Set<NodeID> = []
        var revoked: Set<UInt64> = []
        for record in records.recorded.reversed() {
            switch record.operation.kind {
            case .undo(let nodes):
                if !revoked.contains(record.number) { undone.formUnion(nodes) }
            case .redo(let number): revoked.insert(number)
            case .change, .maintenance: break
            }
        }
        self.undone = undone
        let gaps =
            records.damaged.map { OperationGap.damaged($0) }
            + records.missing.map { OperationGap.missing($0) }
        let numbered =
            records.recorded.map { ($0.number, Entry.record($0)) }
            + gaps.map { ($0.number, Entry.gap($0)) }
        entries = numbered.sorted { $0.0 > $1.0 }.map(\.1)
    }

    struct Row {
        let record: OperationRecord
        let tasks: [(id: TaskID, title: String)]
        let categories: [(id: UUIDValue, name: String)]
        let actions: [String]
        let isTakenBack: Bool
        /// What taking it back would do, a line each.
        let undo: [String]
        /// The number of tasks beside those of the row.
        let furtherCount: Int
    }

    /// The maximum number of tasks of an operation that are shown to people.
    private static let maximumShownCount = 20

    /// - Parameter isShort: whether it names only the first tasks, and what taking back would do to these.
    /// - Complexity: O(n log n) for n nodes of the operation's tasks.
    mutating func row(_ record: OperationRecord, isShort: Bool = false) -> Row {
        let nodes = record.operation.nodes
        let numbers = nodes.compactMap { log.replay.validation.graph.number(of: $0) }.sorted()
        var actions: [String] = []
        var seen: Set<Action> = []
        for action in numbers.map({ log.nodes[$0].action }) where seen.insert(action).inserted {
            actions.append(action.description)
        }
        let ids = tasks(of: numbers)
        let shown = isShort ? Array(ids.prefix(Self.maximumShownCount)) : ids
        let isTakenBack = !nodes.isEmpty && nodes.allSatisfy(undone.contains)
        return Row(
            record: record, tasks: shown.map { ($0, histories.title(of: $0)) },
            categories: categories(of: nodes), actions: actions, isTakenBack: isTakenBack,
            undo: isTakenBack
                ? []
                : undo(numbers, record.operation, of: shown.count < ids.count ? Set(shown) : nil),
            furtherCount: ids.count - shown.count)
    }

    /// The tasks of some nodes, each once, in their order.
    private func tasks(of numbers: [Int]) -> [TaskID] {
        var seen: Set<TaskID> = []
        return numbers.compactMap { log.nodes[$0].taskID }.filter { seen.insert($0).inserted }
    }

    private func categories(of nodes: [NodeID]) -> [(id: UUIDValue, name: String)] {
        var categories: [(id: UUIDValue, name: String)] = []
        var seen: Set<UUIDValue> = []
        for thing in nodes.compactMap({ history.change(by: $0)?.thing })
        where thing.kind == .category && seen.insert(thing.id).inserted {
            let name = history.changes(of: [thing]).lastValue("name").string
            categories.append((thing.id, name?.printable ?? thing.id.text))
        }
        return categories
    }

    /// What taking an operation back would do, a line each.
    ///
    /// - Parameter tasks: those that are looked at; nil for all.
    private mutating func undo(
        _ numbers: [Int], _ operation: Operation, of tasks: Set<TaskID>?
    ) -> [String] {
        guard numbers.count == operation.nodes.count else { return ["a node of it cannot be read"] }
        let others = numbers.filter { log.isBeyondUndo($0) }
        guard others.isEmpty else {
            return others.prefix(tasks == nil ? .max : Self.maximumShownCount).map {
                "nothing takes back \(log.nodes[$0].subjectLine)"
            }
        }
        let nodes =
            if let tasks {
                numbers.filter { log.nodes[$0].taskID.map(tasks.contains) ?? true }
                    .map { log.nodes[$0].id }
            } else {
                operation.nodes
            }
        let plan = CompensationPlan(
            takingBack: nodes, in: log, history, &histories, by: operation.user, dialect)
        return plan.all.flatMap { lines(of: $0, isNamed: plan.tasks.count > 1) }
    }

    /// What taking back would do.
    ///
    /// - Parameter isNamed: whether the members of a task are shown with its title.
    private func lines(of compensation: Compensation, isNamed: Bool) -> [String] {
        let name = compensation.name
        switch compensation.effect {
        case .isDeleted: return ["\(name) \(compensation.reason)"]
        case .putsAway where compensation.task != nil: return ["archive \(name)"]
        case .changes where compensation.task != nil && isNamed:
            return compensation.lines.map { "\(name): \($0)" }
        case .changes, .nothing: return compensation.lines
        case .putsAway, .makesAgain:
            return [compensation.action.asked] + compensation.lines
        }
    }
}

extension OperationListing.Row {
    /// One line, and one for each thing that taking it back would do.
    ///
    /// - Parameter columns: the width that titles are cut to.
    func text(columns: Int) -> String {
        let operation = record.operation
        let names = categories.map(\.name) + tasks.map(\.title)
        let detail = "\(actions.joined(separator: ", ")); \(counted(operation.nodes.count, "node"))"
        let what = operation.nodes.isEmpty ? "" : " (\(detail))"
        let start = "\(record.shortName)  \(localText(operation.time))  \(word)"
        let end = what + (isTakenBack ? ", taken back" : "")
        let further = furtherCount == 0 ? "" : " and \(furtherCount) more"
        let room = columns - displayWidth(start + end + further) - 2
        let titles = cut(names.joined(separator: ", "), toColumns: max(Self.narrowestTitles, room))
        let rest =
            furtherCount == 0 ? [] : ["the same for \(counted(furtherCount, "further task"))"]
        return "\(start)\(names.isEmpty ? "" : "  \(titles)\(further)")\(end)\n"
            + (isTakenBack ? [] : undo + rest).map { "    undo: \($0)\n" }.joined()
    }

    /// Titles that have less room take more than a line.
    private static let narrowestTitles = 24

    /// What the operation is called: a change by its command, if the record says that.
    private var word: String {
        let operation = record.operation
        guard operation.kind == .change, let command = operation.command else {
            return operation.kind.word
        }
        return command.printable
    }

    var json: [UInt8] {
        func text(_ text: String) -> JSONValue { .string(JSONString(text)) }
        let operation = record.operation
        return CanonicalJSON.bytes([
            "actions": .array(actions.map(text)),
            "categories": .array(
                categories.map { ["id": text($0.id.text), "name": text($0.name)] }),
            "command": operation.command.map(text) ?? .null, "device": .string(operation.device),
            "id": text(record.checksum), "kind": text(operation.kind.word),
            "number": .number(Double(record.number)),
            "nodes": .array(operation.nodes.map { text($0.description) }),
            "takenBack": .bool(isTakenBack),
            "tasks": .array(
                tasks.map { ["id": text($0.id.description), "title": text($0.title)] }),
            "time": text(operation.time.wallText), "undo": .array(undo.map(text)),
            "user": text(operation.user.description),
        ])
    }
}

extension OperationRecord {
    /// The beginning of ``checksum`` that people are shown.
    var shortName: String { String(checksum.prefix(8)) }

    /// True if a text is the beginning of its name.
    func isNamed(_ text: String) -> Bool { text.utf8.count >= 6 && checksum.hasPrefix(text) }
}

extension Operation.Kind {
    var word: String {
        switch self {
        case .change: "change"
        case .undo: "undo"
        case .redo: "forward"
        case .maintenance: "maintenance"
        }
    }
}
