import RedoCommandLine
import RedoJSON
import RedoStore
import RedoSystem

extension Command {
    private static let json = OptionSpecification.flag("json", "print one JSON object")

    /// `redo bugreport`: what whoever looks for an error in the suite has to know.
    package static let bugReport = Command(
        CommandSpecification(
            "bugreport",
            "Print what a report of an error in redo needs, without secrets, titles, names and ids",
            options: [json, Progress.option], effect: .reads, statuses: .plain())
    ) { (context) throws(RedoError) in
        let report = BugReport(context)
        // What is damaged stands in the report, and the report lacks nothing.
        context.incompleteness.forget()
        if context.arguments.has(json) {
            try context.printLine(CanonicalJSON.bytes(report.json))
        } else {
            try context.print(report.text)
        }
        return .done
    }
}
