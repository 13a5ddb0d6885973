import RedoCalendar
import RedoJSON
import RedoModel
import Testing

@testable import RedoInterchange

/// What a stranger writes into a member of a task stays in that member, whatever format it is exported to.
@Suite struct HostileExportTests {
    /// The characters that end a line or a text for some program.
    static let controls: [Unicode.Scalar] =
        (Array(UInt32(0)...0x1F) + [0x7F, 0x85, 0x2028, 0x2029]).compactMap { Unicode.Scalar($0) }

    /// A member that anyone can fill with any text.
    enum Member: CaseIterable, Sendable {
        case title, description, notes, project, tag, rule, zone, comment, dependency, uid
        case field, fieldName
    }

    /// A text that would be more lines, components, items, cells or members if the character between its parts ended
    /// any.
    static func attack(_ control: Unicode.Scalar) -> String {
        [
            "FREQ=DAILY", "ATTACH:https://evil.example/a", "BEGIN:VALARM", "ACTION:EMAIL",
            "TRIGGER:-PT5M", "ATTENDEE:mailto:victim@example.org", "END:VALARM", "END:VTODO",
            "BEGIN:VTODO", "UID:forged", "SUMMARY:forged", "- [ ] forged", "(A) forged",
            "forged,1,2", "{\"title\":\"forged\"}", "z",
        ].joined(separator: String(control))
    }

    static func task(_ member: Member, _ control: Unicode.Scalar) -> ForeignTask {
        let text = attack(control)
        var task = ForeignTask()
        (task.title, task.uid, task.due) = ("A task", "uid-\(control.value)", settings.now)
        switch member {
        case .title: task.title = text
        case .description: task.description = text
        case .notes: task.notes = text
        case .project: task.project = text.split(separator: ".").joined(separator: "-")
        case .tag: task.tags = [text, "other"]
        case .rule: task.recurrence = Recurrence(rule: text, origin: .completion, zone: "UTC")
        case .zone:
            task.recurrence = Recurrence(rule: "FREQ=DAILY", origin: .deadline, zone: text)
        case .comment: task.comments = [ForeignTask.Comment(at: settings.now, text: text)]
        case .dependency: task.dependsOn = [text]
        case .uid: task.uid = "\(task.uid ?? "")\(text)"
        case .field: task.fields = [JSONMember("size", .text(text))]
        case .fieldName: task.fields = [JSONMember(JSONString(text), "x")]
        }
        return task
    }

    /// The members that a format has no place for, and those that it cannot keep as they are.
    private static func lost(_ format: InterchangeFormat, _ member: Member) -> Set<ForeignMember> {
        // A name of a field gets a form that fields have here.
        var lost: Set<ForeignMember> = [.line, .remarks]
        if member == .fieldName { lost.insert(.fields) }
        if format == .taskwarrior { lost.insert(.created) }
        if format == .todotxt {
            lost.formUnion([.description, .notes, .dependsOn, .comments, .fields, .timeZone])
        }
        return lost
    }

    private static func read(
        _ bytes: [UInt8], _ format: InterchangeFormat
    ) throws(ForeignMistake) -> ForeignTasks {
        guard format == .icalendar else { return try format.read(bytes, settings) }
        CompletedOccurrence.loadLibrary()
        return try CalendarReader(settings).read(bytes)
    }

    @Test(arguments: InterchangeFormat.written, Member.allCases)
    func theSameTasksComeBack(_ format: InterchangeFormat, _ member: Member) throws {
        let tasks = Self.controls.map { Self.task(member, $0) }
        let output = format.write(tasks, settings)
        let found = try Self.read(output.bytes, format)
        #expect(found.mistakes.isEmpty && found.remarks.isEmpty, "\(found.mistakes)")
        try #require(found.tasks.count == tasks.count, "\(output.bytes.text)")
        let byUID = Dictionary(grouping: found.tasks) { $0.uid ?? "" }
        let lost = Self.lost(format, member)
        for task in tasks {
            let read = try #require(byUID[task.uid ?? ""]?.first, "\(output.bytes.text)")
            var expected = task
            // No text but a rule leaves as one.
            if member == .rule { expected.recurrence = nil }
            for name in ForeignMember.allCases where !lost.contains(name) {
                #expect(name.value(of: read) == name.value(of: expected), "\(name) \(member)")
            }
        }
    }

    @Test(arguments: InterchangeFormat.written)
    func aTextThatIsNoRuleIsNamedAndLeftOut(_ format: InterchangeFormat) throws {
        let output = format.write([Self.task(.rule, "\n"), Self.task(.zone, "\n")], settings)
        let left = output.left.first { $0.name == "recurrence that is not a rule" }
        #expect(left?.count == 1, "\(output.left)")
        #expect(!output.bytes.text.contains("ACTION:EMAIL\n"))
        if format == .json {
            let tasks = try format.read(output.bytes, settings).tasks
            #expect(tasks.first?.remarks.first?.contains("is left out: ") == true)
        }
    }

