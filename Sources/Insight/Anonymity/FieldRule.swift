import RedoJSON
import RedoModel

/// The rule by which the value of a field is replaced, by the form that the table of its action declares.
enum FieldRule: Sendable {
    /// Texts and numbers become digests.
    case contents
    /// A number that the protocol defines, which is kept.
    case number
    /// Words that the protocol defines, which are kept.
    case words([String])
    /// An ISO 8601 time.
    case time
    /// A UUID of any thing.
    case id
    /// Ids of nodes.
    case nodeID
    /// 64 hexadecimal digits: a key, or the digest of one.
    case digits
    /// A user, or the id of a person.
    case principal
    /// The 32 hexadecimal digits of a self-certifying id.
    case nonce
    /// `#RRGGBB`.
    case color
    /// Texts with dots between them.
    case path
    /// The name of a field, or a path of names that begins with one.
    case name(FieldRules)
    /// The id of a participant of a room.
    case participant
    /// An object, or an array of objects, whose members have their own rules.
    case members([JSONString: FieldRule])
    /// An array of entries, each of which decides one of some fields.
    case resolutions(FieldRules)

    fileprivate init(_ form: FieldForm) {
        switch form {
        case .text, .nonEmptyText, .bool, .any: self = .contents
        case .nonNegativeNumber, .integer: self = .number
        case .time, .timeOrNull: self = .time
        case .uuid, .uuidOrNull: self = .id
        case .color: self = .color
        case .nonce: self = .nonce
        case .idList, .nodeID, .nodeIDs: self = .nodeID
        case .digits64: self = .digits
        case .principals: self = .principal
        case .entries(.grants):
            self = .members([
                "grantee": .principal, "permission": .words(Permission.allCases.map(\.name)),
            ])
        case .entries(.revocations): self = .members(["key": .digits, "keeps": .nodeID])
        case .entries(.participants):
            let kinds = RoomRoster.Kind.allCases.map(\.rawValue)
            self = .members([
                "id": .participant, "nickname": .contents, "principal": .principal,
                "identifier": .members(["kind": .words(kinds), "value": .contents]),
            ])
        }
    }

    private init(_ form: TaskField.Form) {
        switch form {
        case .text, .boolean, .strings: self = .contents
        case .number, .duration: self = .number
        case .date: self = .time
        case .choice(let words): self = .words(words)
        case .path: self = .path
        case .tasks, .task, .uuid: self = .id
        }
    }
}

// MARK: Tables

/// The rules for the fields that are not custom, by their names, which are kept.
typealias FieldRules = [JSONString: FieldRule]

extension FieldRule {
    /// The rules for the data of an action's nodes; empty for an action that this version does not have.
    static func rules(of action: Action, _ dialect: Dialect) -> FieldRules {
        if action.isDecision(dialect) { return ofDecisions }
        let forms =
            FamilyAction.definition(of: action)?.fields ?? action.form(dialect)?.fields ?? []
        var rules = action.isKnown ? ofTasks : [:]
        rules.add(forms)
        // The reason of leaving a room.
        if rules["reason"] != nil { rules["reason"] = .words(RoomVerb.reasonsToLeave) }
        return rules
    }

    /// Fields of tasks that no action requires, and members that replay computes.
    private static let ofTasks: FieldRules = {
        var rules: FieldRules = [
            "closed": .contents, "ownerNonce": .nonce, "parent": .id, "recurrence": .contents,
            "recurrenceExcept": .contents, "recurrenceFrom": .words(["deadline", "completion"]),
            "recurrenceOf": .words(["deadline", "scheduled"]), "reminders": .contents,
            "span": .number, "superseded": .contents, "timeZone": .contents,
        ]
        for name in TaskFieldTable.computed { rules[JSONString("\(name)")] = .contents }
        for field in TaskField.standard { rules[field.name] = FieldRule(field.form) }
        return rules
    }()

    /// The payload of a MERGE of the payload dialect.
    private static let ofDecisions: FieldRules = [
        "base": .nodeID,
        "policy": .members([
            "arrayStrategy": strategies, "defaultStrategy": strategies,
            "lwwTiebreakers": .words(MergeRules.Tiebreaker.allCases.map(\.rawValue)),
        ]),
        "resolutions": .members([
            "task": .resolutions(ofDecidedTasks),
            "todos": .members([
                "fields": .resolutions([
                    "completed": .time, "deadline": .time, "notes": .contents,
                ]),
                "todoTaskId": .id,
            ]),
        ]),
    ]

    private static let strategies = words(MergeRules.Strategy.allCases.map(\.rawValue))

    /// The fields of a task that a decision can set.
    private static let ofDecidedTasks: FieldRules = {
        var rules = ofTasks
        rules.add(Action.update.form(.fields)?.fields ?? [])
        rules["completedAt"] = .time
        rules["snoozedUntil"] = .time
        return rules
    }()

    /// True if an action belongs to a table, so that its name is kept.
    static func isDefined(_ action: Action) -> Bool {
        action.isKnown || FamilyAction.definition(of: action) != nil
    }

    /// True if the replacement of a value can be longer than the value.
    var isDigested: Bool {
        switch self {
        case .id, .nodeID, .digits, .principal, .nonce, .color: false
        default: true
        }
    }

    /// The rules for the members of an object; empty if its members are not declared.
    func members(of object: [JSONMember]) -> FieldRules {
        switch self {
        case .members(let rules): return rules
        case .resolutions(let fields):
            // The value belongs to the field that the path names.
            let path = object.first { $0.name == "path" }?.value.string
            return [
                "chosenParent": .nodeID, "notes": .contents, "path": .name(fields),
                "strategy": Self.strategies, "value": path.flatMap { fields[$0] } ?? .contents,
            ]
        default: return [:]
        }
    }
}

extension FieldRules {
    fileprivate mutating func add(_ forms: [ActionForm.Field]) {
        for field in forms { self[JSONString("\(field.name)")] = FieldRule(field.form) }
    }
}
