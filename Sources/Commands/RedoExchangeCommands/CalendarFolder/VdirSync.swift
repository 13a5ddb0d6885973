import RedoCommandLine
import RedoCommandParts
import RedoCrypto
import RedoInterchange
import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// A synchronisation of a folder with the tasks of a store, in both directions.
struct VdirSync {
    private let repository: Repository
    private let directory: VdirFolder
    private let settings: InterchangeSettings
    private let edit: CalendarEdit
    private(set) var counts = Counts()
    /// The remarks about single tasks and files.
    private(set) var notes: [String] = []
    private var rules: ForeignRules
    private var tasks: [TaskID: TaskState] = [:]
    /// Tasks from which a file differed that the record does not have.
    private var joined: Set<TaskID> = []
    /// The tasks that UIDs mean.
    private var origins: ForeignOrigins
    /// The users whose tasks are the user's own.
    private let users: Set<UserID>
    private var comments: [TaskID: [Organisation.Comment]] = [:]
    /// The intervals of work without an end, by task. Files show them as a status.
    private var runningWork: [TaskID: [Organisation.WorkInterval]] = [:]
    private var heads: [TaskID: [String]] = [:]
    private var writesNodes = false
    /// The fingerprint of the store with the nodes that were written; nil if none were.
    private(set) var fingerprint: Digest?

    /// What was done.
    struct Counts {
        var added = 0, edited = 0, trashed = 0
        var written = 0, removed = 0
    }

    /// - Parameter users: the users whose tasks are the user's own.
    init(
        _ repository: Repository, _ directory: VdirFolder, _ settings: InterchangeSettings,
        own users: Set<UserID>
    ) {
        self.users = users
        origins = ForeignOrigins(State(tasks: []))
        self.repository = repository
        self.directory = directory
        self.settings = settings
        edit = CalendarEdit(settings)
        rules = ForeignRules(now: settings.now)
    }

    /// Brings both sides into step.
    ///
    /// - Parameters:
    ///   - isWanted: whether a task that the folder does not have gets a file.
    /// - Returns: what the record is to have, sorted by name.
    mutating func run(
        _ plan: VdirPlan, where isWanted: (TaskState) -> Bool, _ context: borrowing CommandContext
    ) throws(RedoError) -> [VdirRecord.Entry] {
        try load()
        let made = try writeNodes(plan, context)
        if writesNodes {
            repository.forget()
            fingerprint = try repository.store.fingerprint()
            try load()
        }
        var entries = plan.others + plan.damaged
        var known = Set(plan.damaged.compactMap(\.details.task))
        for pair in plan.pairs {
            guard let task = pair.details.task else { continue }
            known.insert(task)
            if let entry = try settle(pair, task) { entries.append(entry) }
        }
        for (index, file) in plan.newFiles.enumerated() {
            guard let task = made[index] else { continue }
            known.insert(task)
            entries.append(try settle(file, task))
        }
        for entry in plan.gone {
            guard let task = entry.details.task, let state = tasks[task], !state.isPutAway else {
                continue
            }
            // It was changed here since: it stays, and gets its file again.
            known.insert(task)
            let name = try freeName(state)
            if let entry = try write(state, to: name) { entries.append(entry) }
        }
        for state in tasks.values.sorted(by: { $0.id < $1.id })
        where !known.contains(state.id) && isWanted(state) {
            let name = try freeName(state)
            if let entry = try write(state, to: name) { entries.append(entry) }
        }
        if counts.written > 0 { try directory.synchronize() }
        return entries.sorted { $0.name < $1.name }
    }

    // MARK: The store

