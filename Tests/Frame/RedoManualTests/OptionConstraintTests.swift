import RedoCommandLine
import RedoCommands
import TestSupport
import Testing

/// Every command refuses the options that its specification says do not go together.
@Suite struct OptionConstraintTests {
    /// Options that a command refuses, and what it says of them.
    struct Refusal {
        let options: [OptionSpecification]
        let message: String
    }

    static let commands = Suite.commands.specifications.filter { !$0.constraints.isEmpty }

    @Test func manyCommandsHaveConstraints() {
        #expect(Self.commands.count >= 15)
    }

    @Test(arguments: commands.map(\.name))
    func constraintsNameOptionsOfTheCommand(_ name: String) throws {
        let command = try Self.specification(name)
        let known = Set(command.options.map(\.name))
        for constraint in command.constraints {
            let names = constraint.options.map(\.name)
            let fewest = if case .operands = constraint { 1 } else { 2 }
            #expect(names.count >= fewest && Set(names).count == names.count, "\(names)")
            #expect(known.isSuperset(of: names), "\(names)")
        }
    }

    @Test(arguments: commands.map(\.name))
    func whatDoesNotGoTogetherIsRefused(_ name: String) throws {
        let command = try Self.specification(name)
        let runner = try CommandRunner()
        let operands = Array(repeating: "x", count: command.operandCount.lowerBound)
        for refusal in command.constraints.flatMap({ Self.refusals($0, of: command) }) {
            let words = refusal.options.map { option in
                "--\(option.name)" + (option.value == nil ? "" : "=x")
            }
            // The order in which they are given does not matter.
            for words in [words, words.reversed()] {
                let outcome = try runner.run("redo", [name] + words + operands)
                #expect(outcome.status == 129, "\(words)")
                #expect(outcome.codedError.contains(refusal.message), "\(words): \(outcome.error)")
            }
        }
    }

    static func specification(_ name: String) throws -> CommandSpecification {
        try #require(commands.first { $0.name == name })
    }

    static func refusals(
        _ constraint: OptionConstraint, of command: CommandSpecification
    ) -> [Refusal] {
        func pair(_ left: OptionSpecification, _ right: OptionSpecification) -> Refusal {
            Refusal(
                options: [left, right],
                message: "--\(left.name) and --\(right.name) do not go together")
        }
        switch constraint {
        case .exclusive(let options):
            return options.indices.flatMap { first in
                options[(first + 1)...].map { pair(options[first], $0) }
            }
        case .excludes(let first, let others): return others.map { pair(first, $0) }
        case .exactlyOne(let options):
            let message = options.count == 2 ? "takes either --" : "give one of --"
            return [[], Array(options.prefix(2)), options].map {
                Refusal(options: $0, message: message + options[0].name)
            }
        case .excludesEach(let first, let others):
            return others.map {
                Refusal(
                    options: [first, $0],
                    message: "--\(first.name) cannot be combined with --")
            }
        case .needs(let first, anyOf: let others):
            let names = others.map(\.name)
            let demanded = command.constraints.compactMap { other -> OptionSpecification? in
                guard case .exactlyOne(let options) = other else { return nil }
                return options.first { !names.contains($0.name) }
            }
            // What the option needs beside these is given.
            let further = command.constraints.compactMap { other -> OptionSpecification? in
                guard case .needs(let same, anyOf: let options) = other, same.name == first.name,
                    options.map(\.name) != names
                else { return nil }
                return options.first
            }
            let message = "--\(first.name) needs --\(names.joined(separator: " or --"))"
            return [Refusal(options: [first] + demanded + further, message: message)]
        case .operands(let form, or: _):
            let demanded = command.constraints.compactMap { other -> OptionSpecification? in
                guard case .exactlyOne(let options) = other else { return nil }
                return options.first
            }
            return [Refusal(options: demanded, message: "an operand is missing: \(form.text)")]
        }
    }
}
