import RedoCommandLine
import RedoJSON
import RedoModel
import RedoSystem

/// Options that set fields of a task.
package struct TaskFieldOptions: Sendable {
    static let description = OptionSpecification.value(
        "description", takes: "text", "a note: what it is about")
    private static let priority = OptionSpecification.value(
        "priority", letter: "p", takes: "1-5", oneOf: ["critical", "high", "medium", "low"],
        words: WordSpelling.all(of: .priority),
        "5 is the highest; also critical, high, medium, low")
    private static let points = OptionSpecification.value(
        "points", takes: "number", isExpert: true, words: WordSpelling.all(of: .points),
        "how much work it is")
    private static let isPrivate = OptionSpecification.flag(
        "private", isNegatable: true, isExpert: true, "mark the task as private")

    package static let all = [description, priority, points, isPrivate]

    private static let maximumTagCount = 50

    /// The fields that were given.
    package let fields: [JSONMember]

    /// - Throws: wrong usage for a value of the wrong form.
    package init(_ arguments: Arguments) throws(RedoError) {
        var fields: [JSONMember] = []
        if let text = arguments.value(Self.description) {
            fields.append(JSONMember("description", .string(JSONString(text))))
        }
        if let text = arguments.value(Self.priority) {
            fields.append(JSONMember("priority", .number(Double(try Self.priorityNumber(text)))))
        }
        if let text = arguments.value(Self.points) {
            fields.append(JSONMember("storyPoints", .number(try Self.pointsNumber(text))))
        }
        if let isPrivate = arguments.setting(Self.isPrivate) {
            fields.append(JSONMember("privacy", .bool(isPrivate)))
        }
        self.fields = fields
    }

    /// - Throws: wrong usage for what is not a number of 0 or more.
    static func pointsNumber(_ text: String) throws(RedoError) -> Double {
        guard let number = Double(text), number >= 0, number.isFinite else {
            throw RedoError(
                .usage, "--points takes a number, not '\(text)'", detail: WrongValue(text))
        }
        return number
    }

    /// The words for priorities. Each can be shortened to its first letter, in either case.
    private static let priorityWords = [("critical", 5), ("high", 4), ("medium", 3), ("low", 1)]

    /// - Throws: wrong usage for what is not a priority.
    package static func priorityNumber(_ text: String) throws(RedoError) -> Int {
        let word = text.lowercased()
        let named = priorityWords.first {
            $0.0 == word || (word.count == 1 && $0.0.hasPrefix(word))
        }
        if let named { return named.1 }
        guard let number = Int(text), (1...5).contains(number) else {
            throw RedoError(
                .usage, "--priority takes 1 to 5, critical, high, medium or low, not '\(text)'",
                detail: WrongValue(text))
        }
        return number
    }

    /// The field of a title.
    ///
    /// - Throws: wrong usage for an invisible one.
    package static func title(_ text: String) throws(RedoError) -> JSONMember {
        guard !isBlank(text) else { throw .usage("the title is empty") }
        return JSONMember("title", .string(JSONString(text)))
    }

    /// The tags of a task, among them what is not text: another program wrote it.
    ///
    /// - Throws: wrong usage if the field holds something else, which new tags would replace.
    package static func tags(of task: TaskState) throws(RedoError) -> [JSONValue] {
        switch task.fields["tags"] {
        case nil, .null?: return []
        case .array(let elements)?: return elements
        case let other?:
            throw .usage(
                "the tags of this task are not a list but \(CanonicalJSON.bytes(other).text)",
                hints: [
                    "to have none: redo commit-node UPDATE --task \(task.id) -f 'tags:=[]'"
                ])
        }
    }

    /// The field of tags.
    ///
    /// - Throws: wrong usage in the payload dialect, which has none, and for too many.
    package static func tags(_ tags: [JSONValue], _ dialect: Dialect) throws(RedoError)
        -> JSONMember
    {
        guard dialect == .fields else {
            throw .usage("with redo.dialect = payload there are no tags")
        }
        guard tags.count <= maximumTagCount else {
            throw .usage("a task can have \(maximumTagCount) tags, and these are \(tags.count)")
        }
        return JSONMember("tags", .array(tags))
    }
}