    private mutating func load() throws(RedoError) {
        let state = try repository.tasks().state
        tasks = Dictionary(state.tasks.map { ($0.id, $0) }) { first, _ in first }
        origins = ForeignOrigins(state, own: users)
        let organisation = try repository.family(Organisation.self)
        comments = Dictionary(grouping: organisation.comments, by: \.task)
        runningWork = Dictionary(
            grouping: organisation.work.filter { $0.end == nil }, by: \.task)
        let validation = try repository.validation()
        let graph = validation.graph
        heads = [:]
        for (number, nodes) in validation.heads().enumerated() {
            heads[graph.taskIDs[number]] = nodes.map { graph.id(of: $0).description }
        }
    }

    private func foreign(_ state: TaskState) -> ForeignTask {
        var task = origins.foreignForm(state, comments[state.id] ?? [], in: .icalendar)
        task.work = (runningWork[state.id] ?? []).compactMap(ForeignTask.WorkInterval.init)
        return task
    }

    /// True if a task is as it was when both sides were in step.
    private func isAsRecorded(_ state: TaskState, _ details: VdirRecord.Details) -> Bool {
        CanonicalJSON.bytes(foreign(state).json()) == CanonicalJSON.bytes(details.ours)
    }

    /// Creates and writes the nodes of what has changed in the folder.
    ///
    /// - Returns: the task of each new file, by its place.
    private mutating func writeNodes(
        _ plan: VdirPlan, _ context: borrowing CommandContext
    ) throws(RedoError) -> [Int: TaskID] {
        var made: [Int: TaskID] = [:]
        for (index, file) in plan.newFiles.enumerated() {
            made[index] = file.task.uid.flatMap { origins.task($0, of: .icalendar) }
        }
        let changed = plan.pairs.filter { $0.file != nil }
        var touched = changed.compactMap(\.details.task) + plan.gone.compactMap(\.details.task)
        touched += made.values
        touched = touched.filter { tasks[$0] != nil }
        let hasNew = plan.newFiles.indices.contains { made[$0] == nil }
        if touched.isEmpty, !hasNew { return made }
        let log =
            touched.isEmpty
            ? Log.empty : try repository.log(of: touched.map(\.description))
        var nodes: [String: Node] = [:]
        for node in log.nodes { nodes[node.id.description] = node }
        writesNodes = true
        try context.edit(repository, log, by: WritingRequest()) { (writer) throws(RedoError) in
            guard writer.dialect == .fields else {
                throw .usage("vdir needs the fields dialect")
            }
            for pair in changed { try apply(pair, nodes, log, &writer) }
            for entry in plan.gone { try trash(entry, &writer) }
            for (index, file) in plan.newFiles.enumerated() {
                if let task = made[index] { try join(file, task, log, &writer) }
            }
            try add(plan, &made, &writer)
        }
        return made
    }

    /// Applies what has changed in a file, on the heads that the task had when both were in step.
    private mutating func apply(
        _ pair: VdirPlan.Pair, _ nodes: [String: Node], _ log: Log,
        _ writer: inout TaskWriter
    ) throws(RedoError) {
        guard let file = pair.file, let id = pair.details.task, let state = tasks[id] else {
            return
        }
        guard writer.mayWrite(id) else {
            notes.append("\(pair.name): you may not change the task, which stays as it is")
            return
        }
        let base = resolved(task(pair.details.theirs))
        let wanted = resolved(file.task)
        let known = pair.details.heads.compactMap { nodes[$0] }
        let isApart = Set(pair.details.heads) != Set(heads[id] ?? [])
        let after = isApart && known.count == pair.details.heads.count ? known : nil
        var change = ForeignEdit(of: state, comments[id] ?? [], log, settings)
        if try change.write(toward: wanted, from: base, rules: &rules, after: after, &writer) {
            counts.edited += 1
            if state.isPutAway {
                notes.append("\(pair.name): the task is put away here; the change is in its log")
            }
        }
    }

