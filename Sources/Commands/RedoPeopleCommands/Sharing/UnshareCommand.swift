import RedoCommandLine
import RedoCommandParts
import RedoCrypto
import RedoJSON
import RedoModel
import RedoRepository
import RedoSystem

/// `redo unshare`: takes a person's permission for tasks, or for a category and its tasks; the user's own, too.
package struct UnshareCommand: ParsableCommand {
    private static let dropping = OptionSpecification.value(
        "drop", takes: .node, isRepeatable: true,
        isExpert: true, "do not keep this node of theirs, nor what follows it")
    private static let dryRun = OptionSpecification.dryRun(
        "print what would be taken and kept, and write nothing")
    private static let yes = OptionSpecification.flag(
        "yes", letter: "y", "do not ask on a terminal")

    package static let specification = CommandSpecification(
        "unshare", "Take a permission back, or give up your own",
        operands: [.repeated(.value(.task)), .option(ShareTargets.category)],
        options: [
            SharedPersons.option, ShareTargets.category, ShareTargets.tasks, dropping, dryRun,
            yes, ShareTargets.json,
        ] + WritingRequest.options,
        constraints: ShareTargets.constraints + [
            .exclusive([ShareTargets.category, dropping])
        ],
        readsNames: true,
        statuses: .writing(
            no:
                "they have no permission, you may not take it back, or a question was answered with no",
            failed: "there is no such task or person"))

    private let persons: SharedPersons.Request
    private let targets: ShareTargets.Request
    /// Names of nodes that are not kept.
    private let dropped: [String]
    private let isUnasked: Bool
    private let isJSON: Bool
    private let writing: WritingRequest

    package init(_ arguments: Arguments) throws(RedoError) {
        persons = try SharedPersons.Request(arguments)
        targets = try ShareTargets.Request(arguments)
        dropped = arguments.values(Self.dropping)
        isUnasked = arguments.has(Self.yes)
        isJSON = arguments.has(ShareTargets.json)
        writing = try WritingRequest(arguments)
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let (repository, names, own) = try context.openForSharing()
        let persons = try SharedPersons(persons, names, context).principals
        let targets = try ShareTargets(targets, repository)
        var dropped: [Int] = []
        for name in self.dropped { dropped.append(try targets.log.nodeNumber(named: name)) }
        var removals: [Removal] = []
        for target in targets.named {
            removals.append(
                try Removal(of: persons, from: target, by: own, dropped, targets.log, names))
        }
        for target in targets.filed {
            let isLeaving = persons == [own]
            guard isLeaving || target.mayBeShared(by: own) else { continue }
            let removal = try Removal(
                of: persons, from: target, by: own, dropped, targets.log, names)
            if !removal.isEmpty { removals.append(removal) }
        }
        if removals.allSatisfy(\.isEmpty) {
            try context.print(removals.map { $0.text(names, isDry: false) }.joined())
            return .no
        }
        if context.surroundings.hasTerminalInput, !isUnasked, !writing.isDryRun {
            context.complain(removals.map(\.preview).joined())
            guard try context.isConfirmed("take the permission back?") else { return .no }
        }
        try context.edit(repository, targets.log, by: writing) { (writer) throws(RedoError) in
            for removal in removals { try removal.write(&writer) }
        }
        for removal in removals {
            if isJSON {
                try context.printLine(CanonicalJSON.bytes(removal.json(names)))
            } else {
                try context.print(removal.text(names, isDry: writing.isDryRun) + removal.preview)
            }
        }
        return .done
    }
}

/// The nodes that remove the permissions of some principals for a task or category.
private struct Removal {
    private let target: ShareTarget
    /// The principals who have a permission.
    private let removed: [Principal]
    private let others: [Principal]
    /// The parents of the UNSHARE; nil for the heads.
    private let parents: [Node]?
    /// The nodes of the removed principals that are kept or void, in lines.
    let preview: String

    /// - Parameter dropped: the numbers of the nodes that should be void.
    /// - Throws: E_PERMISSION_DENIED if they may not; wrong usage for the owner, and for a node that is not theirs.
    init(
        of principals: [Principal], from target: ShareTarget, by own: Principal, _ dropped: [Int],
        _ log: Log, _ names: PersonNames
    ) throws(RedoError) {
        self.target = target
        removed = principals.filter { target.access.permission(of: $0) != nil }
        others = principals.filter { target.access.permission(of: $0) == nil }
        for principal in removed where principal == target.access.owner {
            throw .usage(
                "\(target.title) belongs to \(names.text(of: principal)), and stays theirs")
        }
        guard removed.isEmpty || removed == [own] || target.mayBeShared(by: own) else {
            throw target.refusal(of: own, names)
        }
        guard case .task(let task) = target.subject, !removed.isEmpty else {
            parents = nil
            preview = ""
            return
        }
        let work = RemovedWork(of: removed, on: task, dropped, log)
        guard work.strangers.isEmpty else {
            throw .usage(
                "\(log.nodes[work.strangers[0]].id) is not a node of \(task.title.printable) by "
                    + listed(removed.map { names.text(of: $0) }))
        }
        parents = dropped.isEmpty ? nil : work.parents
        preview = work.preview
    }

