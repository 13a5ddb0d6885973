import RedoCommandLine
import RedoSystem

/// One of the commands of `redo room`: what it takes, and what it does. The one table of them.
struct RoomSubcommand: Sendable {
    typealias Body =
        @Sendable (_ context: inout CommandContext, _ operands: [String]) throws(RedoError) ->
        ExitStatus

    let name: String
    /// What stands after the name.
    let operands: [OperandForm]
    let options: [OptionSpecification]
    private let body: Body

    init(
        _ name: String, _ operands: [OperandForm] = [], options: [OptionSpecification] = [],
        _ body: @escaping Body
    ) {
        self.name = name
        self.operands = operands
        self.options = options
        self.body = body
    }

    /// In the order of the manual.
    static let all: [RoomSubcommand] = [
        open, list, show, accept, decline, say, pass, hand, leave, cancel, cenotaph, join, answer,
        watch,
    ]

    /// The options of all of them, each once.
    static var options: [OptionSpecification] {
        var options: [OptionSpecification] = []
        for option in all.flatMap(\.options)
        where !options.contains(where: { $0.name == option.name }) {
            options.append(option)
        }
        return options
    }

    /// The usage line: the name, and what follows.
    var form: OperandForm { .sequence([.word(name)] + operands) }

    /// - Parameter operands: without the name.
    /// - Throws: wrong usage for operands and options that it does not take.
    func run(
        _ context: inout CommandContext, _ operands: [String]
    ) throws(RedoError) -> ExitStatus {
        for option in Self.options where context.arguments.setting(option) != nil {
            guard options.contains(where: { $0.name == option.name }) else {
                throw .usage("room \(name) takes no --\(option.name)")
            }
        }
        let count = OperandForm.sequence(self.operands).count
        guard operands.count >= count.lowerBound else {
            throw .usage("an operand is missing: room \(form.text)")
        }
        guard operands.count <= count.upperBound else {
            throw .usage("unexpected argument '\(operands[count.upperBound])'")
        }
        return try body(&context, operands)
    }
}

/// Options that several commands of `redo room` take.
enum RoomOptions {
    static let json = OptionSpecification.flag(
        "json", "list and show: print a JSON object for each room")
    static let all = OptionSpecification.flag(
        "all", letter: "a", "list: also rooms that ended before anything was said")
    static let tier = OptionSpecification.value(
        "tier", takes: "dollars", oneOf: RoomForm.tiers.map(String.init),
        "open: the price of the room")
    static let expires = OptionSpecification.value(
        "expires", takes: "time", "open: when the room expires unless it has begun")
    static let lower = OptionSpecification.flag("lower", "hand: lower it")
    static let yes = OptionSpecification.flag(
        "yes", letter: "y", "open, decline, cancel and leave: do not ask")
}
