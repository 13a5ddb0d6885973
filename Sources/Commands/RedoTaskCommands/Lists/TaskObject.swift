import RedoCalendar
import RedoCommandLine
import RedoCommandParts
import RedoJSON
import RedoModel
import RedoSystem

/// The meaning of an object's members that describe a task.
protocol TaskObjectTerms {
    var fields: TaskFieldCatalog { get }

    /// A text as the task is to have it.
    func text(_ text: String) throws(RedoError) -> String

    /// A moment; nil for none.
    ///
    /// - Throws: wrong usage for what means no moment.
    func moment(_ text: String) throws(RedoError) -> Instant?

    /// The id of a category.
    ///
    /// - Throws: NAME_001 and NAME_002.
    func category(_ name: String) throws(RedoError) -> UUIDValue

    /// The id of a task that another one depends on.
    ///
    /// - Throws: NAME_001 and NAME_002.
    func task(_ name: String) throws(RedoError) -> TaskID
}

/// A task as a JSON object: members named as in `redo list --json`, `due` and `notes` of its first to-do,
/// `draft` and `every`.
enum TaskObject {
    /// The mistake, and its location.
    struct Mistake: Error {
        /// In bytes from the beginning of the text.
        let offset: Int
        let error: RedoError
    }

    /// The members beside fields.
    private static let others = ["due", "deadline", "notes", "draft", "every"]

    private static let recurrence = Recurrence.Field.texts.map(\.description)

    /// The fields that a new task can be given.
    private static func settable(_ fields: TaskFieldCatalog) -> [TaskField] {
        fields.fields.filter { $0.uses.contains(.option) || $0 == .title }
    }

    /// Changes a task as an object says. A member that is null says nothing.
    ///
    /// - Throws: ``Mistake`` at the first member that is not understood.
    static func apply(
        _ object: JSONElement, to task: inout NewTask, _ terms: some TaskObjectTerms,
        ignoring ignored: [String] = []
    ) throws(Mistake) {
        for member in object.members where member.value.kind != .null {
            let name = member.name.description
            if ignored.contains(name) { continue }
            do throws(Misreading) {
                try apply(name, member.value, to: &task, terms)
            } catch {
                throw Mistake(
                    offset: error.isOfName ? member.offset : member.value.offset,
                    error: error.saysName ? error.error : error.error.at(name.printable))
            }
        }
    }

    private struct Misreading: Error {
        let error: RedoError
        /// True if the name of the member is wrong, and not its value.
        let isOfName: Bool
        /// True if the message has the name of the member.
        let saysName: Bool

        init(_ error: RedoError, isOfName: Bool = false) {
            self.error = error
            self.isOfName = isOfName
            saysName = isOfName
        }

        init(_ name: String, mustBe expected: String) {
            error = .usage("\(name.printable) must be \(expected)")
            isOfName = false
            saysName = true
        }
    }

    private static func apply(
        _ name: String, _ value: JSONElement, to task: inout NewTask, _ terms: some TaskObjectTerms
    ) throws(Misreading) {
        switch name {
        case "due", "deadline":
            task.setDeadline(try reading(try text(value, name), terms.moment))
        case "notes": task.setNotes(try reading(try text(value, name), terms.text))
        case "every": task.setFrequency(try text(value, name))
        case "draft":
            guard let isDraft = value.bool else { throw Misreading(name, mustBe: "true or false") }
            task.setDraft(isDraft)
        case _ where recurrence.contains(name):
            task.set(JSONMember(JSONString(name), .string(JSONString(try text(value, name)))))
        default:
            let known = settable(terms.fields)
            guard let field = known.first(where: { $0.name.description == name }) else {
                let names = known.map(\.name.description) + others + recurrence
                let similar = similarNames(to: name, among: names)
                throw Misreading(
                    .usage(
                        "'\(name.printable)' is not a member of a task",
                        hints: similar.isEmpty
                            ? ["there are \(names.sorted().joined(separator: ", "))"]
                            : similar.map { "did you mean '\($0)'?" }), isOfName: true)
            }
            task.set(JSONMember(field.name, try json(value, field, terms)))
        }
    }

    private static func json(
        _ value: JSONElement, _ field: TaskField, _ terms: some TaskObjectTerms
    ) throws(Misreading) -> JSONValue {
        let name = field.name.description
        var json = value.value
        switch field.form {
        case .text, .path:
            json = .string(JSONString(try reading(try text(value, name), terms.text)))
        case .date:
            let moment = try reading(try text(value, name), terms.moment)
            json = moment.map { .string(JSONString($0.wallText)) } ?? .null
        case .task:
            let id = try reading(try text(value, name), terms.task)
            json = ParentChange.json(id)
        case .uuid:
            let id = try reading(try text(value, name), terms.category)
            json = .string(JSONString(id.text))
        case .tasks, .strings:
            var texts: [String] = []
            var known: Set<String> = []
            for text in try self.texts(value, name) {
                let isTask = field.form == .tasks
                let read =
                    isTask
                    ? try reading(text, terms.task).description : try reading(text, terms.text)
                if known.insert(read).inserted { texts.append(read) }
            }
            json = .array(texts.map { .string(JSONString($0)) })
        case .number where field == .priority && value.kind == .string:
            let number = try reading(try text(value, name)) { (text) throws(RedoError) in
                try TaskFieldOptions.priorityNumber(text)
            }
            json = .number(Double(number))
        case .number, .duration, .boolean, .choice: break
        }
        if json != .null, let expected = field.expectation(violatedBy: json) {
            throw Misreading(name, mustBe: expected)
        }
        if field == .title, isBlank(json.string?.description ?? "") {
            throw Misreading(.usage("the title is empty"))
        }
        if field == .tags {
            _ = try reading(json) { (json) throws(RedoError) in
                guard case .array(let tags) = json else { return JSONMember(field.name, json) }
                return try TaskFieldOptions.tags(tags, .fields)
            }
        }
        return json
    }

    private static func text(
        _ value: JSONElement, _ name: String
    ) throws(Misreading) -> String {
        guard let text = value.string else { throw Misreading(name, mustBe: "text") }
        return text.description
    }

    private static func texts(
        _ value: JSONElement, _ name: String
    ) throws(Misreading) -> [String] {
        let texts = value.elements.compactMap(\.string)
        guard value.kind == .array, texts.count == value.count else {
            throw Misreading(name, mustBe: "an array of texts")
        }
        return texts.map(\.description)
    }

    private static func reading<Text, Meaning>(
        _ text: Text, _ read: (Text) throws(RedoError) -> Meaning
    ) throws(Misreading) -> Meaning {
        do throws(RedoError) {
            return try read(text)
        } catch {
            throw Misreading(error)
        }
    }
}

/// The line and the column of a byte of a text, counted from 1. O(n).
func lineAndColumn(of offset: Int, in bytes: [UInt8]) -> (line: Int, column: Int) {
    let before = bytes.prefix(offset)
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let line = before.count { $0 == UInt8(ascii: "\n") } + 1
    return (line, String(decoding: before[start...], as: UTF8.self).count + 1)
}
