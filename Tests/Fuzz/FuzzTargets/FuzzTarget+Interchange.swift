import RedoCalendar
import RedoInterchange
import RedoJSON
import RedoModel

extension FuzzTarget {
    private static let settings = InterchangeSettings(
        zone: TimeZoneRules { _ in 3600 }, zoneName: "Europe/Berlin",
        now: Instant(milliseconds: 1_763_294_400_000))

    /// What a format has no place for.
    private static func lost(_ format: InterchangeFormat) -> Set<ForeignMember> {
        format == .todotxt
            ? [.description, .estimate, .dependsOn, .parent, .work, .comments, .fields] : []
    }

    /// Reads a file, writes what it says, and reads that: it says the same.
    private static func check(_ bytes: [UInt8], _ format: InterchangeFormat) throws {
        guard let found = try? format.read(bytes, settings) else { return }
        let written = format.write(found.tasks, settings).bytes
        let again = try demand("a written file is refused") { try format.read(written, settings) }
        try require(again.mistakes.isEmpty, "a written file has mistakes: \(again.mistakes)")
        try require(again.tasks.count == found.tasks.count, "a written file has other tasks")
        let (before, after) = (shown(found.tasks, format), shown(again.tasks, format))
        for (task, read) in zip(before, after) {
            try require(task == read, "\(task) changes to \(read)")
        }
    }

    /// What tasks have, in an order of its own: Markdown sorts them by their projects.
    private static func shown(_ tasks: [ForeignTask], _ format: InterchangeFormat) -> [String] {
        let members = ForeignMember.allCases.filter {
            !lost(format).contains($0) && $0 != .line && $0 != .remarks
        }
        return tasks.map { task in
            members.map { "\($0): \(value($0, of: task, format).text)" }.joined(separator: ", ")
        }.sorted()
    }

    /// The canonical JSON of a member, after what the format adds to it.
    private static func value(
        _ member: ForeignMember, of task: ForeignTask, _ format: InterchangeFormat
    ) -> [UInt8] {
        var task = task
        // The usual priority is not written.
        if format == .todotxt { task.priority = task.priority ?? 3 }
        // Taskwarrior has no task without a time at which it was entered.
        if format == .taskwarrior {
            task.created = task.created ?? settings.now
            // So with its annotations.
            task.comments = task.comments.map {
                ForeignTask.Comment(at: $0.at ?? settings.now, text: $0.text)
            }
            // A task that is not open has an end there.
            if task.status != .open { task.ended = task.ended ?? settings.now }
            // How a file had it is not part of a task: without a deadline a frequency is written as a rule.
            task.fields.removeAll { ImportedField.hidden.contains($0.name) }
            // Its attributes are texts or numbers.
            task.fields = task.fields.map { field in
                switch field.value {
                case .string, .number: field
                default:
                    JSONMember(
                        field.name, .string(JSONString(CanonicalJSON.bytes(field.value).text)))
                }
            }
        }
        return member.value(of: task).map(CanonicalJSON.bytes) ?? []
    }

    /// VTODOs of iCalendar, which libical reads.
    static let calendar = FuzzTarget(
        "icalendar", upTo: 4096,
        seeds: {
            let lines = [
                "UID:1\r\nSUMMARY:Milk\r\nDUE;TZID=Europe/Berlin:20251224T183000\r\nRRULE:FREQ=DAILY",
                "UID:2\r\nSUMMARY;LANGUAGE=en:A long\r\n  title\\, folded\\n\r\nPRIORITY:1\r\nSTATUS:COMPLETED\r\n"
                    + "COMPLETED:20251116T120000Z\r\nCATEGORIES:a,b\r\nX-REDO:y",
                "UID:3\r\nSUMMARY:x\r\nDUE;VALUE=DATE:20251224\r\nRELATED-TO;RELTYPE=DEPENDS-ON:1\r\n"
                    + "BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT15M\r\nEND:VALARM",
            ]
            return Seeds.texts(
                lines.map {
                    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VTODO\r\n\($0)\r\nEND:VTODO\r\nEND:VCALENDAR\r\n"
                } + [
                    "BEGIN:VCALENDAR\nBEGIN:VTIMEZONE\nTZID:Z\nBEGIN:STANDARD\nDTSTART:19701025T030000\n"
                        + "TZOFFSETFROM:+0200\nTZOFFSETTO:+0100\nRRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU\n"
                        + "END:STANDARD\nEND:VTIMEZONE\nBEGIN:VTODO\nUID:4\nSUMMARY:z\n"
                        + "DUE;TZID=Z:20251224T183000\nEND:VTODO\nBEGIN:VEVENT\nEND:VEVENT\nEND:VCALENDAR\n"
                ])
        },
        run: { bytes in
            let reader = CalendarReader(settings)
            guard let found = try? reader.read(bytes) else { return }
            let written = CalendarWriter(settings).write(found.tasks).bytes
            try require(String(validating: written, as: UTF8.self) != nil, "written without UTF-8")
            let again = try demand("a written file is refused") { try reader.read(written) }
            try require(again.mistakes.isEmpty, "a written file has mistakes: \(again.mistakes)")
            try require(again.tasks.count == found.tasks.count, "a written file has other tasks")
        })

    /// Files of todo.txt.
    static let todoTxt = FuzzTarget(
        "todotxt", upTo: 1024,
        seeds: {
            Seeds.texts([
                "(A) 2025-01-01 Buy milk +home @shop due:2025-12-24 rec:+1w t:2025-12-20\n",
                "x 2025-01-02 2025-01-01 Done pri:B id:7\nplain\n\n", "a\\nb uid:1 h:1 pts:3\n",
            ])
        }, run: { try check($0, .todotxt) })

    /// Exports of Taskwarrior.
    static let taskwarrior = FuzzTarget(
        "taskwarrior", upTo: 4096,
        seeds: {
            Seeds.texts([
                """
                [{"id":1,"description":"Buy milk","due":"20251224T183000Z","entry":"20251116T120000Z",\
                "status":"pending","uuid":"c0ffee11-1111-4111-8111-111111111111","tags":["a","b"],\
                "priority":"H","project":"home.kitchen","annotations":[{"entry":"20251116T120000Z",\
                "description":"note"}],"depends":["c0ffee11-1111-4111-8111-111111111112"]}]
                """,
                """
                {"description":"x","status":"completed","end":"20251116T120000Z","recur":"weekly",\
                "uuid":"c0ffee11-1111-4111-8111-111111111112","urgency":1.5,"custom":"v"}
                {"description":"y","status":"recurring","recur":"P1M","due":"20251224T183000Z","mask":"-+"}
                """,
            ])
        }, run: { try check($0, .taskwarrior) })

    /// Tables, lists of Markdown and the neutral form. The first byte says which.
    static let interchange = FuzzTarget(
        "interchange", upTo: 2048,
        seeds: {
            Seeds.texts([
                "ctitle,due,tags,priority\n\"Buy \"\"milk\"\"\",2025-12-24,\"a, b\",4\n'=1+1,,,\n",
                "m# Home\n- [ ] Buy milk #a due:2025-12-24\n  a note\n- [x] Done\n",
                "j{\"title\":\"Buy milk\",\"tags\":[\"a\"],\"due\":\"2025-12-24T18:30:00.000Z\"}\n",
            ])
        },
        run: { bytes in
            let formats: [UInt8: InterchangeFormat] = [
                UInt8(ascii: "c"): .csv, UInt8(ascii: "m"): .markdown, UInt8(ascii: "j"): .json,
            ]
            guard let first = bytes.first, let format = formats[first] else { return }
            try check(Array(bytes.dropFirst()), format)
        })
}
