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
                try check(field, dialect)
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

    /// - Throws: wrong usage for a field that the dialect does not have.
    static func check(_ field: TaskField, _ dialect: Dialect) throws(RedoError) {
        guard dialect == .fields else {
            throw .usage(
                "the payload dialect has no field '\(field.key)'",
                hints: ["--dialect fields writes it; other clients keep it"])
        }
    }

    /// The id of a category, which is named as in ``CategoryNames/category(named:)``.
    private static func category(
        _ name: String, _ repository: Repository
    ) throws(RedoError) -> JSONValue {
        if name == "none" { return .null }
        let names = CategoryNames(try repository.family(Organisation.self))
        return .string(JSONString(try names.category(named: name).id.text))
    }

    /// The tasks that a task waits for after a change, where `-NAME` takes one away, and `none` all before.
    private static func dependencies(
        _ words: [String], of task: TaskState?, _ repository: Repository
    ) throws(RedoError) -> JSONValue {
        let steps = words.map { word -> DependencyChanges.Step in
            if word == "none" { return .removeAll }
            if word.hasPrefix("-") { return .remove(String(word.dropFirst())) }
            return .add(word.hasPrefix("+") ? String(word.dropFirst()) : word)
        }
        let ids = try DependencyChanges(repository).dependencies(of: task, after: steps)
        return ids.isEmpty && task == nil ? .null : DependencyChanges.json(ids)
    }
}
