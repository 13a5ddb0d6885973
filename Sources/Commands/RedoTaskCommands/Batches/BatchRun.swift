import RedoCommandLine
import RedoCommandParts
import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// Operations of a batch, one after the other: each sees what those before it did.
struct BatchRun {
    private let log: Log
    private let state: State
    private let unclear: [String: RedoError]
    private let now: Instant
    private let store: Store
    /// The histories of the log's tasks and which operation wrote each node, once a task is restored.
    private var past: (histories: TaskHistories, operations: [NodeID: UInt64])?
    private var work: BatchWork
    private var categories: BatchCategories
    private var dependencies: BatchDependencies
    /// The tasks that operations made, by the ids of these.
    private var made: [String: TaskID] = [:]
    /// The nodes of each task, in replay order.
    private var nodes: [TaskID: [Node]]
    /// The tasks that operations have changed.
    private var changed: Set<TaskID> = []

    init(
        _ log: Log, _ unclear: [String: RedoError], now: Instant, _ work: BatchWork,
        _ categories: BatchCategories, _ repository: Repository
    ) {
        self.categories = categories
        dependencies = BatchDependencies(repository)
        self.log = log
        self.unclear = unclear
        self.now = now
        self.work = work
        store = repository.store
        state = log.replay.foldState()
        nodes = [:]
        for node in log.nodes {
            if let task = node.taskID { nodes[task, default: []].append(node) }
        }
    }

    mutating func answer(
        _ operation: Result<BatchOperation, BatchOperation.Mistake>, _ writer: inout TaskWriter
    ) -> BatchAnswer {
        switch operation {
        case .failure(let mistake):
            return BatchAnswer(id: mistake.id, result: .failure(mistake.error))
        case .success(let operation):
            let count = writer.nodes.count
            let (work, categories, dependencies) = (work, categories, dependencies)
            do throws(RedoError) {
                let subject = try writer.attempt { (writer) throws(RedoError) -> BatchSubject in
                    operation.verb.isOfCategory
                        ? .category(try self.categories.run(operation, &writer))
                        : .task(try run(operation, &writer))
                }
                let nodes = writer.nodes[count...]
                if case .task(let task) = subject {
                    changed.insert(task)
                    self.nodes[task, default: []] += nodes
                }
                return BatchAnswer(
                    id: operation.id, result: .success((subject, nodes.map(\.id))))
            } catch {
                (self.work, self.categories, self.dependencies) = (work, categories, dependencies)
                return BatchAnswer(id: operation.id, result: .failure(error))
            }
        }
    }

    /// Creates the nodes of an operation.
    ///
    /// - Returns: the task that it is about.
    private mutating func run(
        _ operation: BatchOperation, _ writer: inout TaskWriter
    ) throws(RedoError) -> TaskID {
        guard let name = operation.task else { return try add(operation, &writer) }
        let task = try task(named: name, &writer)
        if let heads = operation.expectedHeads { try writer.expect(heads, asHeadsOf: [task.id]) }
        let fields = operation.fields
        switch operation.verb {
        case .add, .addCategory, .editCategory, .deleteCategory: break
        case .edit:
            try dependencies.note(fields, of: task.id, titled: task.title)
            try writer.add(.update, task.id, fields)
        case .done: try complete(task, fields, &writer)
        case .snooze:
            let hasTarget = fields.contains { $0.name == "todoTaskId" || $0.name == "snoozeUntil" }
            try writer.add(
                .snooze, task.id, hasTarget ? fields : fields + [try currentTodo(of: task)])
        case .archive, .unarchive:
            try checkIsEmpty(fields, of: operation.verb)
            try writer.add(operation.verb == .archive ? .archive : .unarchive, task.id, [])
        case .delete:
            try checkIsEmpty(fields, of: operation.verb)
            try delete(task, isNow: operation.isNow, &writer)
        case .restore:
            try checkIsEmpty(fields, of: operation.verb)
            try restore(task, &writer)
        case .start: try work.start(task, fields, &writer)
        case .stop: try work.stop(task, fields, now: now, &writer)
        case .comment:
            try writer.add(
                familyNode: .addComment, of: task.id,
                Organisation.Comment.fields(writer.newID(.comment), fields))
        }
        return task.id
    }

