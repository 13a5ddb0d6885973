import RedoCommandLine
import RedoCrypto
import RedoInsight
import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// The completions of the beginning of a name, for shells.
///
/// They wait for it at a key press, so it reads indexes, and the content of the few nodes that it
/// shows; where a title has to begin so, lines are searched before any is read.
package struct NameCompletion {
    /// A name, and what is named for people.
    package struct Candidate {
        package let name: String
        package let description: String

        /// `<name>\t<description>`; nil for a name that a line cannot hold, or that reads as an option.
        package var line: String? {
            guard !name.isEmpty, name == name.printable, !name.hasPrefix("-") else { return nil }
            return "\(name)\t\(description.printable)\n"
        }
    }

    package let beginning: String

    package init(beginning: String) { self.beginning = beginning }

    /// The maximum number of candidates of a completion.
    static let maximumCount = 64

    // MARK: Tasks

    /// Without a beginning the tasks that changed last, else those whose ids begin so, else those with a title in which a
    /// word does.
    ///
    /// - Parameter aspect: which tasks; nil for all.
    func tasks(_ repository: Repository, _ aspect: TaskAspect?) throws(RedoError) -> [Candidate] {
        guard let log = try repository.indexedSource() else { return [] }
        let ids = Set(log.stored.taskIDs).sorted()
        if beginning.isEmpty, let aspect {
            return try latestTasks(ids, repository, log, aspect)
        }
        var chosen =
            beginning.isEmpty ? latestTasks(log) { _ in true } : tasksByID(ids)
        if chosen.isEmpty, !beginning.isEmpty {
            return try tasksByTitle(ids, repository, aspect)
        }
        var titles: [TaskID: String] = [:]
        if let replay = log.replay(of: Set(chosen), repository.rule(.effective)) {
            var state = replay.foldState()
            if let aspect { state = State(tasks: state.tasks.filter(aspect.includes)) }
            titles = state.printableTitles
            // Deleted ones have no name any more.
            chosen = chosen.filter { titles[$0] != nil }
        }
        return chosen.map {
            Candidate(name: shortestPrefix(of: $0, inSorted: ids), description: titles[$0] ?? "")
        }
    }

    /// The latest tasks of an aspect, for which the state of all is read.
    private func latestTasks(
        _ ids: [TaskID], _ repository: Repository, _ log: LogSource, _ aspect: TaskAspect
    ) throws(RedoError) -> [Candidate] {
        guard let tasks = try repository.soundTasks()?.state.tasks.filter(aspect.includes) else {
            return []
        }
        let titles = State(tasks: tasks).printableTitles
        return latestTasks(log) { titles[$0] != nil }.map {
            Candidate(name: shortestPrefix(of: $0, inSorted: ids), description: titles[$0] ?? "")
        }
    }

    private func latestTasks(_ log: LogSource, where isWanted: (TaskID) -> Bool) -> [TaskID] {
        guard let logIndex = log.index else { return [] }
        var tasks: [TaskID] = []
        var seen: Set<TaskID> = []
        for number in stride(from: logIndex.count - 1, through: 0, by: -1) {
            if tasks.count == Self.maximumCount { break }
            if let task = logIndex[number].taskID, seen.insert(task).inserted, isWanted(task) {
                tasks.append(task)
            }
        }
        return tasks
    }

    private func tasksByID(_ ids: [TaskID]) -> [TaskID] {
        guard let range = TaskID.range(ofPrefix: beginning) else { return [] }
        return Array(ids.elements(in: range).prefix(Self.maximumCount))
    }

    /// The tasks with a word in their titles that begins so, in either case; first those whose titles do.
    private func tasksByTitle(
        _ ids: [TaskID], _ repository: Repository, _ aspect: TaskAspect?
    ) throws(RedoError) -> [Candidate] {
        let pattern = FoldedText(pattern: beginning)
        guard !pattern.bytes.isEmpty else { return [] }
        let found = try repository.withListedTasks(areOpen: aspect?.isOfOpenTasks ?? false) {
            tasks throws(TaskDamage) in
            try tasks.parts { range throws(TaskDamage) in
                var found: [(isFirst: Bool, id: TaskID, title: String)] = []
                try tasks.forEach(in: range) { _, task in
                    guard aspect?.includes(task) ?? true,
                        FoldedText.canStand(pattern, in: task.title.utf8),
                        let isFirst = FoldedText(task.title.utf8).isWordBeginning(pattern)
                    else { return }
                    found.append((isFirst, task.id, task.title.description))
                }
                return [found]
            }.joined().flatMap(\.self)
        }
        return (found.filter(\.isFirst) + found.filter { !$0.isFirst }).prefix(Self.maximumCount)
            .map {
                Candidate(
                    name: $0.title, description: shortestPrefix(of: $0.id, inSorted: ids))
            }
    }

    // MARK: Nodes

    /// Without a beginning the latest nodes, else those whose ids begin so.
    func nodes(_ repository: Repository) throws(RedoError) -> [Candidate] {
        guard let log = try repository.indexedSource(), let logIndex = log.index else { return [] }
        var numbers: [Int] = []
        let digits = beginning.hasPrefix("sha256:") ? String(beginning.dropFirst(7)) : beginning
        guard let range = NodeID.range(ofPrefix: digits) else { return [] }
        for number in stride(from: logIndex.count - 1, through: 0, by: -1) {
            if numbers.count == Self.maximumCount { break }
            let id = logIndex.id(of: number)
            if range.contains(id) { numbers.append(number) }
        }
        let names = Abbreviations(log.stored.neighbours(of: numbers.map { logIndex.id(of: $0) }))
        let reader = LogIndexReader(logIndex)
        return numbers.map { number in
            let row = IndexedLogRow(number, of: logIndex, reader)
            let text = names.text(of: row.id)
            return Candidate(
                name: beginning.hasPrefix("sha256:") ? "sha256:\(text)" : text,
                description: "\(row.timestamp.wall.wallText.prefix(10)) \(row.subjectLine)")
        }
    }

    // MARK: Remotes and keys

    func remotes(_ repository: Repository) -> [Candidate] {
        var urls: [String: String] = [:]
        for entry in repository.store.configuration.layers.flatMap(\.entries)
        where entry.name.section == "remote" && entry.name.key == "url" {
            if let name = entry.name.subsection { urls[name] = entry.value ?? "" }
        }
        return urls.filter { $0.key.hasPrefix(beginning) }.sorted { $0.key < $1.key }
            .map { Candidate(name: $0.key, description: $0.value) }
    }

    func reports(_ configuration: LayeredConfiguration) -> [Candidate] {
        let reports = ConfiguredReports(configuration)
        return reports.names.sorted().filter { $0.hasPrefix(beginning) }
            .map { Candidate(name: $0, description: reports.summary(of: $0)) }
    }

    /// The values that a custom field takes, after `NAME=`; those of a field that takes any are not known.
    private func fieldValues(_ fields: [TaskField]) -> [Candidate] {
        let parts = beginning.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let field = fields.first(where: { $0.key == parts[0] }) else {
            return []
        }
        return field.knownValues.filter { $0.hasPrefix(parts[1]) }
            .map { Candidate(name: $0, description: field.label) }
    }

    func users(_ context: borrowing CommandContext) throws(RedoError) -> [Candidate] {
        let keys = try context.keyring().directory
        let users = try keys.users()
        return users.filter { $0.hasPrefix(beginning) }.map { Candidate(name: $0, description: "") }
    }

    func authors(_ context: borrowing CommandContext) throws(RedoError) -> [Candidate] {
        let authors = try context.openRepository().authors()
        return authors.users.sorted().filter { $0.description.hasPrefix(beginning) }
            .prefix(Self.maximumCount)
            .map { Candidate(name: $0.description, description: authors.text(of: $0)) }
    }
}

