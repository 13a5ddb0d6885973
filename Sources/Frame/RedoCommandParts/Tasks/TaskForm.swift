import RedoCalendar
import RedoCommandLine
import RedoJSON
import RedoModel
import RedoSystem

/// A task as a text that people edit (redo-edit(1)): a line for each field, an empty line, and the
/// description.
///
/// ```
/// Title: Buy milk
/// Due: 2025-12-24 18:30
/// Priority: 3
/// Every: 0
/// Points: 1
/// Private: no
/// Tags: home, "a, b"
/// Project: home.kitchen
///
/// What it is about, as it is.
/// ```
package struct TaskForm: Equatable {
    /// Why a text is not a form.
    struct ParseError: Error, Equatable {
        /// Counted from 1.
        let line: Int
        let reason: String
    }

    /// The values of the lines, without white space around them; quoted texts are unquoted.
    private(set) var values: [Field: String] = [:]

    package subscript(field: Field) -> String {
        get { values[field] ?? "" }
        set { values[field] = newValue }
    }

    package init() {}

    /// The parts of a task that a form can change.
    ///
    /// - Parameter names: what categories and other tasks are called.
    package init(_ task: TaskState, _ extra: [Field], _ names: FormNames) {
        self[.title] = task.title.description
        self[.due] = task.due.map(localText) ?? ""
        self[.priority] = String(task.priority)
        self[.every] = task.recurrence?.rule ?? String(task.frequencyDays)
        self[.from] = task.recurrence?.origin.rawValue ?? ""
        self[.zone] = task.recurrence?.zone ?? ""
        self[.points] = CanonicalJSON.bytes(.number(task.storyPoints)).text
        self[.isPrivate] = task.isPrivate ? "yes" : "no"
        setTags(task.tags.map(\.description))
        for field in extra {
            if case .extra(let extra) = field { self[field] = names.text(of: extra, task) }
        }
        self[.description] = task.description.description
    }

    /// True if nothing is written in any line.
    package var isEmpty: Bool { values.allSatisfy { $0.value.isEmpty } }

    package mutating func setTags(_ tags: [String]) { self[.tags] = TagList.text(of: tags) }

    // MARK: Writing

    /// The form under lines that explain it.
    ///
    /// - Parameter fields: those that have lines; the description always comes last.
    package func text(_ fields: [Field], explanation: [String]) -> String {
        var text = explanation.map { "# \($0)\n" }.joined()
        let body = self[.description]
        let isBody =
            !EditorSettings.areIn(body)
            && !body.unicodeScalars.contains {
                TerminalCharacter($0).needsEscape && $0 != "\n" && $0 != "\t"
            }
        for field in fields where field != .description {
            let value = field.isList ? self[field] : Self.quotedIfNeeded(self[field])
            text += "\(field.label):\(value.isEmpty ? "" : " \(value)")\n"
        }
        if !isBody { text += "\(Field.description.label): \(Self.quoted(body))\n" }
        return text + "\n" + (isBody && !body.isEmpty ? body + "\n" : "")
    }

    static func quotedIfNeeded(_ text: String) -> String {
        let isPlain =
            !text.unicodeScalars.contains { TerminalCharacter($0).needsEscape }
            && !text.hasPrefix("\"")
            && !text.hasPrefix(" ") && !text.hasSuffix(" ") && !EditorSettings.areIn(text)
        return isPlain ? text : quoted(text)
    }

    /// A text as a JSON string in which nothing can harm a terminal or an editor.
    static func quoted(_ text: String) -> String {
        var quoted = ""
        let hasSettings = EditorSettings.areIn(text)
        for scalar in String(
            decoding: CanonicalJSON.bytes(.string(JSONString(text))), as: UTF8.self
        )
        .unicodeScalars {
            if TerminalCharacter(scalar).needsEscape || hasSettings && scalar == ":" {
                quoted += TerminalEscapes.escape(of: scalar).text
            } else {
                quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted
    }

    // MARK: Reading

    /// Reads a filled form.
    ///
    /// - Parameter extra: fields that have lines beside those that every form has.
    /// - Throws: ``ParseError`` for the first line that is not understood.
    init(parsing text: String, _ extra: [Field]) throws(ParseError) {
        var rest = Array(text.utf8)[...]
        var number = 0
        while !rest.isEmpty {
            number += 1
            let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
            let bytes = Self.trimmed(rest[..<end])
            let isLast = end == rest.endIndex
            rest = rest[(isLast ? end : end + 1)...]
            if bytes.first == UInt8(ascii: "#") { continue }
            if bytes.isEmpty {
                // Leading empty lines are not part of a description.
                if values.isEmpty { continue }
                break
            }
            try read(bytes, number, Field.fixed + extra)
        }
        if rest.last == UInt8(ascii: "\n") { rest.removeLast() }
        guard !rest.isEmpty else { return }
        guard values[.description] == nil else {
            throw ParseError(line: number + 1, reason: "there are two descriptions")
        }
        self[.description] = String(decoding: rest, as: UTF8.self)
    }

    private mutating func read(
        _ line: ArraySlice<UInt8>, _ number: Int, _ fields: [Field]
    ) throws(ParseError) {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
            throw ParseError(line: number, reason: "there is no ':' after the name of a field")
        }
        let name = String(decoding: Self.trimmed(line[..<colon]), as: UTF8.self)
        guard
            let field = fields.first(where: { $0.label.lowercased() == name.lowercased() })
        else { throw ParseError(line: number, reason: "there is no field '\(name)'") }
        guard values[field] == nil else {
            throw ParseError(line: number, reason: "'\(name)' is there twice")
        }
        let value = Self.trimmed(line[(colon + 1)...])
        self[field] =
            field.isList
            ? String(decoding: value, as: UTF8.self) : try Self.unquoted(value, number)
    }

    package static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        bytes.trimming { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
    }

    static func unquoted(
        _ bytes: ArraySlice<UInt8>, _ number: Int
    ) throws(ParseError) -> String {
        guard bytes.first == UInt8(ascii: "\"") else {
            return String(decoding: bytes, as: UTF8.self)
        }
        guard let document = try? JSONDocument(Array(bytes)), let text = document.root.string else {
            throw ParseError(line: number, reason: "the text in quotes is not a JSON string")
        }
        return text.description
    }
}
