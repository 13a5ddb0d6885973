import RedoCommandLine
import RedoCommandParts
import RedoInterchange
import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// An import of tasks of other programs: which are new, which are known, and what becomes of each.
struct ForeignImport {
    /// The outcome of an entry of a file.
    enum Result: String {
        case added, known, restored, updated, unchanged, refused
    }

    /// An entry of a file, as the report has it.
    struct Entry {
        let file: String
        let format: InterchangeFormat
        var task: ForeignTask
        var origin: JSONString
        var id: TaskID?
        var result: Result
        /// Why it was refused.
        var mistake: ForeignMistake?
    }

    private(set) var entries: [Entry] = []
    private let origins: ForeignOrigins
    private let settings: InterchangeSettings
    private var rules: ForeignRules
    /// The ids of new tasks, by their origins.
    private var ids: [JSONString: (id: UUIDValue, certificate: [JSONMember])] = [:]
    private var links = ForeignLinks()

    init(_ files: [ForeignFile], _ origins: ForeignOrigins, _ settings: InterchangeSettings) {
        self.origins = origins
        self.settings = settings
        rules = ForeignRules(now: settings.now)
        // Bytes tell uids apart, where texts would ignore how accents are written.
        var seen: [JSONString: Int] = [:]
        for file in files {
            var digests = ForeignDigests()
            for task in file.found.tasks {
                let uid = task.uid ?? digests.uid(of: task)
                let origin = ForeignOrigins.name(uid, of: file.format)
                let known = origins.task(uid, of: file.format)
                var entry = Entry(
                    file: file.name, format: file.format, task: task, origin: origin, id: known,
                    result: known == nil ? .added : .known)
                let key = known.map { JSONString($0.description) } ?? origin
                if let line = seen[key] {
                    entry.result = .refused
                    entry.mistake = ForeignMistake(
                        "the uid '\(uid.prefix(80))' is on line \(line) already", line: task.line)
                } else {
                    seen[key] = task.line
                }
                entries.append(entry)
            }
            for mistake in file.found.mistakes {
                entries.append(
                    Entry(
                        file: file.name, format: file.format, task: ForeignTask(), origin: "",
                        id: nil, result: .refused, mistake: mistake))
            }
        }
    }

    func count(_ result: Result) -> Int { entries.count { $0.result == result } }

    /// The tasks that are known, for an update.
    var knownTasks: [TaskID] { entries.filter { $0.result == .known }.compactMap(\.id) }

    // MARK: Writing

    /// Draws the ids of new tasks, and determines what depends on what.
    mutating func prepare(_ writer: inout TaskWriter) {
        let added = entries.filter { $0.result == .added }.map(\.origin)
        let source = writer.newIDs
        let drawn = Parallel.map(count: added.count) { $0.map { _ in source.draw(.task) } }
        for (origin, id) in zip(added, drawn) { ids[origin] = id }
        let known = ids
        links = ForeignLinks(of: entries, origins) { known[$0].map { TaskID($0.id) } }
        for remark in links.remarks { entries[remark.entry].task.remarks.append(remark.text) }
    }

    /// Creates the nodes of all new tasks.
    mutating func addNew(_ writer: inout TaskWriter) {
        var indices: [Int] = []
        var tasks: [NewForeignTask] = []
        for index in entries.indices where entries[index].result == .added {
            guard let id = ids[entries[index].origin] else { continue }
            let recurrence = rules.fields(of: &entries[index].task)
            var task = entries[index].task
            task.parent = links.parents[index]?.description
            let new = NewForeignTask(
                task: task, id: id.id, certificate: id.certificate,
                origin: entries[index].origin, dependencies: links.dependencies[index] ?? [],
                recurrence: recurrence, now: settings.now)
            tasks.append(new)
            indices.append(index)
            entries[index].id = TaskID(id.id)
        }
        let new = tasks
        let errors = writer.add(newTasks: new.count) { new[$0].chain($1) }
        for (index, error) in zip(indices, errors) {
            if let error {
                entries[index].result = .refused
                entries[index].mistake = ForeignMistake(
                    error.message, line: entries[index].task.line)
            } else if entries[index].task.status == .deleted, let id = entries[index].id {
                writer.noteTrashed(id)
            }
        }
    }

    /// Tasks that are known and put away, although a file has them as open, which only the user put away, and not undo.
    private(set) var archived: [TaskID] = []

    /// The entries whose import an undo has taken back, and that came back.
    private var undone: Set<Int> = []

    /// True if an undo has taken the import of a task back, and the task comes back.
    var hasUndone: Bool { !undone.isEmpty }

