import RedoCommandLine
import RedoCommandParts
import RedoJSON
import RedoModel
import RedoRepository
import RedoSystem

/// The tasks among those to be shared whose id certifies no one, and the copies that are shared in their place.
///
/// Such a task was made by a client of the first version. Whoever dates another CREATE of it before its own takes it
/// over (docs/extensions.md, section 4).
struct CertifiedCopies {
    private let tasks: Set<TaskID>
    private let comments: [Organisation.Comment]
    private let own: Principal
    private let names: PersonNames

    /// - Parameter isRequested: whether to make copies; a terminal is asked otherwise.
    /// - Throws: wrong usage if there is nothing to copy, or in the payload dialect; E_PERMISSION_DENIED for a task of
    ///   others.
    init(
        of plans: [SharePlan], _ log: Log, _ own: Principal, _ names: PersonNames,
        _ repository: Repository, isRequested: Bool, _ writing: WritingRequest,
        _ context: borrowing CommandContext
    ) throws(RedoError) {
        self.own = own
        self.names = names
        var certified: Set<TaskID> = []
        for node in log.nodes where node.certifiesItsTask {
            if let task = node.taskID { certified.insert(task) }
        }
        let weak = plans.compactMap { plan -> SharePlan? in
            guard case .task(let task) = plan.target.subject else { return nil }
            return certified.contains(task.id) ? nil : plan
        }
        guard !weak.isEmpty else {
            guard !isRequested else {
                throw .usage("the ids certify their owner already: no copy is needed")
            }
            tasks = []
            comments = []
            return
        }
        let titles = listed(weak.map(\.target.title))
        var copies = isRequested
        if !isRequested {
            context.warn(
                .duplicateCreate,
                "the id of \(titles) does not certify its owner: a CREATE with an earlier date would take it over"
            )
            let isOwn = weak.allSatisfy { $0.target.access.owner == own }
            if isOwn, context.surroundings.hasTerminalInput, !writing.isDryRun {
                copies = try context.isConfirmed(
                    "share a copy with a certified id instead, and archive this one?")
            } else {
                context.complain(
                    "hint: 'redo share --certified-copy' shares a copy with a certified id instead\n"
                )
            }
        }
        guard copies else {
            tasks = []
            comments = []
            return
        }
        for plan in weak where plan.target.access.owner != own {
            throw RedoError(
                .permissionDenied,
                "only the owner of \(plan.target.title) can put a copy in its place", status: .no)
        }
        guard try writing.dialect(in: repository) == .fields else {
            throw .usage("--certified-copy needs the fields dialect: --dialect fields")
        }
        tasks = Set(
            weak.compactMap { plan in
                if case .task(let task) = plan.target.subject { return task.id }
                return nil
            })
        comments = try repository.family(Organisation.self).comments
    }

    /// Creates the copy of a task, shares it, and archives the old one with a comment that names the copy.
    ///
    /// - Returns: the copy; nil if the task itself should be shared.
    func write(_ plan: SharePlan, _ writer: inout TaskWriter) throws(RedoError) -> TaskID? {
        guard case .task(let task) = plan.target.subject, tasks.contains(task.id) else {
            return nil
        }
        let copy = try copy(task, &writer)
        // Whoever had a permission for the old one has it for the copy, unless another one is given.
        var grants = plan.target.access.grants.filter { !plan.granting.contains($0.principal) }
            .map { (grantee: $0.principal, permission: $0.permission) }
        grants += plan.granting.map { (grantee: $0, permission: plan.permission) }
        try writer.add(sharesOf: copy, grants)
        try comment("continued in task://taskId/\(copy)", on: task.id, &writer)
        if !task.isArchived { try writer.add(.archive, task.id, []) }
        return copy
    }

    private func copy(_ task: TaskState, _ writer: inout TaskWriter) throws(RedoError) -> TaskID {
        var fields = task.fields.members.filter {
            !$0.isOfItsCreate && $0.name != TaskField.trashedAt.name && $0.value != .null
        }
        fields.append(JSONMember("copyOf", .string(JSONString(task.id.description))))
        let copy = try writer.addTask(fields)
        for todo in task.todos {
            let id = TodoFieldOptions.newID
            var members = [id]
            if let deadline = todo.deadline {
                members.append(JSONMember("deadline", .string(deadline)))
            }
            if !todo.notes.isEmpty { members.append(JSONMember("notes", .string(todo.notes))) }
            if let title = todo.title { members.append(JSONMember("title", .string(title))) }
            members += todo.startFields
            try writer.add(.createTodo, copy, members)
            guard let completed = todo.completed else { continue }
            var completion = [id, JSONMember("completed", .string(completed))]
            if todo.isSuperseded { completion.append(JSONMember("superseded", .bool(true))) }
            try writer.add(.completeTodo, copy, completion)
        }
        for comment in comments where comment.task == task.id {
            let author = names.authors.shortName(of: comment.user)
            try self.comment(
                "\(author), \(localText(comment.created)): \(comment.text)", on: copy, &writer)
        }
        return copy
    }

    private func comment(
        _ text: String, on task: TaskID, _ writer: inout TaskWriter
    ) throws(RedoError) {
        try writer.add(
            familyNode: .addComment, of: task,
            Organisation.Comment.fields(
                writer.newID(.comment), [Organisation.Comment.textMember(text)]))
    }
}
