import RedoCommandLine
import RedoCommandParts
import RedoJSON
import RedoModel
import RedoRepository
import RedoSystem

extension Command {
    private static let permission = OptionSpecification.value(
        "as", takes: "permission", oneOf: Permission.allCases.map(\.name),
        "the permission: read, write, or admin, which includes sharing")
    private static let close = OptionSpecification.flag(
        "close",
        "close tasks of yours: only you, and those you share them with, can change them")
    private static let certifiedCopy = OptionSpecification.flag(
        "certified-copy",
        isExpert: true,
        "if the id of a task certifies no owner, share a copy whose id does, and archive the task"
    )
    private static let dryRun = OptionSpecification.dryRun(
        "print what would be shared, and write nothing")
    private static let yes = OptionSpecification.flag(
        "yes", letter: "y",
        "do not ask; a terminal is asked about a category with more than \(greatestUnaskedCount) tasks"
    )

    /// Tasks of a category that are shared without a question.
    private static let greatestUnaskedCount = 10

    /// `redo share`: gives persons a permission for tasks, or for a category and its tasks, or closes tasks.
    package static let share = Command(
        CommandSpecification(
            "share", "Share tasks, or a category and its tasks, with other people",
            operands: [
                .repeated(.value(.task)), .option(ShareTargets.category),
                [.option(close), .anyOf(TaskSelection.forms(.task))],
            ],
            options: [
                SharedPersons.option, permission, close, ShareTargets.category, ShareTargets.tasks,
                TaskSelection.query, TaskContext.option, TaskSelection.null,
                certifiedCopy, dryRun, yes, ShareTargets.json, TaskWriter.dialectOption,
            ],
            constraints: ShareTargets.constraints + [
                .exclusive([ShareTargets.category, certifiedCopy]),
                .excludes(
                    close, [SharedPersons.option, permission, ShareTargets.category, certifiedCopy]),
                .exclusive([TaskSelection.query, TaskSelection.null]),
                .needs(TaskSelection.query, anyOf: [close]),
                .needs(TaskSelection.null, anyOf: [close]),
                .needs(TaskContext.option, anyOf: [TaskSelection.query]),
            ],
            statuses: .writing(
                no: "you may not share it, or a question was answered with no",
                failed: "there is no such task or person"))
    ) { (context) throws(RedoError) in
        let arguments = context.arguments
        if arguments.has(close) { return try closeTasks(&context) }
        guard arguments.value(permission) != nil || !arguments.values(SharedPersons.option).isEmpty
        else { throw .usage("give the permission: --as read, --as write or --as admin") }
        let repository = try context.openRepository()
        let author = try context.keyring().author(for: repository.store)
        let names = try repository.personNames(own: author)
        let persons = try SharedPersons(context, names)
        let own = names.people.principal(of: author)
        let wanted = try wantedPermission(arguments, isClosing: persons.principals == [own])
        let targets = try ShareTargets(context, repository)
        var plans: [SharePlan] = []
        for target in targets.named {
            plans.append(
                try SharePlan(target, with: persons.principals, as: wanted, by: own, names))
        }
        // Of the tasks in a category those are shared that one may share, with all but their own owners.
        let free = targets.filed.filter { $0.mayBeShared(by: own) }
        for target in free {
            let others = persons.principals.filter { principal in
                principal == target.access.owner
                    ? principal == own && !target.access.isClosed
                    : target.access.permission(of: principal) != wanted
            }
            let plan = try SharePlan(target, with: others, as: wanted, by: own, names)
            if !plan.isEmpty { plans.append(plan) }
        }
        let filedCount = plans.count - targets.named.count
        if filedCount > greatestUnaskedCount, context.surroundings.hasTerminalInput,
            !arguments.has(yes), !context.isDryRun
        {
            let question = "share the category and \(counted(filedCount, "task")) in it?"
            guard try context.isConfirmed(question) else { return .no }
        }
        let copies = try CertifiedCopies(
            of: plans.filter { !$0.granting.isEmpty }, targets.log, own, names, repository,
            isAsked: arguments.has(certifiedCopy), context)
        plans = try context.edit(repository, targets.log) { (writer) throws(RedoError) in
            var plans = plans
            for place in plans.indices {
                plans[place].copy = try copies.write(plans[place], &writer)
                if plans[place].copy == nil { try plans[place].write(&writer) }
            }
            return plans
        }
        if arguments.has(ShareTargets.json) {
            for plan in plans { try context.printLine(CanonicalJSON.bytes(plan.json(names))) }
        } else {
            let isDry = context.isDryRun
            for plan in plans.prefix(targets.named.count) {
                try context.print(plan.text(names, isDry: isDry))
            }
            if !targets.filed.isEmpty {
                let left = targets.filed.count - free.count
                let verb = persons.principals == [own] ? "close" : "share"
                try context.print(
                    "\(isDry ? "would \(verb)" : "\(verb)d") \(counted(filedCount, "task")) in it"
                        + (left > 0 ? "; \(left) of others not\n" : "\n"))
            }
        }
        if plans.contains(where: { !$0.isEmpty }) { context.noteReaders(of: repository) }
        return .done
    }
}

extension Command {
    /// The permission that `--as` names; who shares with themselves alone closes, and need give none.
    private static func wantedPermission(
        _ arguments: Arguments, isClosing: Bool
    ) throws(RedoError) -> Permission {
        guard let word = arguments.value(permission) else {
            if isClosing { return .admin }
            throw .usage("give the permission: --as read, --as write or --as admin")
        }
        guard let wanted = Permission(named: word) else {
            throw .usage("'\(word)' is not a permission: read, write or admin")
        }
        return wanted
    }
}

/// The persons that `--with` names.
struct SharedPersons {
    static let option = OptionSpecification.value(
        "with", takes: .person, isRepeatable: true, "a person by name or id, or a key")

    /// Each once.
    let principals: [Principal]

    /// Reads the names, and warns of what the log does not know.
    ///
    /// - Throws: NAME_001 and NAME_002 for a name of no person, or of several.
    init(_ context: borrowing CommandContext, _ names: PersonNames) throws(RedoError) {
        let words = context.arguments.values(Self.option)
        guard !words.isEmpty else { throw .usage("name a person with --with") }
        var principals: [Principal] = []
        for word in words {
            let named = try names.principal(named: word)
            if !named.isKnown {
                context.warn(
                    .unknownName,
                    "the log does not know \(named.principal): check it, nothing tells a mistyped one"
                )
            }
            if !principals.contains(named.principal) { principals.append(named.principal) }
        }
        self.principals = principals
    }
}