    /// The tasks that are known and put away, although a file has them as open, or as done as an import brought them.
    var putAwayTasks: [TaskID] {
        entries.filter { entry in
            guard entry.result == .known, let state = entry.id.flatMap({ origins[$0] }),
                state.isPutAway
            else { return false }
            return entry.task.status == .open
                || entry.task.status == .completed && state.wasDone && !state.isInTrash
        }.compactMap(\.id)
    }

    /// Brings back the tasks that are in the trash, or that an undo archived, although a file has them: undo takes an
    /// import back by archiving what it added, and by settling what was done. What the user archived stays.
    ///
    /// - Parameters:
    ///   - log: with the nodes of these tasks.
    ///   - records: the operations of the store.
    mutating func restore(
        _ log: Log, _ records: OperationRecords, _ writer: inout TaskWriter
    ) throws(RedoError) {
        let tasks = Set(putAwayTasks)
        if tasks.isEmpty { return }
        var histories = TaskHistories(log.replay)
        let operations = records.numbersByNode()
        let undos = records.nodesOfUndos()
        for slot in entries.indices where entries[slot].result == .known {
            guard let id = entries[slot].id, tasks.contains(id), let state = histories.task(id)
            else { continue }
            let isUndone = histories.isArchived(id, by: undos)
            guard state.isInTrash || isUndone else {
                if entries[slot].task.status == .open { archived.append(id) }
                continue
            }
            guard writer.mayWrite(id) else {
                entries[slot].result = .refused
                entries[slot].mistake = ForeignMistake(
                    "the task is put away and shared, and you may not change it",
                    line: entries[slot].task.line)
                continue
            }
            _ = try writer.bringBack(state, &histories, operations)
            entries[slot].result = .restored
            if isUndone { undone.insert(slot) }
        }
    }

    /// Creates the nodes of what differs in tasks that are known. Of what a file does not say the fields are taken away that
    /// an import set and nothing has changed since.
    ///
    /// - Parameters:
    ///   - organisation: the comments and the work of the log.
    ///   - isWhole: false for tasks alone whose import an undo has taken back.
    mutating func update(
        _ log: Log, _ organisation: Organisation, isWhole: Bool, _ writer: inout TaskWriter
    ) throws(RedoError) {
        let comments = Dictionary(grouping: organisation.comments, by: \.task)
        let work = Dictionary(grouping: organisation.work, by: \.task)
        let isRestored = count(.restored) > 0
        let log = isRestored ? writer.currentLog() : log
        var histories = isRestored ? TaskHistories(log.replay) : nil
        for index in entries.indices
        where isWhole
            && (entries[index].result == .known || entries[index].result == .restored)
            || undone.contains(index)
        {
            guard let id = entries[index].id, let state = histories?.task(id) ?? origins[id] else {
                continue
            }
            guard writer.mayWrite(id) else {
                entries[index].result = .refused
                entries[index].mistake = ForeignMistake(
                    "the task is shared, and you may not change it", line: entries[index].task.line)
                continue
            }
            var wanted = entries[index].task
            if entries[index].format == .taskwarrior {
                let fields = state.fields.extraMembers.map(ForeignField.neutral)
                wanted = wanted.withFields(formerly: fields)
            }
            wanted.dependsOn = (links.dependencies[index] ?? []).map(\.description)
            wanted.parent = links.parents[index]?.description
            wanted.uid = id.description
            var edit = ForeignEdit(
                of: state, comments[id] ?? [], log, settings, ImportedFields(of: state, log))
            var isChanged = try edit.write(
                toward: wanted, from: nil, rules: &rules, after: nil, &writer)
            if try write(wanted.work, of: state, besides: work[id] ?? [], &writer) {
                isChanged = true
            }
            if entries[index].result == .known {
                entries[index].result = isChanged ? .updated : .unchanged
            }
        }
    }

    /// Creates the nodes of intervals of work that the log does not have.
    ///
    /// - Returns: whether there are any.
    private func write(
        _ wanted: [ForeignTask.WorkInterval], of task: TaskState,
        besides known: [Organisation.WorkInterval], _ writer: inout TaskWriter
    ) throws(RedoError) -> Bool {
        let starts = Set(known.compactMap(\.start.instant))
        let new = wanted.filter { !starts.contains($0.start) }
        for interval in new {
            for step in interval.steps(writer.newID(.work)) {
                try writer.add(familyNode: step.action, of: task.id, step.fields)
            }
        }
        return !new.isEmpty
    }
}

extension TaskState {
    /// True if it is done, or was before its completions were settled.
    fileprivate var wasDone: Bool { isDone || isDraft && !todos.isEmpty }
}
