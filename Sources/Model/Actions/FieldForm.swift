import RedoJSON
import RedoSystem

/// The form that a field's value must have (protocol, sections 1 and 3).
enum FieldForm {
    case text
    case nonEmptyText
    case bool
    case nonNegativeNumber
    case integer(atLeast: Int, atMost: Int = greatestExactInteger)
    /// `YYYY-MM-DDTHH:MM:SS[.1–9 digits](Z|±HH:MM)`.
    case time
    /// A UUID: lower case in the payload dialect, either case in the fields dialect.
    case uuid
    /// Ids, at least one.
    case idList
    case any

    /// What is wrong with a value; nil where nothing is.
    func mistake(in value: JSONElement, _ dialect: Dialect) -> (code: ErrorCode, expected: String)?
    {
        switch self {
        case .text: value.kind == .string ? nil : (.schemaMismatch, "text")
        case .nonEmptyText:
            value.kind == .string && value.withCharacters { !$0.isEmpty }
                ? nil : (.schemaMismatch, "text that is not empty")
        case .bool: value.kind == .bool ? nil : (.schemaMismatch, "true or false")
        case .nonNegativeNumber:
            (value.number ?? -1) >= 0 ? nil : (.schemaMismatch, "a number of 0 or more")
        case .integer(let least, let most):
            if let integer = value.integer, integer >= least, integer <= most {
                nil
            } else if most == greatestExactInteger {
                (.schemaMismatch, "an integer of \(least) or more")
            } else {
                (.schemaMismatch, "an integer from \(least) to \(most)")
            }
        case .time:
            value.withCharacters { Instant(iso8601: $0) } != nil
                ? nil : (.schemaMismatch, "a time such as 2025-01-31T09:00:00.000Z")
        case .uuid:
            value.withCharacters { UUIDValue(text: $0, dialect.uuidSpelling) } != nil
                ? nil : (.schemaMismatch, "a UUID")
        case .idList: Self.mistake(inIDs: value)
        case .any: nil
        }
    }

    private static func mistake(inIDs value: JSONElement) -> (code: ErrorCode, expected: String)? {
        guard value.kind == .array, value.count > 0 else {
            return (.schemaMismatch, "an array of ids that is not empty")
        }
        var mistake: (code: ErrorCode, expected: String)?
        for element in value.elements {
            guard element.kind == .string else {
                mistake = mistake ?? (.schemaMismatch, "an array of ids")
                continue
            }
            if element.nodeID == nil {
                return (.encodingViolation, "ids of sha256: and 64 lower-case hexadecimal digits")
            }
        }
        return mistake
    }
}

extension Dialect {
    var uuidSpelling: UUIDValue.Spelling { self == .payload ? .lowercase : .anyCase }
}

extension JSONElement {
    /// The id that this is; nil for anything else.
    var nodeID: NodeID? { withCharacters { NodeID(text: $0) } }
}

/// The fields of an action in one dialect.
struct ActionForm {
    struct Field {
        let name: StaticString
        let form: FieldForm
        var isRequired = false
    }

    var fields: [Field]
    /// Whether other fields may stand beside these: kept verbatim in the fields dialect, refused in
    /// the payload dialect.
    let isOpen: Bool
    /// How many parents a node of this action has.
    let parentCount: ClosedRange<Int>

    static let greatestParentCount = 10

    /// - Returns: nil for an action that the dialect does not have.
    init?(_ action: Action, _ dialect: Dialect) {
        let isPayload = dialect == .payload
        isOpen = !isPayload
        parentCount =
            switch action {
            case .merge: 2...Self.greatestParentCount
            case .create where isPayload: 0...0
            case _ where isPayload: 1...1
            default: 0...Self.greatestParentCount
            }
        switch action {
        case .create: fields = Self.taskFields(dialect, titleIsRequired: true)
        case .update: fields = Self.taskFields(dialect, titleIsRequired: false)
        case .createTodo: fields = Self.newTodoFields(dialect)
        case .addTodo:
            if isPayload { return nil }
            fields = Self.newTodoFields(dialect)
        case .completeTodo:
            fields = [
                Field(name: "todoTaskId", form: .uuid, isRequired: true),
                Field(name: "completed", form: .time, isRequired: true),
                Field(name: "notes", form: .text),
            ]
        case .complete:
            if isPayload { return nil }
            fields = [Field(name: "completedAt", form: .time)]
        case .snooze:
            fields = [
                Field(name: "todoTaskId", form: .uuid, isRequired: isPayload),
                Field(name: "daysToExtend", form: .integer(atLeast: 1)),
                Field(name: "newDeadline", form: .time),
            ]
            if !isPayload { fields.append(Field(name: "snoozeUntil", form: .time)) }
        case .archive, .unarchive: fields = []
        case .delete: fields = [Field(name: "deletedChain", form: .idList, isRequired: isPayload)]
        case .merge:
            // In the payload dialect MergeReader looks at the whole shape.
            fields = Self.taskFields(.fields, titleIsRequired: false)
            fields.append(Field(name: "completedAt", form: .time))
        case .other:
            if isPayload { return nil }
            fields = []
        }
    }

    private static func taskFields(_ dialect: Dialect, titleIsRequired: Bool) -> [Field] {
        let isPayload = dialect == .payload
        return [
            Field(name: "title", form: .nonEmptyText, isRequired: titleIsRequired),
            Field(name: "description", form: .text),
            Field(name: "privacy", form: .bool),
            Field(
                name: "storyPoints", form: isPayload ? .integer(atLeast: 0) : .nonNegativeNumber),
            Field(name: "priority", form: .integer(atLeast: 1, atMost: 5)),
            Field(name: "frequencyDays", form: .integer(atLeast: isPayload ? 1 : 0)),
        ]
    }

    private static func newTodoFields(_ dialect: Dialect) -> [Field] {
        let isPayload = dialect == .payload
        var fields = [
            Field(name: "todoTaskId", form: .uuid, isRequired: isPayload),
            Field(name: "deadline", form: .time, isRequired: isPayload),
            Field(name: "notes", form: .text),
        ]
        if !isPayload { fields.append(Field(name: "title", form: .text)) }
        return fields
    }
}

extension TaskFields {
    /// Names that an UPDATE must not carry: members that replay computes, and the envelope's own.
    static let reserved: [StaticString] = [
        "guid", "todoTasks", "created", "archived", "archive", "deleted",
        "id", "version", "parents", "timestamp", "author", "action", "taskId", "data", "signature",
    ]
}

extension TaskFields {
    /// Whether a value has the form that the fields dialect demands of a task's field of that name;
    /// any value has for one that it does not know.
    package static func isWellFormed(_ value: JSONValue, named name: JSONString) -> Bool {
        let computed: [ActionForm.Field] = [
            ActionForm.Field(name: "archived", form: .bool),
            ActionForm.Field(name: "completedAt", form: .time),
            ActionForm.Field(name: "snoozedUntil", form: .time),
        ]
        let fields = computed + (ActionForm(.create, .fields)?.fields ?? [])
        guard let field = fields.first(where: { name == $0.name }) else { return true }
        // A value that came from a document is I-JSON, and so is its canonical form.
        guard let document = try? JSONDocument(CanonicalJSON.bytes(value)) else { return false }
        return field.form.mistake(in: document.root, .fields) == nil
    }
}
