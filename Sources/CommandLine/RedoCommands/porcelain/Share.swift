import RedoCommandLine
import RedoJSON
import RedoModel
import RedoRepository
import RedoSystem

extension Command {
    private static let permission = OptionSpecification.value(
        "as", takes: "permission", oneOf: Permission.allCases.map(\.name),
        "the permission: read, write, or admin, which includes sharing")
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

    /// `redo share`: gives persons a permission for tasks, or for a category and its tasks.
    package static let share = Command(
        CommandSpecification(
            "share", "Share tasks, or a category and its tasks, with other people",
            operands: [.repeated(.value(.task)), .option(ShareTargets.category)],
            options: [
                SharedPersons.option, permission, ShareTargets.category, ShareTargets.tasks,
                certifiedCopy, dryRun, yes, ShareTargets.json, TaskWriter.dialectOption,
            ],
            constraints: ShareTargets.constraints + [
                .exclusive([ShareTargets.category, certifiedCopy])
            ],
            statuses: .writing(
                no: "you may not share it, or a question was answered with no",
                failed: "there is no such task or person"))
    ) { (context) throws(RedoError) in
        let arguments = context.arguments
        guard let word = arguments.value(permission) else {
            throw .usage("give the permission: --as read, --as write or --as admin")
        }
        guard let wanted = Permission(named: word) else {
            throw .usage("'\(word)' is not a permission: read, write or admin")
        }
        let repository = try context.openRepository()
        let author = try context.author(for: repository.store)
        let names = try repository.personNames(own: author)
        let persons = try SharedPersons(context, names)
        let own = names.people.principal(of: author)
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
                principal != target.access.owner
                    && target.access.permission(of: principal) != wanted
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
            of: plans.filter { !$0.isEmpty }, targets.log, own, names, repository,
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
                try context.print(
                    "\(isDry ? "would share" : "shared") \(counted(filedCount, "task")) in it"
                        + (left > 0 ? "; \(left) of others not\n" : "\n"))
            }
        }
        if plans.contains(where: { !$0.isEmpty }) { context.noteReaders(of: repository) }
        return .done
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
