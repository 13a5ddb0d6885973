import RedoSystem

/// A name as it was given: its text, and where it comes from.
package struct InputName: Sendable, ExpressibleByStringLiteral {
    package let text: String
    /// The line of standard input, counted from 1; nil for an argument.
    package let line: Int?

    /// A name that is an argument, or with a line one of standard input.
    package init(_ text: String, line: Int? = nil) {
        self.text = text
        self.line = line
    }

    package init(stringLiteral text: String) { self.init(text) }

    /// An error about the name, with its line: "standard input, line 3: there is no node 'x'". The error no longer has the
    /// detail by which others find the line.
    package func located(_ error: RedoError) -> RedoError {
        line.map { error.at("standard input, line \($0)", keepsDetail: false) } ?? error
    }

    /// Whether a name is a part of the text: an end of a range, or what `~` and `^` follow.
    package func mentions(_ name: String) -> Bool {
        text.split { $0 == "." || $0 == "~" || $0 == "^" }.contains { $0 == name }
    }

    /// What a body makes of the text; the error of the body says the line of the name.
    package func resolved<Meaning>(
        _ body: (String) throws(RedoError) -> Meaning
    ) throws(RedoError) -> Meaning {
        do throws(RedoError) {
            return try body(text)
        } catch {
            throw located(error)
        }
    }
}
