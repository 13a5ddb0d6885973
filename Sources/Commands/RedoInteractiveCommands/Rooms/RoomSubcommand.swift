import RedoCommandLine
import RedoSystem

/// One of the commands of `redo room`, read into a value: what it takes, and what it does.
protocol RoomSubcommand: Sendable {
    static var name: String { get }
    /// The operands after the name.
    static var operands: [OperandForm] { get }
    static var options: [OptionSpecification] { get }

    /// - Parameters:
    ///   - arguments: of ``RoomCommand``, with options of this command alone.
    ///   - operands: those after the name, as many as it takes.
    init(_ arguments: Arguments, _ operands: [String]) throws(RedoError)

    func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus
}

extension RoomSubcommand {
    static var operands: [OperandForm] { [.value(.room)] }
    static var options: [OptionSpecification] { [] }

    /// The usage line: the name, and what follows.
    static var form: OperandForm { .sequence([.word(name)] + operands) }
}
