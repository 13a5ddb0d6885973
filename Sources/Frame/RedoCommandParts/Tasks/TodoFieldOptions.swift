import RedoCommandLine
import RedoJSON
import RedoModel
import RedoSystem

/// Options that set fields of a new to-do.
package struct TodoFieldOptions: Sendable {
    package static let due = OptionSpecification.value(
        "due", letter: "d", takes: .when, words: ["due"],
        "the deadline: tomorrow 9am, fri, +3d, 24 dec, 2026-12-24 18:30, none")
    package static let notes = OptionSpecification.value(
        "notes", takes: "text", isExpert: true, "a note on this occurrence alone")

    package static let all = [due, notes]

    /// The deadline as it was given.
    package let due: String?
    package let notes: String?

    package init(_ arguments: Arguments) {
        due = arguments.value(Self.due)
        notes = arguments.value(Self.notes)
    }

    /// The deadline that was given.
    ///
    /// - Throws: wrong usage for what means no moment.
    package func deadline(now: Instant) throws(RedoError) -> Instant? {
        try due.flatMap { text throws(RedoError) in try DueDate.instantOrNone(text, now: now) }
    }

    /// The fields of a new to-do with an id of its own.
    ///
    /// - Throws: wrong usage if the dialect needs a deadline and there is none.
    package func fields(_ dialect: Dialect, now: Instant) throws(RedoError) -> [JSONMember] {
        try Self.fields(deadline(now: now), notes, dialect)
    }

    /// The id of a new to-do, as a field.
    package static var newID: JSONMember {
        let todo = UUIDValue(randomBytes: RandomBytes.bytes(count: 16))
        return JSONMember("todoTaskId", .string(JSONString(todo.text)))
    }

    /// The fields of a new to-do with an id of its own.
    ///
    /// - Throws: wrong usage if the dialect needs a deadline and there is none.
    static func fields(
        _ deadline: Instant?, _ notes: String?, _ dialect: Dialect
    ) throws(RedoError) -> [JSONMember] {
        try check(hasDeadline: deadline != nil, dialect)
        var fields = [newID]
        if let deadline {
            fields.append(JSONMember("deadline", .string(JSONString(deadline.wallText))))
        }
        if let notes, !notes.isEmpty {
            fields.append(JSONMember("notes", .string(JSONString(notes))))
        }
        return fields
    }

    /// - Throws: wrong usage if the dialect needs a deadline and there is none.
    static func check(hasDeadline: Bool, _ dialect: Dialect) throws(RedoError) {
        guard hasDeadline || dialect != .payload else {
            throw .usage("with redo.dialect = payload a deadline is needed: give --due")
        }
    }
}