    var isEmpty: Bool { removed.isEmpty }

    func write(_ writer: inout TaskWriter) throws(RedoError) {
        if isEmpty { return }
        switch target.subject {
        case .task(let task):
            try writer.add(unsharesOf: task.id, removed, after: parents)
        case .category(let category):
            try writer.add(
                sharingOf: category.id, after: category.heads, removing: removed, granting: [])
        }
    }

    func text(_ names: PersonNames, isDry: Bool) -> String {
        var text = ""
        for principal in removed {
            let before = target.access.permission(of: principal)?.name ?? ""
            text +=
                "\(isDry ? "would take" : "took") \(before) of \(target.title) from "
                + "\(names.text(of: principal))\n"
        }
        for principal in others {
            text += "unchanged \(target.title): \(names.text(of: principal)) has no permission\n"
        }
        return text
    }

    func json(_ names: PersonNames) -> JSONValue {
        let values = removed.map { principal -> JSONValue in
            [
                "before": target.access.permission(of: principal).map {
                    .string(JSONString($0.name))
                } ?? .null,
                "grantee": .string(JSONString("\(principal)")),
                "name": names.name(of: principal).map { .string(JSONString($0)) } ?? .null,
                "permission": .null,
            ]
        }
        return .object(target.members + [JSONMember("grants", .array(values))])
    }
}

/// The nodes of a task by the principals who are removed from it.
private struct RemovedWork {
    /// The parents of an UNSHARE that makes the dropped nodes void: the heads of the task as it is without these and
    /// what follows them.
    let parents: [Node]
    /// The dropped nodes that are not of the task, or by others.
    let strangers: [Int]
    private let kept: [Node]
    private let lost: [Node]

    init(of removed: [Principal], on task: TaskState, _ dropped: [Int], _ log: Log) {
        let validation = log.replay.validation
        let people = log.replay.authority.people
        let isTheirs = { (node: Node) in
            node.taskID == task.id && removed.contains(people.principal(of: node.author))
        }
        strangers = dropped.filter { !isTheirs(log.nodes[$0]) }
        var isDropped = Array(repeating: false, count: log.nodes.count)
        for number in dropped { isDropped[number] = true }
        for number in log.nodes.indices where !isDropped[number] {
            isDropped[number] = validation.graph.parents(of: number).contains { isDropped[$0] }
        }
        let number = validation.graph.taskNumber(of: task.id)
        let own = log.nodes.indices.filter {
            validation.graph.task(of: $0) == number
                && log.replay.voids.reason(of: log.nodes[$0].id) == nil
        }
        var followed: Set<Int> = []
        for node in own where !isDropped[node] {
            followed.formUnion(validation.ancestry.nearest(to: node))
        }
        parents = own.filter { !isDropped[$0] && !followed.contains($0) }
            .suffix(TaskWriter.maximumParentCount).map { log.nodes[$0] }
        let theirs = own.filter { isTheirs(log.nodes[$0]) }
        kept = theirs.filter { !isDropped[$0] }.map { log.nodes[$0] }
        lost = theirs.filter { isDropped[$0] }.map { log.nodes[$0] }
    }

    /// What is kept, what is not, and what becomes of the rest.
    var preview: String {
        func lines(_ nodes: [Node]) -> String {
            let shown = nodes.suffix(Self.shownCount).reversed().map { node in
                "    \(node.id.digest.hexadecimal.prefix(7)) \(localText(node.timestamp.wall))  "
                    + "\(node.subjectLine)\n"
            }
            let rest = nodes.count - shown.count
            return shown.joined() + (rest > 0 ? "    and \(rest) before\n" : "")
        }
        var text =
            "  kept: \(counted(kept.count, "node")) of theirs that this store has\n" + lines(kept)
        if !lost.isEmpty {
            text += "  not kept: \(counted(lost.count, "node"))\n" + lines(lost)
        }
        return text
            + "  not kept: what they wrote that has not come here yet, and whatever they write from now on\n"
    }

    /// The number of nodes that are shown.
    private static let shownCount = 5
}
