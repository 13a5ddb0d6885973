import RedoCommandLine
import RedoCommandParts
import RedoJSON
import RedoModel
import RedoRepository
import RedoSystem

/// `redo share`: gives persons a permission for tasks, or for a category and its tasks, or closes tasks.
package struct ShareCommand: ParsableCommand {
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
        "do not ask; a terminal is asked about a category with more than \(maximumUnaskedCount) tasks"
    )

    /// The maximum number of tasks of a category that are shared without a question.
    private static let maximumUnaskedCount = 10

    package static let specification = CommandSpecification(
        "share", "Share tasks, or a category and its tasks, with other people",
        operands: [
            .optional(.repeated(.value(.task))), .input, .option(ShareTargets.category),
            [.option(close), .anyOf(TaskSelection.forms(.task))],
        ],
        options: [
            SharedPersons.option, permission, close, ShareTargets.category, ShareTargets.tasks,
            TaskSelection.query, TaskContext.option,
            certifiedCopy, dryRun, yes, ShareTargets.json,
        ] + WritingRequest.options,
        constraints: ShareTargets.constraints + [
            .exclusive([ShareTargets.category, certifiedCopy]),
            .excludes(
                close, [SharedPersons.option, permission, ShareTargets.category, certifiedCopy]),
            .exclusive([TaskSelection.query, NameInput.stdin]),
            .exclusive([TaskSelection.query, NameInput.null]),
            .needs(TaskSelection.query, anyOf: [close]),
            .needs(TaskContext.option, anyOf: [TaskSelection.query]),
        ],
        readsNames: true,
        statuses: .writing(
            no: "you may not share it, or a question was answered with no",
            failed: "there is no such task or person"))

    /// The permission and the principals of the arguments.
    private struct Grant {
        let targets: ShareTargets.Request
        /// The names on standard input; nil if the tasks are named by operands.
        let input: TaskSelection.Request?
        let persons: SharedPersons.Request
        /// The permission; nil if none was given, which is allowed only when users share with themselves.
        let permission: Permission?
        /// True if copies are shared of tasks whose ids certify no owner.
        let isOfCopies: Bool

        init(_ arguments: Arguments) throws(RedoError) {
            let word = arguments.value(ShareCommand.permission)
            guard word != nil || !arguments.values(SharedPersons.option).isEmpty else {
                throw missingPermission
            }
            persons = try SharedPersons.Request(arguments)
            permission = try word.map { word throws(RedoError) in
                guard let permission = Permission(named: word) else {
                    throw .usage("'\(word)' is not a permission: read, write or admin")
                }
                return permission
            }
            targets = try ShareTargets.Request(arguments)
            let isInput = arguments.operands == ["-"]
            guard isInput || arguments.has(NameInput.stdin) || !arguments.has(NameInput.null)
            else { throw .usage("--null needs --stdin or '-': it is for names on standard input") }
            input = isInput ? try TaskSelection.Request(arguments) : nil
            isOfCopies = arguments.has(certifiedCopy)
        }
    }

    private enum Form {
        /// Shows what is shared.
        case list
        case grant(Grant)
        case close(TaskSelection.Request)
    }

    /// The options that say what is shared, or with whom.
    private static let named = [
        SharedPersons.option, permission, ShareTargets.category, certifiedCopy, dryRun,
        NameInput.stdin,
    ]

    private let form: Form
    private let isUnasked: Bool
    let isJSON: Bool
    let writing: WritingRequest

    package init(_ arguments: Arguments) throws(RedoError) {
        if arguments.has(Self.close) {
            form = .close(try Self.tasksToClose(arguments))
        } else if arguments.operands.isEmpty, !Self.named.contains(where: arguments.isGiven) {
            form = .list
        } else {
            form = .grant(try Grant(arguments))
        }
        isUnasked = arguments.has(Self.yes)
        isJSON = arguments.has(ShareTargets.json)
        writing = try WritingRequest(arguments)
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        switch form {
        case .list: try SharesCommand(ofAllThatIsSharedAsJSON: isJSON).run(&context)
        case .grant(let grant): try give(grant, &context)
        case .close(let tasks): try close(tasks, &context)
        }
    }

    private static var missingPermission: RedoError {
        .usage("give the permission: --as read, --as write or --as admin")
    }

    private func give(
        _ grant: Grant, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let (repository, names, own) = try context.openForSharing()
        let persons = try SharedPersons(grant.persons, names, context)
        // Who shares with themselves alone closes.
        guard let wanted = grant.permission ?? (persons.principals == [own] ? .admin : nil) else {
            throw Self.missingPermission
        }
        var request = grant.targets
        if let input = grant.input {
            guard let selection = try TaskSelection(input, context, repository, to: "share") else {
                return .no
            }
            request = .tasks(selection.names)
        }
        let targets = try ShareTargets(request, repository)
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
        if filedCount > Self.maximumUnaskedCount, context.surroundings.hasTerminalInput,
            !isUnasked, !writing.isDryRun
        {
            let question = "share the category and \(counted(filedCount, "task")) in it?"
            guard try context.isConfirmed(question) else { return .no }
        }
        let copies = try CertifiedCopies(
            of: plans.filter { !$0.granting.isEmpty }, targets.log, own, names, repository,
            isRequested: grant.isOfCopies, writing, context)
        plans = try context.edit(repository, targets.log, by: writing) {
            (writer) throws(RedoError) in
            var plans = plans
            for index in plans.indices {
                plans[index].copy = try copies.write(plans[index], &writer)
                if plans[index].copy == nil { try plans[index].write(&writer) }
            }
            return plans
        }
        if isJSON {
            for plan in plans { try context.printLine(CanonicalJSON.bytes(plan.json(names))) }
        } else {
            let isDry = writing.isDryRun
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

/// The persons that `--with` names.
struct SharedPersons {
    static let option = OptionSpecification.value(
        "with", takes: .person, isRepeatable: true, "a person by name or id, or a key")

    /// Their names.
    struct Request {
        fileprivate let words: [String]

        /// - Throws: wrong usage without a name.
        init(_ arguments: Arguments) throws(RedoError) {
            words = arguments.values(option)
            guard !words.isEmpty else { throw .usage("name a person with --with") }
        }
    }

    /// Each once.
    let principals: [Principal]

    /// Looks the names up, and warns of what the log does not know.
    ///
    /// - Throws: NAME_001 and NAME_002 for a name of no person, or of several.
    init(
        _ request: Request, _ names: PersonNames, _ context: borrowing CommandContext
    ) throws(RedoError) {
        var principals: [Principal] = []
        for word in request.words {
            let named = try names.principal(named: word)
            if !named.isKnown {
                context.warn(
                    .unknownName,
                    "the log has nothing from \(named.principal): check the name for typing errors"
                )
            }
            if !principals.contains(named.principal) { principals.append(named.principal) }
        }
        self.principals = principals
    }
}
