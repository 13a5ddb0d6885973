import RedoCommandLine
import RedoInterchange
import RedoJSON
import RedoModel
import RedoStore
import RedoSystem

/// The custom fields of files of other programs, with the types that the configuration declares or that their values
/// have.
struct ImportedFieldTypes {
    /// A field without a declaration.
    struct Field {
        let name: JSONString
        /// Nil for values that no type has, or a name that is an option already.
        let type: ValueType?
    }

    /// A type of `field.<name>.type`, recognised by values.
    enum ValueType: String {
        case number, boolean, date, duration, text
    }

    /// The fields that the configuration does not declare, by name.
    let undeclared: [Field]
    private let settings: InterchangeSettings
    /// The type of each declared field that has one of these.
    private var declared: [JSONString: ValueType] = [:]

    /// A value and the format of its file.
    private typealias Value = (value: JSONValue, format: InterchangeFormat)

    /// - Parameters:
    ///   - options: names that a field cannot have.
    init(
        of files: [ForeignFile], _ catalog: TaskFieldCatalog, besideOptions options: Set<String>,
        _ settings: InterchangeSettings
    ) {
        self.settings = settings
        for field in catalog.own { declared[field.name] = Self.type(of: field.form) }
        let known = Set(catalog.own.map(\.name)).union(ImportedField.hidden)
        var values: [JSONString: [Value]] = [:]
        for file in files {
            for field in file.found.tasks.lazy.flatMap(\.fields)
            where !known.contains(field.name) && field.value != .null {
                values[field.name, default: []].append((field.value, file.format))
            }
        }
        undeclared = values.sorted { $0.key < $1.key }.map { name, values in
            let isOption = options.contains(name.description)
            return Field(name: name, type: isOption ? nil : Self.type(of: values, settings))
        }
    }

    private static func type(of form: TaskField.Form) -> ValueType? {
        switch form {
        case .number: .number
        case .boolean: .boolean
        case .date: .date
        case .duration: .duration
        default: nil
        }
    }

    // MARK: Types by values

    private static func type(of values: [Value], _ settings: InterchangeSettings) -> ValueType? {
        for type in [ValueType.boolean, .number, .date, .duration]
        where values.allSatisfy({ value($0.value, as: type, from: $0.format, settings) != nil }) {
            return type
        }
        return values.allSatisfy { $0.value.string != nil } ? .text : nil
    }

    /// A value in the form of a type; nil if it does not have the type.
    private static func value(
        _ value: JSONValue, as type: ValueType, from format: InterchangeFormat,
        _ settings: InterchangeSettings
    ) -> JSONValue? {
        let text = value.string?.description
        switch type {
        case .text: return text == nil ? nil : value
        case .boolean:
            if case .bool = value { return value }
            return nil
        case .number:
            if value.number != nil { return value }
            if format == .taskwarrior {
                return TaskwarriorExtra.number(value).map { .number($0) }
            }
            // A text such as 007 is not a number.
            guard let text, let number = Double(text), number.isFinite,
                CanonicalJSON.bytes(.number(number)).text == text
            else { return nil }
            return .number(number)
        case .date:
            guard let text else { return nil }
            if Instant(iso8601: text.utf8.span) != nil { return value }
            guard format != .taskwarrior, text.utf8.count == 10 else { return nil }
            return settings.day(text, endsDay: false).map { .text($0.wallText) }
        case .duration:
            return text.flatMap(ISODuration.minutes).map { .number($0) }
        }
    }

    // MARK: Declarations

    /// The fields that can be declared.
    var declarable: [Field] { undeclared.filter { $0.type != nil } }

    /// True if the undeclared fields are going to be declared.
    private(set) var isDeclaring = false

    /// A copy in which the undeclared fields are declared.
    func declaringAll() -> ImportedFieldTypes {
        var types = self
        types.isDeclaring = !declarable.isEmpty
        for field in undeclared { types.declared[field.name] = field.type }
        return types
    }

    /// A file whose fields have the forms of their declared types, as far as their values have these.
    func typed(_ file: ForeignFile) -> ForeignFile {
        guard !declared.isEmpty else { return file }
        var found = file.found
        for index in found.tasks.indices where !found.tasks[index].fields.isEmpty {
            found.tasks[index].fields = found.tasks[index].fields.map { field in
                let value = declared[field.name].flatMap {
                    Self.value(field.value, as: $0, from: file.format, settings)
                }
                return value.map { JSONMember(field.name, $0) } ?? field
            }
        }
        return ForeignFile(name: file.name, format: file.format, found: found)
    }

    /// Writes `field.<name>.type` of the undeclared fields into the store's configuration.
    func declare(in store: Store) throws(RedoError) {
        try ConfigurationFile(path: Store.configurationPath(store.path)).change { configuration in
            for field in declarable {
                guard let type = field.type,
                    let name = Configuration.Name("field.\(field.name).type")
                else { continue }
                configuration.set(name, to: type.rawValue)
            }
        }
    }

    /// The fields for people: `size (text), effort (duration)`.
    var description: String {
        undeclared.map { field in
            "\(field.name.printable) (\(field.type?.rawValue ?? "not declared"))"
        }.joined(separator: ", ")
    }
}

extension TaskFieldCatalog {
    /// A task whose durations have the form of Taskwarrior.
    func taskwarriorForm(of task: ForeignTask) -> ForeignTask {
        var task = task
        for (index, field) in task.fields.enumerated() {
            guard own.contains(where: { $0.name == field.name && $0.form == .duration }),
                let text = field.value.number.flatMap({ ISODuration.text(minutes: $0) })
            else { continue }
            task.fields[index] = JSONMember(field.name, .text(text))
        }
        return task
    }
}