extension NameCompletion {
    func categories(_ context: borrowing CommandContext) throws(RedoError) -> [Candidate] {
        let organisation = try context.openRepository().family(Organisation.self)
        let names = CategoryNames(organisation)
        return organisation.categories.lazy
            .filter { $0.name.description.hasPrefix(beginning) }.prefix(Self.maximumCount).map {
                Candidate(name: $0.name.description, description: names.path(of: $0))
            }
    }
}

extension NameCompletion {
    /// The persons of the log by name, those of one name by id; then the users of keys that have no person.
    func persons(_ context: borrowing CommandContext) throws(RedoError) -> [Candidate] {
        let names = try context.personNames(try context.openRepository())
        let persons = names.people.persons
        let counts = Dictionary(grouping: persons, by: \.name).mapValues(\.count)
        var found: [Candidate] = []
        for person in persons {
            let name =
                counts[person.name] == 1
                ? person.name.description : person.id.digest.hexadecimal
            guard name.hasPrefix(beginning) else { continue }
            found.append(Candidate(name: name, description: names.text(of: .person(person.id))))
        }
        for user in names.authors.users.sorted()
        where names.people.person(of: user) == nil && user.description.hasPrefix(beginning) {
            found.append(
                Candidate(name: user.description, description: names.authors.text(of: user)))
        }
        return Array(found.prefix(Self.maximumCount))
    }
}

