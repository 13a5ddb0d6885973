import RedoRepository
import RedoSystem

/// The names that a command reads from standard input behind its operands, with `--stdin`.
///
/// A command whose operands are names of tasks or nodes says `readsNames: true` in its specification. It then has
/// ``options``, and the names are operands when its `init` sees them (``Arguments/names`` also has their lines). With
/// `--stdin` and no name at all the command does nothing, and its status is 0: what nothing is piped into must not mean
/// everything.
package enum NameInput {
    package static let stdin = OptionSpecification.flag(
        "stdin", isExpert: true, "also read names from standard input, one on each line")
    package static let null = OptionSpecification.flag(
        "null", letter: "z", isExpert: true,
        "names on standard input and in the output end with a zero byte")
    package static let options = [stdin, null]
    /// The option of a command that prints names, and reads none from standard input.
    package static let output = OptionSpecification.flag(
        "null", letter: "z", isExpert: true,
        "end each line of ids or names with a zero byte instead of a line feed")

    /// Returns the names on standard input: those of lines, or with `separatedByZeros` those that a zero byte ends.
    package typealias Reader =
        (_ separatedByZeros: Bool) throws(RedoError) -> [InputName]
}

/// The names on an input, one on each line. Blank lines are skipped.
package struct InputNames: ~Copyable {
    private var lines: InputLines
    /// The number of lines that were read.
    private var count = 0

    package init(_ lines: consuming InputLines) { self.lines = lines }

    /// The next name; nil at the end.
    ///
    /// - Throws: wrong usage for a line that is too long or not UTF-8, STORAGE_001 if the input cannot be read.
    package mutating func next() throws(RedoError) -> InputName? {
        while let line = try lines.next() {
            count += 1
            guard case .bytes(let bytes) = line, let text = String(validating: bytes, as: UTF8.self)
            else {
                throw InputName("", line: count).located(
                    .usage("not a name: it is too long, or not UTF-8"))
            }
            if !text.allSatisfy(\.isWhitespace) { return InputName(text, line: count) }
        }
        return nil
    }

    /// All names on the standard input of a command.
    ///
    /// - Throws: see ``next()``.
    package static func all(
        _ surroundings: Surroundings, separatedByZeros: Bool
    ) throws(RedoError) -> [InputName] {
        var names: [InputName] = []
        var input = InputNames(
            InputLines(surroundings, separatedByZeros: separatedByZeros))
        while let name = try input.next() { names.append(name) }
        return names
    }
}