    /// Moves the task of a file that is gone into the trash, unless it has changed here since.
    private mutating func trash(
        _ entry: VdirRecord.Entry, _ writer: inout TaskWriter
    ) throws(RedoError) {
        guard let id = entry.details.task, let state = tasks[id], !state.isPutAway else { return }
        guard isAsRecorded(state, entry.details) else {
            notes.append(
                "\(entry.name) was deleted, and its task changed here: it is written again")
            return
        }
        guard writer.mayWrite(id) else {
            notes.append("\(entry.name) was deleted, and you may not change its task")
            return
        }
        try writer.moveIntoTrash(state)
        counts.trashed += 1
    }

    /// Writes the differences between a file that the record does not have and its task as a separate head: no common
    /// state is recorded that a merge could start from.
    private mutating func join(
        _ file: VdirPlan.NewFile, _ id: TaskID, _ log: Log,
        _ writer: inout TaskWriter
    ) throws(RedoError) {
        guard let state = tasks[id], writer.mayWrite(id) else { return }
        let create = log.nodes.first { $0.taskID == id && $0.action == .create }
        var change = ForeignEdit(of: state, comments[id] ?? [], log, settings)
        let isChanged = try change.write(
            toward: resolved(file.task), from: nil, rules: &rules,
            after: create.map { [$0] }, &writer)
        if isChanged {
            counts.edited += 1
            joined.insert(id)
        }
    }

    /// Creates the tasks of new files that nothing here is known of, all together.
    private mutating func add(
        _ plan: VdirPlan, _ made: inout [Int: TaskID], _ writer: inout TaskWriter
    ) throws(RedoError) {
        let indices = plan.newFiles.indices.filter { made[$0] == nil }
        var found = ForeignTasks()
        found.tasks = indices.map { plan.newFiles[$0].task }
        let file = ForeignFile(name: directory.path, format: .icalendar, found: found)
        var run = ForeignImport([file], origins, settings)
        run.prepare(&writer)
        run.addNew(&writer)
        for (index, entry) in zip(indices, run.entries) {
            if let mistake = entry.mistake {
                notes.append("\(plan.newFiles[index].name) is left alone: \(mistake.reason)")
            } else {
                made[index] = entry.id
                counts.added += 1
            }
        }
    }

    /// The task with the ids of tasks for what it depends on; what is not known is left out.
    private func resolved(_ task: ForeignTask) -> ForeignTask {
        var task = task
        task.dependsOn = task.dependsOn.compactMap {
            origins.task($0, of: .icalendar)?.description
        }
        task.parent = task.parent.flatMap { origins.task($0, of: .icalendar)?.description }
        return task
    }

    private func task(_ json: JSONValue) -> ForeignTask {
        ForeignTask(json, settings)
    }

    // MARK: The folder

    /// Writes into a file what has changed here, or removes it if the task is put away.
    private mutating func settle(
        _ pair: VdirPlan.Pair, _ id: TaskID
    ) throws(RedoError) -> VdirRecord.Entry? {
        guard let state = tasks[id], !state.isPutAway else {
            try directory.remove(pair.name)
            counts.removed += 1
            return nil
        }
        let now = foreign(state)
        var details = pair.details
        if pair.file == nil, isAsRecorded(state, details) {
            details.heads = heads[id] ?? []
            return VdirRecord.Entry(
                name: pair.name, signature: pair.status.signature, details: details)
        }
        let known = task(details.ours)
        var groups = edit.differences(known, now)
        var text = pair.file?.text
        var theirs = pair.file?.task
        if let theirs {
            // What the file says itself needs no writing; what follows from it does, such as the next deadline.
            let changed = groups + edit.differences(task(details.theirs), theirs)
            groups = edit.differences(theirs, now).filter(changed.contains)
        }
        if text == nil, !groups.isEmpty, let status = try directory.status(of: pair.name),
            case .task(let task, let bytes, _) = directory.read(pair.name, status)
        {
            (text, theirs) = (bytes, task)
        }
        details.heads = heads[id] ?? []
        details.ours = now.json()
        guard !groups.isEmpty, let text, let theirs else {
            if let theirs { details.theirs = theirs.json() }
            return VdirRecord.Entry(
                name: pair.name, signature: pair.status.signature, details: details)
        }
        guard let new = edit.text(text, with: groups, of: keepingForeignRelations(of: theirs, now))
        else {
            notes.append("\(pair.name) cannot be edited: it does not have one whole VTODO")
            return VdirRecord.Entry(
                name: pair.name, signature: pair.status.signature, details: pair.details)
        }
        guard try directory.status(of: pair.name)?.signature == pair.status.signature else {
            // Someone has just written it: the next time both are compared again.
            return VdirRecord.Entry(
                name: pair.name, signature: pair.status.signature, details: pair.details)
        }
        let lostCount = CalendarProperties(settings).unwritableReminderCount(of: now)
        if lostCount > 0, groups.contains(.alarms) {
            notes.append(
                "\(pair.name): \(counted(lostCount, "alarm")) removed: "
                    + "the task lacks the date that they count from")
        }
        return try put(new, pair.name, details)
    }