extension NameCompletion {
    /// The rooms that have not ended, the latest first: by their nicknames where these mean no other room, else by id.
    func rooms(_ context: borrowing CommandContext) throws(RedoError) -> [Candidate] {
        let rooms = try context.openRepository().rooms()
        let digits = beginning.lowercased()
        var found: [Candidate] = []
        for room in rooms.latestFirst {
            if room.state == .defunct, room.messages.isEmpty { continue }
            let id = room.id.digest.hexadecimal
            let names = room.roster.participants.map(\.nickname.description)
                .joined(separator: ",")
            let isClear = (try? rooms.room(named: names))?.id == room.id
            if isClear, names.hasPrefix(beginning) {
                found.append(Candidate(name: names, description: room.title()))
            } else if id.hasPrefix(digits), !isClear || !digits.isEmpty {
                found.append(Candidate(name: String(id.prefix(12)), description: room.title()))
            }
        }
        return Array(found.prefix(Self.maximumCount))
    }
}

extension NameCompletion {
    /// Prints the candidates of a kind, one a line.
    package static func print(
        _ kind: String, _ beginnings: [String], _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        guard let kind = NameKind(rawValue: kind) else {
            let kinds = NameKind.allCases.map(\.rawValue).joined(separator: ", ")
            throw .usage("there is nothing of the kind '\(kind)'; there are \(kinds)")
        }
        for beginning in beginnings {
            let candidates: [Candidate]
            do throws(RedoError) {
                candidates = try NameCompletion(beginning: beginning).candidates(kind, context)
            } catch {
                // The completion of a line must not be interrupted: the command itself will complain, of
                // damage, too.
                continue
            }
            for line in candidates.compactMap(\.line) { try context.print(line) }
        }
        context.incompleteness.forget()
        return .done
    }

    package func candidates(
        _ kind: NameKind, _ context: borrowing CommandContext
    ) throws(RedoError) -> [Candidate] {
        switch kind {
        case .task: try tasks(try context.openRepository(), nil)
        case .openTask: try tasks(try context.openRepository(), .open)
        case .archivedTask: try tasks(try context.openRepository(), .putAway)
        case .node: try nodes(try context.openRepository())
        case .remote: remotes(try context.openRepository())
        case .user: try users(context)
        case .author: try authors(context)
        case .person: try persons(context)
        case .room: try rooms(context)
        case .category: try categories(context)
        case .report: reports(try context.openStore().configuration)
        case .context:
            TaskContext.all(try context.openStore().configuration)
                .filter { $0.name.hasPrefix(beginning) }
                .map { Candidate(name: $0.name, description: $0.query) }
        case .template:
            try TemplateDirectory(context).names().filter { $0.hasPrefix(beginning) }
                .map { Candidate(name: $0, description: "") }
        case .field:
            try context.openStore().configuration.taskFields.own
                .filter { $0.key.hasPrefix(beginning) }
                .map { Candidate(name: $0.key, description: $0.label) }
        case .tag: try groups(.tag, context)
        case .project: try groups(.project, context)
        case .query: try queryParts(hasReports: false, context)
        case .reportOrQuery: try queryParts(hasReports: true, context)
        case .attribute: try attributes(context)
        case .sortKey: try sortKeys(try context.openStore().configuration.taskFields)
        case .when: dates()
        case .fieldValue: fieldValues(try context.openStore().configuration.taskFields.own)
        }
    }
}
