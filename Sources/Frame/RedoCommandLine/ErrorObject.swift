import RedoJSON
import RedoModel
import RedoRepository
import RedoSystem

/// An error, a warning or a note for programs: one line of standard error.
///
/// ```
/// {"code":"NAME_001","hints":["'redo list --all' shows the tasks"],"kind":"error",
///  "message":"there is no task 'bread'","page":"redo-errors(7)","where":"bread"}
/// ```
///
/// All members are always there; `code`, `message`, `where` and `page` can be null.
package struct ErrorObject {
    enum Kind: String { case error, warning, note }

    let kind: Kind
    /// Nil for a note.
    let code: ErrorCode?
    /// Nil for hints that belong to what was reported before.
    let message: String?
    /// The part of an input, the name or the file that it is about.
    let location: String?
    private(set) var hints: [String] = []
    /// The page of the manual that explains it.
    let page: String?

    private static let codes = "redo-errors(7)"

    /// - Parameter command: the command that failed; its page explains wrong usage.
    package init(_ error: RedoError, of command: String?) {
        kind = .error
        code = error.code
        message = error.message.printable
        location =
            (error.location ?? (error.detail as? WrongName)?.name
            ?? (error.detail as? WrongValue)?.value)?.printable
        page =
            error.code == .usage ? command.map { "redo-\($0)(1)" } ?? "redo(1)" : Self.codes
        for hint in error.hints { add(hint: hint.printable) }
    }

    private init(_ kind: Kind, _ code: ErrorCode?, _ message: String?) {
        self.kind = kind
        self.code = code
        self.message = message
        location = nil
        page = code == nil ? nil : code == .usage ? "redo(1)" : Self.codes
    }

    /// The objects of lines that are printed for people: an error or a warning with the hints after it, and each other
    /// line as a note.
    static func all(inLines text: String) -> [ErrorObject] {
        var objects: [ErrorObject] = []
        for line in text.split(separator: "\n") {
            if let diagnostic = Diagnostic(reading: line) {
                let kind: Kind = diagnostic.kind == .error ? .error : .warning
                objects.append(ErrorObject(kind, diagnostic.code, diagnostic.text))
            } else if line.hasPrefix("hint: ") {
                if objects.isEmpty { objects.append(ErrorObject(.note, nil, nil)) }
                objects[objects.count - 1].add(hint: String(line.dropFirst("hint: ".count)))
            } else {
                let text = line.hasPrefix("note: ") ? line.dropFirst("note: ".count) : line
                objects.append(ErrorObject(.note, nil, String(text)))
            }
        }
        return objects
    }

    /// Adds a hint as programs get it: never a command that destroys or overrides.
    private mutating func add(hint: String) {
        let shown = OverridingCommand.shown(hint: hint, toPerson: false)
        if !hints.contains(shown) { hints.append(shown) }
    }

    /// The line with its end.
    var line: String { String(decoding: CanonicalJSON.bytes(json), as: UTF8.self) + "\n" }

    package var json: JSONValue {
        func text(_ value: String?) -> JSONValue { value.map { .string(JSONString($0)) } ?? .null }
        return .object([
            JSONMember("kind", text(kind.rawValue)), JSONMember("code", text(code?.rawValue)),
            JSONMember("message", text(message)), JSONMember("where", text(location)),
            JSONMember("hints", .array(hints.map { text($0) })), JSONMember("page", text(page)),
        ])
    }
}
