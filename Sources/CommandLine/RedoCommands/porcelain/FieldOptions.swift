import RedoCommandLine
import RedoJSON
import RedoModel
import RedoRepository
import RedoSystem

/// Options that set fields which the payload dialect does not have: those of the table, and one's own.
enum FieldOptions {
    /// The options that every call has.
    static let all: [OptionSpecification] = [
        .setting(.project, "what it belongs to, such as home.garden; none takes it away"),
        .setting(.category, "its category, by name or id; none takes it away"),
        .setting(.dependsOn, "a task that has to be done before; -TASK takes one away, none all"),
        .setting(.wait, "hide it from lists until then; none shows it"),
        .setting(.scheduled, "when it is to be begun; none takes that away"),
        .setting(.until, "archive it after that; none keeps it"),
    ]

    /// Whether an option of some fields is given.
    static func areGiven(_ arguments: Arguments, _ fields: TaskFieldCatalog) -> Bool {
        settable(fields).contains { !arguments.values(.setting($0, "")).isEmpty }
    }

    /// The fields whose options are here: those of the payload dialect, tags and estimates have their own.
    private static func settable(_ fields: TaskFieldCatalog) -> [TaskField] {
        fields.fields(usedAs: .option).filter {
            $0.origin != .version1 && $0 != .tags && $0 != .estimate
        }
    }

    /// The members that the options set.
    ///
    /// - Parameter task: that is changed; nil for a new one, which gets the defaults of one's own fields.
    /// - Throws: wrong usage for a value of another form, a circle of dependencies, and in the payload dialect;
    ///   NAME_001 and NAME_002 for a name of a task.
    static func members(
        of task: TaskState?, _ repository: Repository, _ dialect: Dialect,
        _ context: borrowing CommandContext
    ) throws(RedoError) -> [JSONMember] {
        let now = try context.now()
        var members: [JSONMember] = []
        for field in settable(repository.store.configuration.taskFields) {
            let values = context.arguments.values(.setting(field, ""))
            if let last = values.last {
                guard dialect == .fields else {
                    throw .usage(
                        "the payload dialect has no field '\(field.key)'",
                        hints: ["--dialect fields writes it; other clients keep it"])
                }
                let value: JSONValue =
                    switch field.form {
                    case .tasks: try dependencies(values, of: task, repository)
                    case .uuid: try category(last, repository)
                    default: try field.json(of: last, now: now)
                    }
                members.append(JSONMember(field.name, value))
            } else if task == nil, dialect == .fields, let fallback = field.fallback {
                members.append(JSONMember(field.name, try field.json(of: fallback, now: now)))
            }
        }
        return members
    }

    /// The id of a category, which is named as in ``CategoryNames/category(named:)``.
    private static func category(
        _ name: String, _ repository: Repository
    ) throws(RedoError) -> JSONValue {
        if name == "none" { return .null }
        let names = CategoryNames(try repository.family(Organisation.self))
        return .string(JSONString(try names.category(named: name).id.text))
    }

    private static func dependencies(
        _ names: [String], of task: TaskState?, _ repository: Repository
    ) throws(RedoError) -> JSONValue {
        let tasks = try repository.tasks()
        let known = TaskNames(tasks.ids, repository.options.describe) { tasks.state.tasks }
        var ids = task?.dependencies ?? []
        for name in names {
            if name == "none" {
                ids = []
                continue
            }
            let isRemoved = name.hasPrefix("-")
            let id = try known.id(
                named: isRemoved || name.hasPrefix("+") ? String(name.dropFirst()) : name)
            if isRemoved {
                ids.removeAll { $0 == id }
            } else if !ids.contains(id) {
                ids.append(id)
            }
        }
        if let task, tasks.state.reaches(task.id, from: ids) {
            throw .usage(
                "a task cannot depend on itself: \(task.title.printable) would, through others or alone"
            )
        }
        return ids.isEmpty && task == nil
            ? .null : .array(ids.map { .string(JSONString($0.description)) })
    }
}

extension State {
    /// Whether a task is among some others or what they depend on.
    ///
    /// - Complexity: O(t) for t tasks with as many dependencies.
    fileprivate func reaches(_ task: TaskID, from others: [TaskID]) -> Bool {
        var rest = others
        var seen = Set(others)
        while let id = rest.popLast() {
            if id == task { return true }
            for next in self[id]?.dependencies ?? [] where seen.insert(next).inserted {
                rest.append(next)
            }
        }
        return false
    }
}