    /// Creates a task, and a to-do if a deadline or notes on one are given.
    private mutating func add(
        _ operation: BatchOperation, _ writer: inout TaskWriter
    ) throws(RedoError) -> TaskID {
        let new = NewTask(members: operation.fields)
        let task = try new.write(&writer)
        try dependencies.note(new.fields, of: task, titled: JSONString(new.title))
        if let id = operation.id.string?.description { made[id] = task }
        return task
    }

    private mutating func restore(
        _ task: TaskState, _ writer: inout TaskWriter
    ) throws(RedoError) {
        var past: (histories: TaskHistories, operations: [NodeID: UInt64])
        if let known = self.past {
            past = known
        } else {
            past = (
                TaskHistories(log.replay), try store.operationRecords().numbersByNode()
            )
            self.past = past
        }
        if changed.contains(task.id) { past.histories = TaskHistories(writer.currentLog().replay) }
        _ = try writer.bringBack(task, &past.histories, past.operations)
    }

    private func delete(
        _ task: TaskState, isNow: Bool, _ writer: inout TaskWriter
    ) throws(RedoError) {
        if !isNow {
            _ = try DeleteCommand.moveIntoTrash(task, &writer)
        } else if task.isInTrash {
            throw .usage("the task is in the trash", hints: ["restore takes it out"])
        } else {
            try writer.addDelete(of: task.id)
        }
    }

    private func complete(
        _ task: TaskState, _ fields: [JSONMember], _ writer: inout TaskWriter
    ) throws(RedoError) {
        var time = now
        var notes: String?
        for field in fields {
            if field.name == "completed", let instant = field.value.string?.instant {
                time = instant
            } else if field.name == "notes", let text = field.value.string {
                notes = text.description
            } else {
                throw RedoError(
                    .schemaMismatch,
                    "done takes 'completed' (a time) and 'notes' (a text), not "
                        + "'\(field.name.printable)'")
            }
        }
        var completion = Completion(at: time, notes: notes, todo: nil)
        _ = try completion.write(of: task, &writer)
        if let failure = completion.failures.first { throw failure }
    }

    private func currentTodo(of task: TaskState) throws(RedoError) -> JSONMember {
        let todo = try task.openTodo()
        return JSONMember("todoTaskId", .string(JSONString(todo.id.description)))
    }

    private func checkIsEmpty(
        _ fields: [JSONMember], of verb: BatchOperation.Verb
    ) throws(RedoError) {
        guard fields.isEmpty else {
            throw RedoError(.schemaMismatch, "\(verb.rawValue) takes no fields")
        }
    }

    /// The state of the task that a name means, with what earlier operations did to it.
    private func task(
        named name: String, _ writer: inout TaskWriter
    ) throws(RedoError) -> TaskState {
        let id: TaskID
        if name.hasPrefix("@") {
            guard let task = made[String(name.dropFirst())] else {
                throw RedoError(
                    .unknownName,
                    "no operation '\(String(name.dropFirst()).printable)' before this one adds a task"
                )
            }
            id = task
        } else if let error = unclear[name] {
            throw error
        } else {
            id = try log.taskID(named: name)
        }
        let task = changed.contains(id) ? changedTask(id, &writer) : state[id]
        guard let task else {
            throw RedoError(.unknownName, "the task \(id) is deleted")
        }
        return task
    }

    /// The state of a task that operations have changed; nil if it is deleted.
    private func changedTask(_ id: TaskID, _ writer: inout TaskWriter) -> TaskState? {
        let nodes = (nodes[id] ?? []).sorted { $0.position < $1.position }
        let ids = Set(nodes.map(\.id))
        // What follows nodes of other tasks needs them for stage 3.
        guard nodes.allSatisfy({ $0.parents.allSatisfy(ids.contains) }) else {
            return writer.currentLog().replay.task(id)
        }
        return Replay(nodes, log.partialExclusion).task(id)
    }
}
