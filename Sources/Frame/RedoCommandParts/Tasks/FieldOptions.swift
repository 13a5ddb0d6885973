import RedoCommandLine
import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// Options that set fields which the payload dialect does not have: those of the table, and custom ones.
package struct FieldOptions: Sendable {
    /// The options that every call has.
    package static let all: [OptionSpecification] = [
        .setting(.project, "what it belongs to, such as home.garden; none removes it"),
        .setting(.category, "its category, by name or id; none removes it"),
        .setting(.dependsOn, "a task that must be done first; -TASK removes one, none removes all"),
        .setting(.parent, "the task that it is a part of; none removes this"),
        .setting(.wait, "hide it from lists until this time; none shows it again"),
        .setting(.scheduled, "when to start on it; none removes this"),
        .setting(.until, "archive it after this time; none keeps it"),
    ]

    /// The options that are given, with their values.
    private let given: [(name: String, values: [String])]

    package init(_ arguments: Arguments) {
        given = (Self.all + arguments.customOptions).compactMap { option in
            let values = arguments.values(option)
            return values.isEmpty ? nil : (option.name, values)
        }
    }

    /// True if no option is given.
    package var isEmpty: Bool { given.isEmpty }

    /// The values of the option of a field, in their order; none if it is not given.
    package func values(of field: TaskField) -> [String] {
        given.first { $0.name == field.key }?.values ?? []
    }

    /// True if an option of some fields is given.
    package static func areGiven(_ arguments: Arguments, _ fields: TaskFieldCatalog) -> Bool {
        settable(fields).contains { !arguments.values(.setting($0, "")).isEmpty }
    }

    /// The fields whose options are here: those of the payload dialect, tags and estimates have their own.
    private static func settable(_ fields: TaskFieldCatalog) -> [TaskField] {
        fields.fields(usedAs: .option).filter {
            $0.origin != .version1 && $0 != .tags && $0 != .estimate
        }
    }

    /// The changes that the options request. Names are looked up here, once for any number of tasks.
    ///
    /// - Parameter isNew: whether the task is a new one, which gets the defaults of custom fields.
    /// - Throws: wrong usage for a value of another form, and in the payload dialect; NAME_001 and NAME_002 for a
    ///   name of a task.
    package func changes(
        isNew: Bool, _ repository: Repository, _ dialect: Dialect, now: Instant
    ) throws(RedoError) -> [FieldChange] {
        var changes: [FieldChange] = []
        for field in Self.settable(repository.store.configuration.taskFields) {
            let values = values(of: field)
            if !values.isEmpty {
                changes.append(try Self.change(of: field, values, repository, dialect, now: now))
            } else if isNew, dialect == .fields, let fallback = field.fallback {
                let value = try field.json(of: fallback, now: now)
                changes.append(.value(JSONMember(field.name, value)))
            }
        }
        return changes
    }

    /// The members that the options set of a task.
    ///
    /// - Parameter task: that is changed; nil for a new one.
    /// - Throws: as ``changes(isNew:_:_:now:)``, and wrong usage for a circle of dependencies.
    package func members(
        of task: TaskState?, _ repository: Repository, _ dialect: Dialect, now: Instant
    ) throws(RedoError) -> [JSONMember] {
        var members: [JSONMember] = []
        for change in try changes(isNew: task == nil, repository, dialect, now: now) {
            members.append(try change.member(of: task))
        }
        return members
    }

    /// The value of some texts: the last one, or all of them for a field with several values.
    ///
    /// - Throws: as ``changes(isNew:_:_:now:)``.
    static func change(
        of field: TaskField, _ texts: [String], _ repository: Repository, _ dialect: Dialect,
        now: Instant
    ) throws(RedoError) -> FieldChange {
        try check(field, dialect)
        let last = texts.last ?? "none"
        switch field.form {
        case .tasks:
            let known = try DependencyChanges(repository)
            return .dependencies(known, texts.map(DependencyChanges.Step.init))
        case .task:
            return .parent(try ParentChange(repository), named: last)
        case .uuid:
            return .value(JSONMember(field.name, try category(last, repository)))
        default:
            return .value(JSONMember(field.name, try field.json(of: last, now: now)))
        }
    }

    /// - Throws: wrong usage for a field that the dialect does not have.
    package static func check(_ field: TaskField, _ dialect: Dialect) throws(RedoError) {
        guard dialect == .fields else {
            throw .usage(
                "with redo.dialect = payload there is no field '\(field.key)'",
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
}

/// The change of a field by an option.
package enum FieldChange {
    case value(JSONMember)
    case dependencies(DependencyChanges, [DependencyChanges.Step])
    /// Another whole, by its name; `none` for none.
    case parent(ParentChange, named: String)

    /// The field of a task.
    ///
    /// - Parameter task: nil for a new one.
    /// - Throws: wrong usage for a circle; NAME_001 and NAME_002 for a name of a task.
    package func member(of task: TaskState?) throws(RedoError) -> JSONMember {
        switch self {
        case .value(let member): return member
        case .dependencies(let known, let steps):
            let ids = try known.dependencies(of: task, after: steps)
            let value = ids.isEmpty && task == nil ? .null : DependencyChanges.json(ids)
            return JSONMember(TaskField.dependsOn.name, value)
        case .parent(let change, let name):
            return JSONMember(TaskField.parent.name, try change.json(named: name, of: task))
        }
    }
}
