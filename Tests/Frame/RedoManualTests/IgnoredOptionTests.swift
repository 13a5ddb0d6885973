import RedoCommandLine
import RedoCommands
import TestSupport
import Testing

/// No option is ignored silently beside another one: a command refuses both.
@Suite struct IgnoredOptionTests {
    /// Options that each determine what is printed as a whole. Of two of them one would be ignored.
    static let forms: Set<String> = [
        "json", "porcelain", "porcelain-show", "ids", "oneline", "markdown", "svg",
        "canonical", "hash", "rejected", "explain", "count",
    ]

    private static func refuses(
        _ command: CommandSpecification, _ options: [OptionSpecification]
    ) -> Bool {
        let words = options.map { "--\($0.name)" + ($0.value == nil ? "" : "=x") }
        let operands = Array(repeating: "x", count: command.operandCount.lowerBound)
        return (try? Arguments(parsing: words + operands, for: command)) == nil
    }

    @Test(arguments: Suite.commands.specifications.map(\.name))
    func formsOfOutputExcludeOneAnother(_ name: String) throws {
        let command = try #require(Suite.commands.specifications.first { $0.name == name })
        // A count of occurrences has a value, and is not a form.
        let forms = command.options.filter { Self.forms.contains($0.name) && $0.value == nil }
        for (place, first) in forms.enumerated() {
            for second in forms[(place + 1)...] {
                #expect(
                    Self.refuses(command, [first, second]),
                    "redo \(name) --\(first.name) --\(second.name)")
            }
        }
    }

    /// `with --batch: …` in a summary is a promise: without it, the option is refused.
    @Test(arguments: Suite.commands.specifications.map(\.name))
    func whatGoesWithAnotherOptionIsRefusedWithoutIt(_ name: String) throws {
        let command = try #require(Suite.commands.specifications.first { $0.name == name })
        for option in command.options where option.summary.hasPrefix("with --") {
            #expect(Self.refuses(command, [option]), "redo \(name) --\(option.name)")
        }
    }
}
