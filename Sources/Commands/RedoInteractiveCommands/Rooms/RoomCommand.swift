import RedoCommandLine
import RedoSystem

extension Command {
    /// `redo room`: conversations by turns.
    package static let rooms = Command(
        CommandSpecification(
            "room", "Open rooms, which are conversations by turns, and take part in them",
            operands: RoomSubcommand.all.map(\.form), operandCount: 0...Int.max,
            options: RoomSubcommand.options,
            statuses: .writing(no: "a rule of the room forbids it, or you did not confirm it"))
    ) { (context) throws(RedoError) in
        let operands = context.arguments.operands
        let name = operands.first ?? RoomSubcommand.list.name
        guard let subcommand = RoomSubcommand.all.first(where: { $0.name == name }) else {
            let names = RoomSubcommand.all.map(\.name)
            throw .usage(
                "room takes \(names.dropLast().joined(separator: ", ")) or \(names.last ?? ""), not '\(name)'",
                hints: similarNames(to: name, among: names).map { "did you mean '\($0)'?" })
        }
        return try subcommand.run(&context, Array(operands.dropFirst()))
    }
}
