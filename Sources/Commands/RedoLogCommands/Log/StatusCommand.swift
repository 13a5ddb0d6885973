import RedoCommandLine
import RedoJSON
import RedoSystem

/// `redo status`: the store at a glance.
package struct StatusCommand: ParsableCommand {
    private static let json = OptionSpecification.flag("json", "print one JSON object")

    package static let specification = CommandSpecification(
        "status", "Show the state of the store: author, tasks, diverged tasks, unpushed nodes",
        options: [json], effect: .reads)

    private let isJSON: Bool

    package init(_ arguments: Arguments) {
        isJSON = arguments.has(Self.json)
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let report = try StatusReport(context)
        if isJSON {
            try context.printLine(CanonicalJSON.bytes(report.json))
        } else {
            try context.print(report.text(context))
            for hint in report.hints {
                try context.print("hint: \(context.shown(hint: hint).printable)\n")
            }
        }
        return .done
    }
}