    /// However a program splits lines, it finds the components and properties that the suite writes.
    @Test(arguments: Member.allCases)
    func aCalendarHasNoOtherLines(_ member: Member) {
        let tasks = Self.controls.map { Self.task(member, $0) }
        let text = InterchangeFormat.icalendar.write(tasks, settings).bytes.text
        let lines = text.split(whereSeparator: { $0.isNewline || $0 == "\0" })
            .filter { !$0.hasPrefix(" ") }
        let names =
            CalendarProperties.Group.allCases.flatMap(\.names)
            + ["UID", "DTSTAMP", "CREATED", "LAST-MODIFIED", "VERSION", "PRODID"]
        for line in lines where !line.hasPrefix("BEGIN:") && !line.hasPrefix("END:") {
            let name = line.prefix { $0 != ":" && $0 != ";" }
            #expect(names.contains(String(name)), "\(line)")
        }
        #expect(lines.count { $0 == "BEGIN:VTODO" } == tasks.count)
        #expect(lines.count { $0 == "UID:forged" || $0 == "BEGIN:VALARM" } == 0)
        #expect(lines.count { $0.hasPrefix("BEGIN:") } == tasks.count + 1)
    }

    /// The same for a file of a folder in which a task changes.
    @Test(arguments: Member.allCases)
    func anEditedCalendarHasNoOtherLines(_ member: Member) throws {
        let before = InterchangeFormat.icalendar.write([Self.task(.title, " ")], settings).bytes
        for control in Self.controls {
            let text = try #require(
                CalendarEdit(settings).text(
                    before, with: CalendarProperties.Group.allCases, of: Self.task(member, control)
                ))
            let lines = text.text.split(whereSeparator: { $0.isNewline || $0 == "\0" })
            #expect(lines.count { $0.hasPrefix("BEGIN:") } == 2, "\(control.value)")
            #expect(!lines.contains { $0.hasPrefix("ATTACH:") || $0.hasPrefix("ACTION:") })
        }
    }

    /// Whatever a line is made of, it is one.
    @Test(arguments: controls)
    func aContentLineHasNoControlCharacter(_ control: Unicode.Scalar) {
        let text = Self.attack(control)
        for line in [
            CalendarLine(text, word: text), CalendarLine("X", parameters: [text], text: text),
            CalendarLine("X", date: text),
        ] + CalendarLine.list("X", [text, text]) {
            var bytes: [UInt8] = []
            CalendarText.append(line, to: &bytes)
            let unfolded = bytes.text.replacing("\r\n ", with: "")
            #expect(unfolded.utf8.count { $0 < 0x20 || $0 == 0x7F } == 2)
            #expect(unfolded.hasSuffix("\r\n"))
        }
    }

    /// Tags that libical does not find the ends of in a list.
    @Test func eachTagOfAListComesBack() throws {
        let lists = [
            ["plain", "other"], ["a\"", "b"], ["a\\", "b"], ["a\\n", "b"], ["a,b", "c;d", "e"],
            [" a", "b ", " "], ["a\nb", "c"], ["\\", "\"", ",", ";"],
        ]
        let tasks = lists.enumerated().map { number, tags in
            var task = ForeignTask()
            (task.title, task.uid, task.tags) = ("A task", "uid-\(number)", tags)
            return task
        }
        let output = InterchangeFormat.icalendar.write(tasks, settings)
        #expect(output.bytes.text.contains("CATEGORIES:plain,other\r\n"))
        #expect(try Self.read(output.bytes, .icalendar).tasks.map(\.tags) == lists)
    }

    /// Many comments of one second get seconds of their own in Taskwarrior, in a time that grows with their number.
    @Test func manyCommentsOfOneSecondAreApart() throws {
        var task = ForeignTask()
        (task.title, task.uid) = ("A task", "uid")
        task.comments = (0..<20_000).map { ForeignTask.Comment(at: settings.now, text: "c\($0)") }
        task.comments.append(
            ForeignTask.Comment(
                at: Instant(milliseconds: settings.now.milliseconds + 5000), text: "last"))
        let output = InterchangeFormat.taskwarrior.write([task], settings)
        let read = try #require(try Self.read(output.bytes, .taskwarrior).tasks.first)
        #expect(read.comments.map(\.text) == task.comments.map(\.text))
        #expect(Set(read.comments.compactMap { $0.at?.milliseconds }).count == 20_001)
    }
}
