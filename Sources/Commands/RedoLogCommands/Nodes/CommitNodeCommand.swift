import RedoCommandLine
import RedoCommandParts
import RedoInsight
import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// `redo commit-node`: makes, signs and writes a node.
package struct CommitNodeCommand: ParsableCommand {
    private static let task = OptionSpecification.value(
        "task", takes: .task, "the task; for CREATE a new id, which is made if it is not given")
    private static let parent = OptionSpecification.value(
        "parent", letter: "p", takes: .node, isRepeatable: true,
        "follow this node instead of the heads of the task")
    private static let room = OptionSpecification.value(
        "room", takes: "room", "the room, as the field 'room' names it")
    private static let heads = OptionSpecification.flag(
        "heads", isExpert: true,
        "write only if the nodes of --parent are the heads of the task, all of them")
    private static let root = OptionSpecification.flag("root", "follow no node")
    private static let field = OptionSpecification.value(
        "field", letter: "f", takes: "name=value", isRepeatable: true,
        "set a field to a text, or with name:=value to any JSON value")
    private static let stdin = OptionSpecification.flag(
        "stdin", "read the fields from standard input, as a JSON object")
    private static let sign = OptionSpecification.flag(
        "sign", isNegatable: true, "sign the node (the default)")

    package static let specification = CommandSpecification(
        "commit-node", "Make a node, sign it, write it and print its id",
        operands: [.value(.action)],
        options: [task, room, parent, heads, root, field, stdin, sign] + WritingRequest.options,
        constraints: [
            .exclusive([root, parent]), .exclusive([task, room]), .needs(heads, anyOf: [parent]),
            .needs(heads, anyOf: [task]),
        ],
        statuses: .writing(no: "the node would be refused, or a hook refused it"))

    /// The subject of a node.
    private enum Subject {
        /// Nil for an id that is made.
        case newTask(TaskID?)
        case task(String)
        case room(String)
        case nothing
    }

    private let action: Action
    private let subject: Subject
    /// The nodes to follow; nil for the usual ones, such as the heads of the task.
    private let parents: [String]?
    /// True if the parents must be the heads of the task.
    private let areHeads: Bool
    private let fields: [JSONMember]
    private let readsFields: Bool
    private let isSigning: Bool
    private let writing: WritingRequest

    package init(_ arguments: Arguments) throws(RedoError) {
        let name = arguments.operands[0]
        guard let action = Action(name) else {
            throw .usage("'\(name)' is not an action: 1 to 64 of A–Z and _, starting with a letter")
        }
        self.action = action
        subject = try Self.subject(of: action, arguments)
        let parents = arguments.values(Self.parent)
        self.parents = parents.isEmpty && !arguments.has(Self.root) ? nil : parents
        areHeads = arguments.has(Self.heads)
        fields = try arguments.values(Self.field).map { text throws(RedoError) in
            try Self.member(text)
        }
        readsFields = arguments.has(Self.stdin)
        isSigning = arguments.setting(Self.sign) ?? true
        writing = try WritingRequest(arguments)
    }

    private static func subject(
        of action: Action, _ arguments: Arguments
    ) throws(RedoError) -> Subject {
        let task = arguments.value(task)
        if let name = arguments.value(room) {
            guard action.isOfRoom else { throw .usage("\(action) is not about a room") }
            return .room(name)
        }
        guard action == .create else { return task.map { .task($0) } ?? .nothing }
        return .newTask(
            try task.map { name throws(RedoError) in
                guard let id = TaskID(name) else {
                    throw .usage("'\(name)' is not a UUID for a new task")
                }
                return id
            })
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let repository = try context.openRepository()
        let log = try repository.wholeLog()
        let names = repository.names(of: log)
        let taskID = try taskID(names)
        let rooms = action.isOfRoom ? Rooms(log.replay.log(of: Rooms.self)) : nil
        var roomID: NodeID?
        if case .room(let name) = subject { roomID = try rooms?.id(named: name) }
        var circle: String?
        let node = try context.edit(repository, log, by: writing, isSigning: isSigning) {
            (writer) throws(RedoError) in
            var fields = try fields(context)
            if let roomID {
                if fields.contains(where: { $0.name == "room" }) {
                    throw .usage("the field 'room' is given beside --room")
                }
                fields.append(JSONMember("room", .string(JSONString("\(roomID)"))))
            }
            var taskID = taskID
            if case .newTask(nil) = subject {
                let (id, certificate) = writer.newID(.task)
                taskID = TaskID(id)
                fields += certificate
            }
            // Whoever asks for a node gets it, and is told if it has no effect.
            writer.isLiteral = true
            var parents = try parents?.map { name throws(RedoError) in
                log.nodes[try names.nodeNumber(named: name)]
            }
            if areHeads, let parents, let taskID {
                try writer.expect(Set(parents.map(\.id)), asHeadsOf: [taskID])
            }
            if let rooms, parents == nil {
                parents = try repository.parents(
                    of: fields, in: rooms, by: writer.identity.author)
            }
            guard taskID != nil || !action.isKnown else {
                throw RedoError(
                    .missingTaskID,
                    "\(action) is about a task, and every replay rejects it without one",
                    hints: ["name the task with --task"])
            }
            let node = try writer.add(action, taskID, fields, after: parents)
            if let taskID { circle = Self.circleOfWaiting(of: taskID, fields, log) }
            return node
        }
        Self.warnIfVoid(node, log, context)
        // Any client may write it, so this one may.
        if let circle { context.warn(.usage, "the task depends on itself now: \(circle)") }
        try context.print("\(node.id)\n")
        return .done
    }

    /// Says that a node has no effect, and why.
    ///
    /// - Complexity: O(n) for a log of n nodes with nodes of people and sharing or closed tasks, or for a node of a family.
    private static func warnIfVoid(_ node: Node, _ log: Log, _ context: borrowing CommandContext) {
        guard node.action.family != nil else {
            return context.warn(
                .unknownAction,
                "\(node.action) has no effect here: this version does not have the action")
        }
        let decides = { (node: Node) in node.action.decidesAuthority || node.closesItsTask }
        let family = FamilyName.reducer(of: node.action)
        guard family != nil || log.nodes.contains(where: decides) else { return }
        let replay = log.adding([node]).replay
        guard let reason = replay.voids.reason(of: node.id) ?? family?.reason(node, replay) else {
            return
        }
        context.warn(
            reason.code, "\(node.action) has no effect: \(replay.voids.sentence(reason).printable)")
    }

    /// The tasks through which a task would wait for itself by some fields, in words; nil if it would not.
    private static func circleOfWaiting(
        of task: TaskID, _ fields: [JSONMember], _ log: Log
    ) -> String? {
        guard let member = fields.first(where: { $0.name == TaskField.dependsOn.name }),
            case .tasks(let goals)? = TaskField.dependsOn.form.value(member.value)
        else { return nil }
        let state = log.replay.foldState()
        guard let way = state.wayOfWaiting(from: goals, to: task) else { return nil }
        return ([task] + way).map { state[$0]?.title.printable ?? $0.description }
            .joined(separator: " -> ")
    }

    /// The task that is named; nil if none is.
    private func taskID(_ names: NodeNames) throws(RedoError) -> TaskID? {
        switch subject {
        case .newTask(let id?):
            guard names.validation.graph.taskNumber(of: id) == nil else {
                throw RedoError(.duplicateCreate, "the log has the task \(id) already", status: .no)
            }
            return id
        case .task(let name): return try names.taskID(named: name)
        case .newTask(nil), .room, .nothing: return nil
        }
    }

    /// The fields, those of standard input first.
    private func fields(_ context: borrowing CommandContext) throws(RedoError) -> [JSONMember] {
        var members: [JSONMember] = []
        if readsFields {
            guard
                case .object(let object) = try Self.json(
                    context.input().readAll(), "standard input")
            else {
                throw RedoError(.schemaMismatch, "standard input is not a JSON object", status: .no)
            }
            members = object
        }
        members += fields
        for (index, member) in members.enumerated()
        where members[..<index].contains(where: { $0.name == member.name }) {
            throw .usage("the field '\(member.name)' is given twice")
        }
        return members
    }

    /// `NAME=TEXT` or `NAME:=JSON`.
    private static func member(_ text: String) throws(RedoError) -> JSONMember {
        guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
            throw .usage("'\(text)' is neither name=value nor name:=value")
        }
        let value = String(text[text.index(after: equals)...])
        var name = text[..<equals]
        guard name.hasSuffix(":") else {
            return JSONMember(JSONString(String(name)), .string(JSONString(value)))
        }
        name.removeLast()
        return JSONMember(
            JSONString(String(name)), try json(Array(value.utf8), String(name)))
    }

    private static func json(_ bytes: [UInt8], _ source: String) throws(RedoError) -> JSONValue {
        do throws(JSONError) {
            return try JSONDocument(bytes).root.value
        } catch {
            throw RedoError(Rejection(.schemaMismatch, "not I-JSON: \(error)"), in: source)
        }
    }
}

extension FamilyReducer {
    /// Why a node is void in the family; nil if it is not.
    fileprivate static func reason(_ node: Node, _ replay: Replay) -> VoidReason? {
        Self(replay.log(of: Self.self)).voidNodes.first { $0.id == node.id }?.reason
    }
}
