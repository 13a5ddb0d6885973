import RedoCommandLine
import RedoJSON
import RedoModel
import RedoSystem

/// `redo prime`: what a program needs to work in this store.
package struct PrimeCommand: ParsableCommand {
    private static let json = OptionSpecification.flag("json", "print one JSON object")

    package static let specification = CommandSpecification(
        "prime", "Print what a program needs to work with these tasks: commands, queries, state",
        options: [json], effect: .reads)

    private let isJSON: Bool

    package init(_ arguments: Arguments) { isJSON = arguments.has(Self.json) }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let state = try PrimeState(context)
        if isJSON {
            try context.printLine(CanonicalJSON.bytes(state.json(of: context.suite)))
        } else {
            try context.print(PrimeText(state, context.suite).text)
        }
        return .done
    }
}
