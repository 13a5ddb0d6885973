import RedoCommandLine
import RedoJSON
import RedoStore
import RedoSystem

/// `redo bugreport`: what whoever looks for an error in the suite has to know.
package struct BugReportCommand: ParsableCommand {
    private static let json = OptionSpecification.flag("json", "print one JSON object")

    package static let specification = CommandSpecification(
        "bugreport",
        "Print what a report of an error in redo needs, without secrets, titles, names and ids",
        options: [json, Progress.option], effect: .reads, statuses: .plain())

    private let isJSON: Bool

    package init(_ arguments: Arguments) {
        isJSON = arguments.has(Self.json)
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let report = BugReport(context)
        // What is damaged stands in the report, and the report lacks nothing.
        context.incompleteness.forget()
        if isJSON {
            try context.printLine(CanonicalJSON.bytes(report.json))
        } else {
            try context.print(report.text)
        }
        return .done
    }
}
