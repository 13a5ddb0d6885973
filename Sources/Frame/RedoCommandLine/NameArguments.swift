import RedoRepository
import RedoSystem

/// The names that a command is about: its operands, and with `--stdin` those on standard input.
///
/// A command that reads names declares ``options``, and one that also prints them ends each line with ``terminator``.
///
/// ```swift
/// let names = NameArguments(arguments)      // in init: nothing is read
/// for name in try names.all(context) {      // in run
///     let id = try name.resolved { text throws(RedoError) in try resolver.id(text) }
/// }
/// ```
package struct NameArguments: Sendable {
    package static let stdin = OptionSpecification.flag(
        "stdin", isExpert: true, "also read names from standard input, one on each line")
    package static let null = OptionSpecification.flag(
        "null", letter: "z", isExpert: true,
        "names on standard input and lines of the output end with a zero byte")
    package static let options = [stdin, null]

    private let operands: [String]
    /// Whether names are on standard input, too.
    package let readsInput: Bool
    /// Whether names on standard input, and lines of the output, end with a zero byte.
    package let endsWithZeros: Bool

    /// - Parameter operands: the names among the operands; nil for all of them.
    package init(_ arguments: Arguments, operands: [String]? = nil) {
        self.operands = operands ?? arguments.operands
        readsInput = arguments.declares(Self.stdin) && arguments.has(Self.stdin)
        endsWithZeros = arguments.declares(Self.null) && arguments.has(Self.null)
    }

    /// Whether no name can follow: there is no operand, and standard input is not read.
    package var isEmpty: Bool { operands.isEmpty && !readsInput }

    /// What ends a line of the output.
    package var terminator: String { endsWithZeros ? "\0" : "\n" }

    /// All names: the operands, then those of standard input.
    ///
    /// - Throws: wrong usage for a line that is not a name, STORAGE_001 if the input cannot be read.
    package func all(_ context: borrowing CommandContext) throws(RedoError) -> [InputName] {
        var names = operands.map { InputName($0) }
        guard readsInput else { return names }
        var lines = InputNames(context.inputLines(separatedByZeros: endsWithZeros))
        while let name = try lines.next() { names.append(name) }
        return names
    }
}

/// The names on an input, one on each line. Blank lines are skipped.
package struct InputNames: ~Copyable {
    private var lines: InputLines
    /// How many lines were read.
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
}
