import RedoCommandLine
import RedoJSON
import RedoSystem

/// `redo doctor`: whether everything that redo needs is there and reachable, and what to do if not. It changes nothing, but
/// runs programs: helpers of keys and remotes, and systemctl.
package struct DoctorCommand: ParsableCommand {
    private static let offline = OptionSpecification.flag("offline", "ask no remote")
    private static let json = OptionSpecification.flag("json", "print one JSON object")

    package static let specification = CommandSpecification(
        "doctor", "Check libraries, keys, remotes and everything else that redo needs",
        options: [offline, json],
        statuses: .plain(
            done:
                "nothing is wrong, and everything was checked, except what `--offline` leaves out",
            no: "something is wrong, or could not be checked"))

    private let isOffline: Bool
    private let isJSON: Bool

    package init(_ arguments: Arguments) {
        isOffline = arguments.has(Self.offline)
        isJSON = arguments.has(Self.json)
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let examination = Examination(context, asksRemotes: !isOffline)
        var rows: [(check: DoctorCheck, symptom: Symptom)] = []
        for check in DoctorCheck.all {
            for symptom in check.symptoms(examination) {
                rows.append((check, symptom))
                if !isJSON { try print(check, symptom, &context) }
            }
        }
        // Damage is a symptom.
        context.incompleteness.forget()
        let wrong = rows.count { $0.symptom.state == .wrong }
        let unchecked = rows.count { $0.symptom.state == .unchecked }
        let skipped = rows.count { $0.symptom.state == .skipped }
        if isJSON {
            try context.printLine(
                CanonicalJSON.bytes([
                    "checks": .array(rows.map { Self.object($0.check, $0.symptom) }),
                    "skipped": .number(Double(skipped)), "unchecked": .number(Double(unchecked)),
                    "wrong": .number(Double(wrong)),
                ]))
        } else {
            try context.print(
                "\(Self.summary(wrong: wrong, unchecked: unchecked, skipped: skipped))\n")
        }
        return wrong + unchecked == 0 ? .done : .no
    }

    private func print(
        _ check: DoctorCheck, _ symptom: Symptom, _ context: inout CommandContext
    ) throws(RedoError) {
        let stateWidth = Symptom.State.allCases.map { $0.rawValue.utf8.count }.max() ?? 0
        let nameWidth = DoctorCheck.all.map(\.name.utf8.count).max() ?? 0
        let state = symptom.state.rawValue.padded(toColumns: stateWidth)
        try context.print(
            withPaths: "\(state)  \(check.name.padded(toColumns: nameWidth))  \(symptom.text)\n")
        for remedy in symptom.remedies {
            let gap = String(repeating: " ", count: stateWidth + nameWidth + 4)
            try context.print(withPaths: "\(gap)\(context.shown(hint: remedy))\n")
        }
        try context.flush()
    }

    private static func object(_ check: DoctorCheck, _ symptom: Symptom) -> JSONValue {
        [
            "check": .string(JSONString(check.name)),
            "remedies": .array(symptom.remedies.map { .string(JSONString($0)) }),
            "state": .string(JSONString(symptom.state.rawValue)),
            "text": .string(JSONString(symptom.text)),
        ]
    }

    /// The last line. Without a word about the rest, everything was checked.
    private static func summary(wrong: Int, unchecked: Int, skipped: Int) -> String {
        let found =
            switch wrong {
            case 0: "nothing is wrong"
            case 1: "1 thing is wrong"
            default: "\(wrong) things are wrong"
            }
        var rest: [String] = []
        if unchecked > 0 { rest.append("\(counted(unchecked, "thing")) could not be checked") }
        if skipped > 0 { rest.append("\(counted(skipped, "thing")) left out") }
        if rest.isEmpty { return found }
        return
            "\(found)\(wrong == 0 ? " in what was checked" : ""); \(rest.joined(separator: ", "))"
    }
}
