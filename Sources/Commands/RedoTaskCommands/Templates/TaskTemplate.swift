import RedoCommandLine
import RedoCommandParts
import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// Tasks that are added together, again and again: a JSON file (redo-template(1)).
///
/// ```
/// {"description": "…", "values": {"city": null},
///  "tasks": [{"name": "book", "title": "Fly to {city}", "due": "-30d"},
///            {"title": "Pack", "due": "-1d 18:00", "dependsOn": ["book"]}]}
/// ```
struct TaskTemplate {
    let name: String
    private let bytes: [UInt8]
    private let tasks: [JSONElement]
    /// The values of `{KEY}` in texts; nil for one without a default.
    let values: [String: String?]
    let description: String
    /// The name of each task, for those that depend on it; nil for a task without a name.
    private let taskNames: [String?]

    private static let maximumTaskCount = 500

    var count: Int { tasks.count }

    /// Reads a template, and checks all that can be told without a date or a store's categories.
    ///
    /// - Throws: wrong usage with line and column of the first mistake.
    init(
        _ name: String, reading bytes: [UInt8], _ fields: TaskFieldCatalog, now: Instant
    ) throws(RedoError) {
        self.name = name
        self.bytes = bytes
        do throws(TaskObject.Mistake) {
            let root = try Self.root(bytes)
            try Self.check(root, ["description", "values", "tasks"])
            values =
                try root["values"].map { (element) throws(TaskObject.Mistake) in
                    try Self.values(element)
                } ?? [:]
            description = root["description"]?.string?.description ?? ""
            if let text = root["description"], text.kind != .string {
                throw Self.mistake(text, "description must be text")
            }
            guard let list = root["tasks"], list.kind == .array,
                (1...Self.maximumTaskCount).contains(list.count)
            else {
                throw Self.mistake(
                    root["tasks"] ?? root,
                    "tasks must be an array of 1 to \(Self.maximumTaskCount) objects")
            }
            tasks = Array(list.elements)
            taskNames = try Self.names(of: tasks)
            try Self.refuseCircle(tasks, taskNames, "dependsOn", "the task depends on itself")
            try Self.refuseCircle(tasks, taskNames, "parent", "the task is a part of itself")
        } catch {
            throw Self.located(error, name, bytes)
        }
        let terms = TemplateTerms(
            fields: fields, values: values.mapValues { $0 ?? "x" }, start: now, due: now,
            ids: ids { UUIDValue(randomBytes: RandomBytes.bytes(count: 16)) }, names: nil)
        _ = try newTasks(terms)
    }

    private func ids(_ id: () -> UUIDValue) -> [String: TaskID] {
        var ids: [String: TaskID] = [:]
        for case let name? in taskNames { ids[name] = TaskID(id()) }
        return ids
    }

    // MARK: Using

    /// The tasks, with what their names and dates mean.
    ///
    /// - Throws: the first mistake, with its line and column.
    private func newTasks(
        _ terms: TemplateTerms, _ common: NewTask = NewTask()
    ) throws(RedoError) -> [NewTask] {
        var all: [NewTask] = []
        for object in tasks {
            var task = common
            do throws(TaskObject.Mistake) {
                try TaskObject.apply(object, to: &task, terms, ignoring: ["name"])
                if task.title.isEmpty { throw Self.mistake(object, "the task lacks 'title'") }
            } catch {
                throw Self.located(error, name, bytes)
            }
            all.append(task)
        }
        return all
    }

    /// Adds the tasks.
    ///
    /// - Parameters:
    ///   - said: values of keys.
    ///   - start: what dates are counted from.
    ///   - due: what dates with a minus sign are counted back from; nil if nothing is said.
    /// - Throws: wrong usage for a key that the template has not, one without a value, and `due` of a template that
    ///   does not count from it; else the first mistake, with its line and column.
    func add(
        _ said: [String: String], start: Instant, due: Instant?, _ repository: Repository,
        _ writer: inout TaskWriter, _ context: borrowing CommandContext
    ) throws(RedoError) -> [AddedTask] {
        var ids: [String: (id: UUIDValue, certificate: [JSONMember])] = [:]
        for case let name? in taskNames { ids[name] = writer.newID(.task) }
        let terms = TemplateTerms(
            fields: repository.store.configuration.taskFields, values: try values(with: said),
            start: start, due: due, ids: ids.mapValues { TaskID($0.id) },
            names: NamesOnDemand(repository))
        var common = NewTask()
        for field in terms.fields.own where writer.dialect == .fields {
            guard let text = field.fallback else { continue }
            common.set(JSONMember(field.name, try field.json(of: text, now: start)))
        }
        var tasks = try newTasks(terms, common)
        guard due == nil || terms.uses.due else {
            throw .usage("the template '\(name)' has no date relative to --due")
        }
        let titles = tasks.indices.compactMap { index in
            taskNames[index].flatMap { ids[$0] }.map { (TaskID($0.id), tasks[index].title) }
        }
        let echo = FieldEcho(
            repository, now: try context.now(), titles: Dictionary(titles) { $1 })
        var added: [AddedTask] = []
        for index in tasks.indices {
            do throws(RedoError) {
                try tasks[index].resolve(
                    by: "'every'", writer.dialect, options: RecurrenceOptions(), context)
                let task = try tasks[index].write(
                    &writer, as: taskNames[index].flatMap { ids[$0] })
                added.append(try AddedTask(task, tasks[index], echo))
            } catch {
                throw Self.located(
                    TaskObject.Mistake(offset: self.tasks[index].offset, error: error), name, bytes)
            }
        }
        return added
    }

