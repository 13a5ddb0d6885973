import RedoCommands
import RedoSystem
import Testing

@testable import RedoCommandLine

/// Commands that are read into values.
@Suite struct ParsableCommandTests {
    /// Greets some number of times, or says goodbye.
    struct GreetCommand: ParsableCommand {
        private static let count = OptionSpecification.value("count", takes: "number", "how often")
        static let specification = CommandSpecification(
            "greet", "Greet", operands: [.optional(.value("name"))], options: [count])

        let count: Int
        var name: String

        init(_ arguments: Arguments) throws(RedoError) {
            count = try arguments.count(Self.count) ?? 1
            name = arguments.operands.first ?? "all"
        }

        func run(_ context: inout CommandContext) throws(RedoError) -> RedoSystem.ExitStatus {
            name == "all" && count == 1 ? .done : .no
        }
    }

    private static func status(_ command: Command, _ words: String...) -> RedoSystem.ExitStatus {
        command.run(words, in: .none, .ofProcess)
    }

    @Test func aCommandIsReadAndThenRun() {
        #expect(Self.status(Command(GreetCommand.self)) == .done)
        #expect(Self.status(Command(GreetCommand.self), "--count", "2") == .no)
    }

    @Test func whatCannotBeReadIsWrongUsage() {
        let error = #expect(throws: RedoError.self) {
            try Command(GreetCommand.self).read(["--count", "x"])
        }
        #expect(error?.status == .wrongUsage)
    }

    @Test func aCallerMayChangeWhatIsNoArgument() {
        #expect(Self.status(Command(GreetCommand.self) { $0.name = "me" }) == .no)
    }

    @Test func onlyDeclaredOptionsAreThere() throws {
        let arguments = try Arguments(parsing: [], for: GreetCommand.specification)
        #expect(arguments.declares(.flag("count", "")) && !arguments.declares(.flag("all", "")))
        #expect(arguments.declares(CommandSpecification.redoDirectory))
        #expect(arguments.settingIfDeclared(.flag("all", "")) == nil)
    }

    /// Reads each command in each form and with each option. One that requests an option which it does not declare ends the
    /// process here, and names the option.
    @Test(arguments: Suite.commands.names)
    func commandsRequestWhatTheyDeclare(_ name: String) throws {
        let command = try #require(Suite.commands.command(named: name))
        let specification = command.specification
        let forms = specification.operands.isEmpty ? [.sequence([])] : specification.operands
        for form in forms {
            let words = Self.words(form)
            _ = try? command.read(words)
            for option in specification.options {
                _ = try? command.read(words + Self.words(option))
            }
        }
    }

    /// The fewest words of a form.
    private static func words(_ form: OperandForm) -> [String] {
        switch form {
        case .value(let placeholder): [value(placeholder)]
        case .range(let placeholder): ["\(value(placeholder))..\(value(placeholder))"]
        case .word(let word): [word]
        case .input: ["-"]
        case .option(let option), .letter(let option): words(option)
        case .sequence(let parts): parts.flatMap(words)
        case .optional: []
        case .repeated(let form): words(form)
        case .anyOf(let forms): forms.first.map(words) ?? []
        }
    }

    private static func words(_ option: OptionSpecification) -> [String] {
        ["--\(option.name)" + (option.value.map { "=\(value($0))" } ?? "")]
    }

    private static func value(_ placeholder: Placeholder) -> String {
        if case .word(let choices) = placeholder.kind, let first = choices.first { return first }
        return "1"
    }
}