    /// A task with the relations of its file to tasks that are not here.
    private func keepingForeignRelations(
        of file: ForeignTask, _ task: ForeignTask
    ) -> ForeignTask {
        var task = task
        func isForeign(_ uid: String) -> Bool {
            origins.task(uid, of: .icalendar) == nil
        }
        task.dependsOn += file.dependsOn.filter(isForeign)
        if task.parent == nil, let parent = file.parent, isForeign(parent) { task.parent = parent }
        return task
    }

    /// Notes a file that was not known, and writes into it what is otherwise here.
    private mutating func settle(
        _ file: VdirPlan.NewFile, _ id: TaskID
    ) throws(RedoError) -> VdirRecord.Entry {
        var details = VdirRecord.Details()
        (details.task, details.digest, details.heads) = (id, file.digest, heads[id] ?? [])
        details.theirs = file.task.json()
        if let state = tasks[id] { details.ours = foreign(state).json() }
        // What the heads are joined to is written into the file the next time.
        if joined.contains(id) { details.ours = details.theirs }
        return VdirRecord.Entry(
            name: file.name, signature: file.status.signature, details: details)
    }

    /// Writes a task that the folder does not have.
    private mutating func write(
        _ state: TaskState, to name: String?
    ) throws(RedoError) -> VdirRecord.Entry? {
        guard let name else { return nil }
        let task = foreign(state)
        var details = VdirRecord.Details()
        (details.task, details.heads) = (state.id, heads[state.id] ?? [])
        details.ours = task.json()
        return try put(CalendarWriter(settings).write([task]).bytes, name, details)
    }

    /// Writes a file and reads it again, as other programs will.
    private mutating func put(
        _ text: [UInt8], _ name: String, _ details: VdirRecord.Details
    ) throws(RedoError) -> VdirRecord.Entry? {
        try directory.write(text, to: name)
        counts.written += 1
        guard let status = try directory.status(of: name) else { return nil }
        var details = details
        switch directory.read(name, status) {
        case .task(let task, _, let digest):
            (details.digest, details.theirs) = (digest, task.json())
        case .other, .mistake: return nil
        }
        return VdirRecord.Entry(name: name, signature: status.signature, details: details)
    }

    /// `UID.ics`; nil if a file of that name is there, which is someone else's.
    private mutating func freeName(_ state: TaskState) throws(RedoError) -> String? {
        let uid = origins.uid(of: state, in: .icalendar) ?? state.id.description
        let isName = uid.utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20)
                || "-_.@".utf8.contains($0)
        }
        let base = isName && !uid.hasPrefix(".") && uid.utf8.count <= 200 ? uid : "\(state.id)"
        let name = "\(base).ics"
        guard try directory.status(of: name) == nil else {
            notes.append("\(name) already exists: '\(state.title.description)' gets no file")
            return nil
        }
        return name
    }
}
