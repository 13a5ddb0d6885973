import RedoCommandLine
import RedoSystem

/// `redo room`: conversations by turns.
package struct RoomCommand: ParsableCommand {
    static let json = OptionSpecification.flag(
        "json", "list and show: print a JSON object for each room")
    static let yes = OptionSpecification.flag(
        "yes", letter: "y", "open, pass, decline, cancel and leave: do not ask")

    /// The one table of its commands, in the order of the manual.
    private static let subcommands: [any RoomSubcommand.Type] = [
        Open.self, List.self, Show.self, Accept.self, Decline.self, Say.self, Pass.self, Hand.self,
        Leave.self, Cancel.self, Cenotaph.self, Hide.self, Unhide.self, Join.self, Answer.self,
        Watch.self,
    ]

    package static let specification = CommandSpecification(
        "room", "Open rooms, which are conversations by turns, and take part in them",
        operands: subcommands.map { $0.form }, operandCount: 0...Int.max, options: options,
        constraints: IDListing.constraints(json),
        effect: .readsAs(["list", "show", nil]),
        statuses: .writing(no: "a rule of the room forbids it, or you did not confirm it"))

    /// The options of all of them, each once.
    private static var options: [OptionSpecification] {
        var options: [OptionSpecification] = []
        for option in subcommands.flatMap({ $0.options })
        where !options.contains(where: { $0.name == option.name }) {
            options.append(option)
        }
        return options
    }

    private let subcommand: any RoomSubcommand

    package init(_ arguments: Arguments) throws(RedoError) {
        let name = arguments.operands.first ?? List.name
        guard let type = Self.subcommands.first(where: { $0.name == name }) else {
            let names = Self.subcommands.map { $0.name }
            throw .usage(
                "room takes \(names.dropLast().joined(separator: ", ")) or \(names.last ?? ""), not '\(name)'",
                hints: similarNames(to: name, among: names).map { "did you mean '\($0)'?" })
        }
        let others = Self.options.filter { option in
            !type.options.contains { $0.name == option.name }
        }
        try arguments.refuse(others, by: "room \(name)")
        let operands = Array(arguments.operands.dropFirst())
        let count = OperandForm.sequence(type.operands).count
        guard operands.count >= count.lowerBound else {
            throw .usage("an operand is missing: room \(type.form.text)")
        }
        guard operands.count <= count.upperBound else {
            throw .usage("unexpected argument '\(operands[count.upperBound])'")
        }
        subcommand = try type.init(arguments, operands)
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        try subcommand.run(&context)
    }
}
