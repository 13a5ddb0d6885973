import RedoJSON
import RedoModel
import RedoRepository
import RedoSystem

/// A line of the input of `redo batch`: `{"id","op","task","fields"}`, for `delete` also `"now"`, about a category
/// `"category"` instead of `"task"`; with `"expect"`, the ids of all heads that the task must have.
struct BatchOperation {
    /// The id of the answer; null if the line has none.
    let id: JSONValue
    let verb: Verb
    /// The name of the task; nil for an operation that creates one.
    let task: String?
    /// The name of the category; nil for an operation that creates one or is about a task.
    let category: String?
    let fields: [JSONMember]
    /// True if a deletion is final.
    let isNow: Bool
    /// The ids of the heads that the task must have before the batch; nil if any heads will do.
    let expectedHeads: Set<NodeID>?

    enum Verb: String, CaseIterable {
        case add, edit, done, snooze, archive, unarchive, delete, restore, comment, start, stop
        case addCategory = "category-add"
        case editCategory = "category-edit"
        case deleteCategory = "category-delete"

        /// True if the operation is about a task that is there.
        var needsTask: Bool { self != .add && !isOfCategory }
        /// True if the operation is about a category that is there.
        var needsCategory: Bool { self == .editCategory || self == .deleteCategory }
        var isOfCategory: Bool { self == .addCategory || needsCategory }
    }

    private static let members: Set = [
        "id", "op", "task", "category", "fields", "now", "expect",
    ]

    /// Why a line is not an operation, with the id that its answer has.
    struct Mistake: Error {
        let id: JSONValue
        let error: RedoError
    }

    /// - Throws: ``Mistake`` with E_SCHEMA_MISMATCH for a line that is not such an object.
    init(_ line: [UInt8]) throws(Mistake) {
        let root: JSONElement
        do throws(JSONError) {
            root = try JSONDocument(line).root
        } catch {
            throw Mistake(id: .null, error: RedoError(.schemaMismatch, "not I-JSON: \(error)"))
        }
        let id = root["id"]?.value ?? .null
        func mistake(_ text: String) -> Mistake {
            Mistake(id: id, error: RedoError(.schemaMismatch, text))
        }
        guard root.kind == .object else { throw mistake("not a JSON object") }
        for member in root.members
        where !Self.members.contains(member.name.description) {
            throw mistake("'\(member.name.printable)' is not a member of an operation")
        }
        switch id {
        case .string, .number, .null: break
        default: throw mistake("id must be text or a number")
        }
        guard let name = root["op"]?.string?.description else { throw mistake("op is missing") }
        guard let verb = Verb(rawValue: name) else {
            let names = Verb.allCases.map(\.rawValue).joined(separator: ", ")
            throw mistake("there is no op '\(name.printable)'; there are \(names)")
        }
        let task = root["task"]?.string?.description
        guard (task != nil) == verb.needsTask else {
            throw mistake(verb.needsTask ? "\(name) needs task" : "\(name) takes no task")
        }
        let category = root["category"]?.string?.description
        guard (category != nil) == verb.needsCategory else {
            throw mistake(
                verb.needsCategory ? "\(name) needs category" : "\(name) takes no category")
        }
        let fields = root["fields"]
        guard fields == nil || fields?.kind == .object else {
            throw mistake("fields must be an object")
        }
        if let members = fields?.members {
            for member in members {
                if let text = Self.mistake(in: member.name.description, of: verb) {
                    throw mistake(text)
                }
            }
        }
        let now = root["now"]
        guard now == nil || verb == .delete else { throw mistake("\(name) takes no now") }
        guard now == nil || now?.kind == .bool else { throw mistake("now must be true or false") }
        isNow = now?.bool ?? false
        expectedHeads = try root["expect"].map { expect throws(Mistake) in
            guard verb.needsTask else { throw mistake("\(name) takes no expect") }
            guard let heads = Self.heads(expect) else {
                throw mistake("expect must be an array of whole ids of nodes")
            }
            return heads
        }
        self.id = id
        self.verb = verb
        self.task = task
        self.category = category
        self.fields = fields?.members.map { JSONMember($0.name, $0.value.value) } ?? []
    }
}

extension BatchOperation {
    /// The mistake in the name of a field: a word of options, or of a to-do, would be kept as a member that nothing
    /// reads.
    ///
    /// - Returns: nil for a member of nodes, and for the name of a custom field.
    private static func mistake(in name: String, of verb: Verb) -> String? {
        switch (verb, name) {
        case (.add, "due"): return "'due' is not a member of a node; the deadline is 'deadline'"
        case (.edit, "due"), (.edit, "deadline"):
            return "edit sets no deadline; snooze with 'newDeadline' moves it"
        case (.edit, "notes"), (.edit, "draft"): return "edit takes no '\(name)'"
        case (.add, _), (.edit, _):
            let field = TaskField.standard.first {
                $0.name.description != name && ([$0.key, $0.column] + $0.otherKeys).contains(name)
            }
            return field.map { "'\(name)' is not a member of a node; it is '\($0.name)'" }
        default: return nil
        }
    }

    /// The ids of an array; nil for any other value.
    private static func heads(_ expect: JSONElement) -> Set<NodeID>? {
        guard expect.kind == .array else { return nil }
        var heads: Set<NodeID> = []
        for element in expect.elements {
            guard let id = element.string.flatMap({ NodeID($0.description) }) else { return nil }
            heads.insert(id)
        }
        return heads
    }
}

/// The subject of an operation.
enum BatchSubject {
    case task(TaskID)
    case category(UUIDValue)

    fileprivate var member: JSONMember {
        switch self {
        case .task(let id): JSONMember("task", .string(JSONString(id.description)))
        case .category(let id): JSONMember("category", .string(JSONString(id.text)))
        }
    }
}

/// The answer to an operation: `{"id","ok","task","nodes"}`, or `{"id","ok":false,"code","message"}`, with E_STALE also
/// `"heads"`.
struct BatchAnswer {
    let id: JSONValue
    let result: Result<(subject: BatchSubject, nodes: [NodeID]), RedoError>

    var isFailed: Bool {
        if case .failure = result { true } else { false }
    }

    /// The line without a line feed.
    var line: [UInt8] {
        var members = [JSONMember("id", id)]
        switch result {
        case .success(let (subject, nodes)):
            members += [
                JSONMember("ok", .bool(true)), subject.member,
                JSONMember(
                    "nodes", .array(nodes.map { .string(JSONString($0.description)) })),
            ]
        case .failure(let error):
            members += [
                JSONMember("ok", .bool(false)),
                JSONMember("code", .string(JSONString(error.code.rawValue))),
                JSONMember("message", .string(JSONString(error.message))),
            ]
            if let stale = error.detail as? StaleHeads {
                let heads = stale.heads.map { JSONValue.string(JSONString($0.description)) }
                members.append(JSONMember("heads", .array(heads)))
            }
        }
        return CanonicalJSON.bytes(.object(members))
    }
}
