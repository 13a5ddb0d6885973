/// A line of standard error about a failure, or about what does not stop a command:
/// `error: there is no task 'bread' (NAME_001)`.
///
/// Its form is decided here alone: commands print such lines, and programs of the suite read those of one another.
package struct Diagnostic: Equatable, Sendable {
    package enum Kind: String, CaseIterable, Sendable { case error, warning }

    package let kind: Kind
    package let code: ErrorCode
    /// The problem and its location, in one line that is safe to show.
    package let text: String

    package init(_ kind: Kind, _ code: ErrorCode, _ text: String) {
        self.kind = kind
        self.code = code
        self.text = text
    }

    /// Reads a line without its end.
    ///
    /// - Returns: nil if it has another form, or a code of another version.
    package init?(reading line: some StringProtocol) {
        guard
            let kind = Kind.allCases.first(where: { line.hasPrefix(Self.beginning($0)) }),
            line.hasSuffix(")"), let start = line.lastIndex(of: "("),
            let code = ErrorCode(rawValue: String(line[line.index(after: start)...].dropLast()))
        else { return nil }
        let text = line[..<start].dropFirst(Self.beginning(kind).count)
        self.init(kind, code, String(text.hasSuffix(" ") ? text.dropLast() : text))
    }

    /// The line without its end.
    package var line: String { "\(Self.beginning(kind))\(text) (\(code.rawValue))" }

    private static func beginning(_ kind: Kind) -> String { "\(kind.rawValue): " }
}