    private func values(with said: [String: String]) throws(RedoError) -> [String: String] {
        var all: [String: String] = [:]
        for (key, value) in values {
            guard let value = said[key] ?? value else {
                throw .usage("the template '\(name)' needs --set \(key)=...")
            }
            all[key] = value
        }
        if let key = said.keys.sorted().first(where: { values[$0] == nil }) {
            let known = values.keys.sorted().joined(separator: ", ")
            throw .usage(
                "the template '\(name)' has no value '\(key.printable)'",
                hints: known.isEmpty ? [] : ["there are \(known)"])
        }
        return all
    }
}

// MARK: Reading

extension TaskTemplate {
    private static func mistake(_ element: JSONElement, _ text: String) -> TaskObject.Mistake {
        TaskObject.Mistake(offset: element.offset, error: .usage(text))
    }

    private static func located(
        _ mistake: TaskObject.Mistake, _ name: String, _ bytes: [UInt8]
    ) -> RedoError {
        let (line, column) = lineAndColumn(of: mistake.offset, in: bytes)
        return mistake.error.at("template '\(name)', line \(line), column \(column)")
    }

    private static func root(_ bytes: [UInt8]) throws(TaskObject.Mistake) -> JSONElement {
        let root: JSONElement
        do throws(JSONError) {
            root = try JSONDocument(bytes).root
        } catch {
            throw TaskObject.Mistake(
                offset: error.offset, error: .usage("not I-JSON: \(error.reason.rawValue)"))
        }
        guard root.kind == .object else { throw mistake(root, "a template is an object") }
        return root
    }

    private static func check(
        _ object: JSONElement, _ names: [String]
    ) throws(TaskObject.Mistake) {
        for member in object.members where !names.contains(member.name.description) {
            throw TaskObject.Mistake(
                offset: member.offset,
                error: .usage(
                    "'\(member.name.printable)' is not a member of a template",
                    hints: ["there are \(names.joined(separator: ", "))"]))
        }
    }

    private static func values(
        _ object: JSONElement
    ) throws(TaskObject.Mistake) -> [String: String?] {
        guard object.kind == .object else {
            throw mistake(object, "values must be an object")
        }
        var values: [String: String?] = [:]
        for member in object.members {
            let key = member.name.description
            guard isKey(key) else {
                throw TaskObject.Mistake(
                    offset: member.offset,
                    error: .usage("'\(key.printable)' is not a key: letters and digits"))
            }
            guard member.value.kind == .null || member.value.kind == .string else {
                throw mistake(member.value, "\(key) must be text, or null for a required value")
            }
            values[key] = .some(member.value.string?.description)
        }
        return values
    }

    /// True if a text is a key of values: ASCII letters and digits, a letter first.
    static func isKey(_ text: String) -> Bool {
        guard let first = text.utf8.first, (0x61...0x7A).contains(first | 0x20) else {
            return false
        }
        return text.utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20)
        }
    }

    private static func names(
        of tasks: [JSONElement]
    ) throws(TaskObject.Mistake) -> [String?] {
        var names: [String?] = []
        for task in tasks {
            guard task.kind == .object else { throw mistake(task, "a task is an object") }
            guard let element = task["name"] else {
                names.append(nil)
                continue
            }
            guard let name = element.string?.description, !isBlank(name) else {
                throw mistake(element, "name must be text that is not empty")
            }
            if names.contains(name) {
                throw mistake(element, "two tasks have the name '\(name.printable)'")
            }
            names.append(name)
        }
        return names
    }

    /// Refuses tasks that name themselves in a member, through others or alone.
    private static func refuseCircle(
        _ tasks: [JSONElement], _ names: [String?], _ member: StaticString, _ mistake: String
    ) throws(TaskObject.Mistake) {
        let before = tasks.map { task in
            let value = task[member]
            let texts = value?.string.map { [$0] } ?? value?.elements.compactMap(\.string) ?? []
            return texts.compactMap { name in
                names.firstIndex(of: name.description)
            }
        }
        for index in tasks.indices {
            var rest = before[index]
            var seen = Set(rest)
            while let next = rest.popLast() {
                if next == index {
                    throw Self.mistake(
                        tasks[index][member] ?? tasks[index],
                        "\(mistake), through others or alone")
                }
                for further in before[next] where seen.insert(further).inserted {
                    rest.append(further)
                }
            }
        }
    }
}
