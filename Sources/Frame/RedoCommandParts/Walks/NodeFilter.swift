import RedoCommandLine
import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// Which of the nodes of a walk are shown, by what they are.
package struct NodeFilter {
    private static let task = OptionSpecification.value(
        "task", takes: .task, isRepeatable: true, "only nodes of this task")
    private static let author = OptionSpecification.value(
        "author", takes: "text",
        "only nodes whose author's userId starts with it, or name contains it")
    private static let by = OptionSpecification.value(
        "by", takes: .author, isRepeatable: true,
        "only nodes by this person or key, or agent of yours")
    private static let device = OptionSpecification.value(
        "device", takes: "id", "only nodes written on this device")
    private static let action = OptionSpecification.value(
        "action", takes: .action, isRepeatable: true,
        "only nodes of this action")
    private static let family = OptionSpecification.value(
        "family", takes: "name", oneOf: ActionFamily.allCases.map(\.rawValue), isExpert: true,
        "only nodes whose action is of this family")
    private static let since = OptionSpecification.value(
        "since", takes: "when", "only nodes of this wall time or later")
    private static let until = OptionSpecification.value(
        "until", takes: "when", "only nodes of this wall time or earlier")
    private static let grep = OptionSpecification.value(
        "grep", takes: "text", "only nodes whose subject contains it, in either case")
    private static let signed = OptionSpecification.flag(
        "signed", isNegatable: true, isExpert: true, "only signed nodes, or only unsigned ones")
    private static let void = OptionSpecification.value(
        "void", takes: "code", isOptional: true, isExpert: true,
        "only void nodes, or those that are void by this code")

    package static let options = [
        task, author, by, device, action, family, since, until, grep, signed, void,
    ]

    /// What the arguments of a command say of the nodes that are shown.
    package struct Request: Sendable {
        /// The options as they were given.
        package let words: [String]
        fileprivate let tasks: [String]
        fileprivate let author: String?
        fileprivate let principals: [String]
        fileprivate let device: String?
        fileprivate let actions: Set<String>
        fileprivate let family: ActionFamily?
        fileprivate let since: String?
        fileprivate let until: String?
        fileprivate let grep: String?
        fileprivate let isSigned: Bool?
        fileprivate let void: Void?

        /// What void nodes are shown.
        fileprivate struct Void {
            /// Nil for any.
            let code: String?
        }

        /// - Throws: wrong usage for a family that does not exist.
        package init(_ arguments: Arguments) throws(RedoError) {
            words = arguments.spelled(NodeFilter.options)
            tasks = arguments.values(task)
            author = arguments.value(NodeFilter.author)?.lowercased()
            principals = arguments.values(by)
            device = arguments.value(NodeFilter.device)
            actions = Set(arguments.values(action).map { $0.uppercased() })
            family = try arguments.value(NodeFilter.family).map { name throws(RedoError) in
                try choice(of: "family", named: name, among: ActionFamily.allCases)
            }
            since = arguments.value(NodeFilter.since)
            until = arguments.value(NodeFilter.until)
            grep = arguments.value(NodeFilter.grep)?.lowercased()
            isSigned = arguments.setting(signed)
            void =
                arguments.has(NodeFilter.void)
                ? Void(code: arguments.value(NodeFilter.void)?.uppercased()) : nil
        }

        /// True if the content of nodes has to be looked at to find those that are shown.
        package var readsContent: Bool {
            // An action without a number is named by its node alone.
            grep != nil || family != nil
                || !actions.allSatisfy { Action($0)?.isKnown == true }
        }

        /// True if tasks are named by other names than their ids.
        package var needsNames: Bool { !tasks.allSatisfy { TaskID($0) != nil } }

        /// True if the void nodes have to be computed.
        package var needsVoids: Bool { void != nil }
    }

    private let tasks: Set<TaskID>
    private let author: String?
    /// The principals of `--by`, and who they are; nil without the option.
    private let principals: (wanted: Set<Principal>, people: People)?
    private let device: [UInt8]?
    private let actions: Set<String>
    private let family: ActionFamily?
    private let since: Instant?
    private let until: Instant?
    private let grep: String?
    private let isSigned: Bool?
    private let void: Request.Void?
    private let voids: VoidNodes?

    /// - Parameters:
    ///   - names: nil if none are needed.
    ///   - voids: nil if they are not needed.
    ///   - repository: is asked about the tasks that are named, or about all.
    package init(
        _ request: Request, _ names: NodeNames?, voids: VoidNodes? = nil, _ repository: Repository,
        _ context: borrowing CommandContext
    ) throws(RedoError) {
        author = request.author
        principals = try Self.principals(request.principals, repository, context)
        device = request.device.map { Array($0.utf8) }
        actions = request.actions
        family = request.family
        since = try Self.time(request.since, .start, context)
        until = try Self.time(request.until, .last, context)
        grep = request.grep
        isSigned = request.isSigned
        void = request.void
        self.voids = voids
        guard let names else {
            tasks = Set(request.tasks.compactMap { TaskID($0) })
            repository.ask(about: tasks.isEmpty ? .all : .some(tasks))
            return
        }
        tasks = try repository.asking { () throws(RedoError) in
            var tasks: Set<TaskID> = []
            for name in request.tasks { tasks.insert(try names.taskID(named: name)) }
            return (tasks, tasks.isEmpty ? .all : .some(tasks))
        }
    }

    private static func principals(
        _ names: [String], _ repository: Repository, _ context: borrowing CommandContext
    ) throws(RedoError) -> (wanted: Set<Principal>, people: People)? {
        if names.isEmpty { return nil }
        let persons = try context.personNames(repository)
        var wanted: Set<Principal> = []
        for name in names { wanted.insert(try persons.principal(named: name).principal) }
        return (wanted, persons.people)
    }

    /// A time, or a day as its first or last moment by local clocks.
    private static func time(
        _ text: String?, _ timeOfDay: TimeExpression.TimeOfDay, _ context: borrowing CommandContext
    ) throws(RedoError) -> Instant? {
        guard let text else { return nil }
        return try TimeExpression(
            now: try context.now(), direction: .past, timeOfDay: timeOfDay
        ).momentOrNone(text)
    }

    /// True if it leaves nothing out.
    package var includesEverything: Bool {
        tasks.isEmpty && actions.isEmpty && since == nil && until == nil && device == nil
            && author == nil && principals == nil && grep == nil && family == nil && isSigned == nil
            && void == nil
    }

    package func includes(_ row: some LogRow) -> Bool {
        if !tasks.isEmpty, row.taskID.map(tasks.contains) != true { return false }
        if !actions.isEmpty, !actions.contains(row.actionName) { return false }
        if let family, Action(row.actionName).map(family.contains) != true { return false }
        if let isSigned, row.isSigned != isSigned { return false }
        if let since, row.timestamp.wall < since { return false }
        if let until, row.timestamp.wall > until { return false }
        if device != nil || author != nil || principals != nil, !includes(row.writer) {
            return false
        }
        if let void, !includes(row.id, void) { return false }
        if let grep, !row.subjectLine.lowercased().containsText(grep) { return false }
        return true
    }

    private func includes(_ id: NodeID, _ void: Request.Void) -> Bool {
        guard let reason = voids?.reason(of: id) else { return false }
        return void.code.map { $0 == reason.code.rawValue } ?? true
    }

    private func includes(_ writer: Author?) -> Bool {
        guard let writer else { return false }
        if let device, writer.deviceID.utf8 != device { return false }
        if let principals,
            !principals.wanted.contains(principals.people.principal(of: writer.userID))
        {
            return false
        }
        guard let author else { return true }
        return writer.userID.description.hasPrefix(author)
            || writer.name?.description.lowercased().containsText(author) ?? false
    }
}
