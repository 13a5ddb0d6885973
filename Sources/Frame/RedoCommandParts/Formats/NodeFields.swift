import RedoCommandLine
import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// The values of the fields of nodes, with what they follow from beside the nodes.
package struct NodeFields {
    private let abbreviations: Abbreviations
    package let tasks: ShownTasks
    package let devices: ShownDevices
    /// By number; nil if no field needs it.
    private let children: [Int: [NodeID]]?
    private let verdicts: Verdicts?
    /// The bytes that a node takes on the disk, by its number.
    private let diskSize: (Int) -> Int?
    /// The moment that relative times are relative to.
    private let now: Instant

    /// - Parameters:
    ///   - ids: all of the log, if ids are abbreviated.
    ///   - now: what relative times are relative to; nothing else needs it.
    package init(
        ids: [NodeID] = [], tasks: ShownTasks = ShownTasks(),
        devices: ShownDevices = ShownDevices(), children: [Int: [NodeID]]? = nil,
        verdicts: Verdicts? = nil, diskSize: @escaping (Int) -> Int? = { _ in nil },
        now: Instant = Instant(milliseconds: 0)
    ) {
        abbreviations = Abbreviations(ids)
        self.tasks = tasks
        self.devices = devices
        self.children = children
        self.verdicts = verdicts
        self.diskSize = diskSize
        self.now = now
    }

    /// Reads from a log what some fields of some nodes need.
    ///
    /// - Parameters:
    ///   - numbers: of the nodes.
    ///   - tasks: what is shown of tasks, if it is known already.
    /// - Returns: nil if a node has to be read for it and is unreadable.
    package init?(
        _ needs: Set<FieldNeed>, of numbers: [Int], in index: LogIndex, of log: LogSource,
        _ rule: LogRule, _ repository: Repository, _ tasks: ShownTasks? = nil, now: Instant
    ) {
        var children: [Int: [NodeID]]?
        if needs.contains(.graph) {
            guard let graph = log.graph else { return nil }
            children = graph.children { _ in true }.mapValues { $0.map { graph.id(of: $0) } }
        }
        var verdicts: Verdicts?
        if needs.contains(.verdicts) {
            guard let validation = log.validation(.version1) else { return nil }
            verdicts = validation.verdicts
        }
        var ids: [NodeID] = []
        if needs.contains(.ids) {
            // Of few nodes only the neighbours matter.
            ids =
                numbers.count < index.count / 100 && !needs.contains(.graph)
                ? log.stored.neighbours(
                    of: numbers.flatMap { [index.id(of: $0)] + index[$0].parents })
                : (0..<index.count).map { index.id(of: $0) }
        }
        let tasks =
            tasks ?? ShownTasks(needs, of: numbers, in: index, of: log, rule, repository)
        self.init(
            ids: ids, tasks: tasks,
            devices: needs.contains(.devices)
                ? ShownDevices(numbers.lazy.map { index[$0].author }, tasks.people)
                : ShownDevices(),
            children: children, verdicts: verdicts, diskSize: index.diskSize(of:), now: now)
    }

    /// A short id.
    package func short(_ id: NodeID) -> String { abbreviations.text(of: id) }

    package func value(_ reference: FieldReference<NodeField>, of row: some LogRow) -> FieldValue {
        let modifier = reference.modifier
        return switch reference.field {
        case .id: .text(modifier == nil ? row.id.description : short(row.id))
        case .task: FieldValue(row.taskID?.description)
        case .title: FieldValue(row.taskID.flatMap { tasks.titles[$0] })
        case .action: .text(row.actionName)
        case .family: FieldValue(Action(row.actionName)?.family?.rawValue)
        case .author: row.writer.map { author($0, modifier) } ?? .none
        case .device: FieldValue(row.writer.flatMap { device($0, modifier) })
        case .time: TimeModifier.value(of: row.timestamp.wall, modifier, now: now)
        case .lamport: .number(Double(row.timestamp.lamport))
        case .parents: ids(row.parents, modifier)
        case .children: ids(row.number.flatMap { children?[$0] } ?? [], modifier)
        case .size:
            number(modifier == nil ? row.node?.canonicalBytes.count : row.number.flatMap(diskSize))
        case .signature: .text(row.isSigned ? "G" : "N")
        case .verdict: FieldValue(row.number.flatMap { verdicts?[$0].word })
        case .void: FieldValue(tasks.voids?.reason(of: row.id)?.code.rawValue)
        case .subject: .text(row.subjectLine)
        case .field: FieldValue(json: row.node?.dataField(named: modifier ?? ""))
        }
    }

    private func number(_ count: Int?) -> FieldValue { count.map { .number(Double($0)) } ?? .none }

    private func ids(_ ids: [NodeID], _ modifier: String?) -> FieldValue {
        .list(ids.map { modifier == nil ? $0.description : short($0) })
    }

    private func author(_ author: Author, _ modifier: String?) -> FieldValue {
        switch modifier {
        case "name": FieldValue(tasks.people.name(of: author))
        case "key": FieldValue(author.publicKey?.hexadecimal)
        case "person": FieldValue(tasks.people.person(of: author)?.id.description)
        default: .text(author.userID.description)
        }
    }

    private func device(_ author: Author, _ modifier: String?) -> String? {
        modifier == nil ? author.deviceID.printable : author.deviceName?.printable
    }
}

extension Verdict {
    /// The outcome of a node, as a word or a code.
    fileprivate var word: String {
        switch self {
        case .accepted: "accepted"
        case .skipped: "skipped"
        case .ignored: "ignored"
        case .rejected(let code, _): code.rawValue
        }
    }
}

extension Node {
    /// The value of a field that the node sets; nil if it does not set it.
    fileprivate func dataField(named name: String) -> JSONValue? {
        guard let data = (try? JSONDocument(canonicalBytes))?.root["data"]?.value else {
            return nil
        }
        guard case .object(let members) = data["fields"] ?? data["payload"] else { return nil }
        return members.first { $0.name == JSONString(name) }?.value
    }
}
