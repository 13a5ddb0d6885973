import Foundation
import RedoCalendar
import RedoJSON
import RedoModel
import Testing

@testable import RedoInterchange

/// The JSON of Taskwarrior's export.
@Suite struct TaskwarriorTests {
    private func read(_ text: String) throws -> ForeignTasks {
        try InterchangeFormat.taskwarrior.read(Array(text.utf8), settings)
    }

    @Test func everythingIsKeptOrNamed() throws {
        let found = try read(
            """
            [
            {"id":1,"description":"Buy milk","due":"20251120T000000Z","entry":"20251101T053954Z",\
            "estimate":"PT2H","modified":"20251102T053954Z","priority":"H","project":"Home.Shop",\
            "size":"big","status":"pending","uuid":"37591167-8a9a-4873-ae6b-fb673fe16648",\
            "start":"20251103T053954Z","tags":["a","b"],"urgency":28.7,"depends":"x1,x2",\
            "annotations":[{"entry":"20251101T053955Z","description":"some note"}],"a_b.c":7},
            {"description":"Done","uuid":"u2","status":"completed","end":"20251105T000000Z",\
            "depends":["u3"]},
            {"description":"Gone","uuid":"u3","status":"deleted","end":"20251105T000000Z"},
            {"description":"Later","uuid":"u4","status":"waiting","wait":"20270101T000000Z",\
            "scheduled":"20261201T000000Z","until":"20280101T000000Z","priority":"X"}
            ]
            """)
        #expect(found.mistakes.isEmpty && found.tasks.count == 4)
        let milk = found.tasks[0]
        #expect(milk.title == "Buy milk" && milk.project == "Home.Shop" && milk.tags == ["a", "b"])
        #expect(milk.priority == 4 && milk.due == instant("2025-11-20T00:00:00Z"))
        #expect(milk.created == instant("2025-11-01T05:39:54Z") && milk.line == 2)
        #expect(milk.dependsOn == ["x1", "x2"])
        #expect(
            milk.comments == [
                ForeignTask.Comment(at: instant("2025-11-01T05:39:55Z"), text: "some note")
            ])
        #expect(
            Set(milk.fields) == [
                JSONMember("size", "big"), JSONMember("otherEstimate", "PT2H"),
                JSONMember("aBC", 7),
                JSONMember(
                    ImportedField.taskwarrior,
                    ["names": ["aBC": "a_b.c", "otherEstimate": "estimate"]]),
            ])
        #expect(
            milk.work == [
                ForeignTask.WorkInterval(from: instant("2025-11-03T05:39:54Z"), to: nil)
            ])
        #expect(milk.remarks.count == 2)
        #expect(found.tasks[1].status == .completed && found.tasks[1].dependsOn == ["u3"])
        #expect(found.tasks[1].ended == instant("2025-11-05T00:00:00Z"))
        #expect(found.tasks[2].status == .deleted)
        #expect(found.tasks[3].wait == instant("2027-01-01T00:00:00Z"))
        #expect(
            found.tasks[3].fields == [
                JSONMember("taskwarriorPriority", "X"),
                JSONMember(ImportedField.taskwarrior, ["attributes": ["status": "waiting"]]),
            ])
        #expect(found.tasks[3].remarks.count == 1)
    }

    @Test func aRecurringTaskAndItsOccurrencesAreOne() throws {
        let found = try read(
            """
            {"description":"Water","uuid":"t","status":"recurring","recur":"weekly","mask":"+--",\
            "due":"20251101T100000Z","rtype":"periodic"}
            {"description":"Water","uuid":"c0","status":"completed","parent":"t","imask":0,\
            "recur":"weekly","due":"20251101T100000Z","end":"20251102T100000Z"}
            {"description":"Water","uuid":"c2","status":"pending","parent":"t","imask":2,\
            "recur":"weekly","due":"20251115T100000Z"}
            {"description":"Water","uuid":"c1","status":"pending","parent":"t","imask":1,\
            "recur":"weekly","due":"20251108T100000Z",\
            "annotations":[{"entry":"20251101T053955Z","description":"note"}]}
            {"description":"After","uuid":"d","status":"pending","depends":["c1","c2"]}
            """)
        #expect(found.tasks.map(\.title) == ["Water", "After"])
        let water = found.tasks[0]
        #expect(water.uid == "t" && water.due == instant("2025-11-08T10:00:00Z"))
        #expect(water.recurrence?.rule == "FREQ=WEEKLY" && water.status == .open)
        #expect(
            water.occurrences == [
                ForeignTask.Occurrence(
                    due: instant("2025-11-01T10:00:00Z"), completed: instant("2025-11-02T10:00:00Z")
                )
            ])
        #expect(water.comments.map(\.text) == ["note"])
        #expect(water.remarks == ["1 further open occurrence left out: a task has one"])
        #expect(found.tasks[1].dependsOn == ["t"])
    }

    @Test(arguments: [
        ("daily", "FREQ=DAILY"), ("weekdays", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
        ("2weeks", "FREQ=WEEKLY;INTERVAL=2"), ("3 days", "FREQ=DAILY;INTERVAL=3"),
        ("quarterly", "FREQ=MONTHLY;INTERVAL=3"), ("2q", "FREQ=MONTHLY;INTERVAL=6"),
        ("P1M", "FREQ=MONTHLY"), ("PT12H", "FREQ=HOURLY;INTERVAL=12"), ("annual", "FREQ=YEARLY"),
        ("mo", "FREQ=MONTHLY"), ("P2W", "FREQ=WEEKLY;INTERVAL=2"),
    ])
    func frequenciesAreRules(_ text: String, _ rule: String) {
        #expect(TaskwarriorRecurrence.rule(text)?.text == rule)
    }

    @Test(arguments: ["", "often", "0d", "99999999999999999999d", "P", "P1", "P1M2D", "P-1D", "3x"])
    func whatIsNoFrequencyIsKeptAsAField(_ text: String) throws {
        #expect(TaskwarriorRecurrence.rule(text) == nil)
        let found = try read(
            #"{"description":"a","uuid":"u","status":"recurring","due":"20251101T100000Z","recur":"\#(text)"}"#
        )
        #expect(found.tasks[0].recurrence == nil)
        #expect(found.tasks[0].fields == [JSONMember("recur", .text(text))])
        #expect(found.tasks[0].remarks.count == 1)
        // Taskwarrior gets it back.
        let written = InterchangeFormat.taskwarrior.write(found.tasks, settings).bytes
        #expect(written.text.contains(#""recur":"\#(text)""#), "\(written.text)")
    }

    /// A user-defined attribute can have the name of a field that keeps something aside, and two can become one name.
    @Test func attributesWhoseNamesBecomeTheSameAreNumbered() throws {
        let task = try read(
            #"{"otherDue":"x","a_b":"1","a.b":"2","due":"soon","description":"a","uuid":"u"}"#
        ).tasks[0]
        let expected = [
            JSONMember("otherDue", "x"), JSONMember("aB", "1"), JSONMember("aB2", "2"),
            JSONMember("otherDue2", "soon"),
        ]
        #expect(Array(task.fields.prefix(4)) == expected, "\(task.fields)")
        #expect(task.fields.last?.name == ImportedField.taskwarrior && task.fields.count == 5)
        let names = TaskwarriorKept(task)?.names
        #expect(names == ["aB": "a_b", "aB2": "a.b"])
    }

    /// A field can have the name of an attribute that is written, or that has another meaning.
    @Test(arguments: [
        "entry", "recur", "mask", "redonotes", "redopriority", "redofield", "redofieldentry",
        "startedAt", "redo",
    ])
    func aFieldOfAnyNameIsKept(_ name: String) throws {
        var task = ForeignTask()
        task.uid = "u"
        task.title = "a"
        task.created = settings.now
        task.fields = [JSONMember(JSONString(name), .text("weekly"))]
        let written = InterchangeFormat.taskwarrior.write([task], settings).bytes
        let found = try read(written.text)
        #expect(
            found.tasks.count == 1 && found.mistakes.isEmpty, "\(found.mistakes) \(written.text)")
        #expect(found.tasks.first?.fields == task.fields, "\(written.text)")
        #expect(found.tasks.first?.due == nil && found.tasks.first?.notes == nil)
    }

    @Test(arguments: [
        (#"{"description":"a"}"#, "uuid is missing"),
        (#"{"uuid":"u"}"#, "the title is empty"),
        (#"{"uuid":"u","uuid":"u","description":"a"}"#, "not I-JSON: a name that"),
        (#"{"uuid":"u","description":7}"#, "description must be text"),
        (#"7"#, "not a JSON object"),
    ])
    func aBadEntryIsNamedAmongGoodOnes(_ entry: String, _ reason: String) throws {
        let good = #"{"uuid":"g","description":"good","status":"pending"}"#
        let found = try read("[\n\(good),\n\(entry)\n]\n")
        #expect(found.tasks.map(\.title) == ["good"])
        #expect(found.mistakes.count == 1 && found.mistakes[0].line == 3)
        #expect(found.mistakes[0].reason.hasPrefix(reason), "\(found.mistakes)")
    }

    @Test(arguments: [
        (#""due":"soon""#, "due is not a time: 'soon'; kept as the field 'otherDue'"),
        (#""status":"odd""#, "there is no status 'odd'; kept as the field 'otherStatus'"),
        (#""tags":[1]"#, "tags must be text; kept as the field 'otherTags'"),
        (
            #""redopoints":"many""#,
            "points must be a number of 0 or more; kept as the field 'otherPoints'"
        ),
    ])
    func aBadAttributeIsKeptAndNamed(_ attribute: String, _ remark: String) throws {
        let found = try read("[{\"uuid\":\"u\",\"description\":\"a\",\(attribute)}]\n")
        let task = try #require(found.tasks.first, "\(found.mistakes)")
        #expect(task.title == "a" && task.status == .open && task.remarks == [remark])
    }

    @Test(arguments: ["[{}", "[1,2", "[] x", "<html>", "x\ny"])
    func anotherFileIsRefusedAsAWhole(_ text: String) {
        #expect(throws: ForeignMistake.self) { try read(text) }
    }

    // MARK: What comes back

    private func written(_ tasks: [ForeignTask]) throws -> [JSONValue] {
        let bytes = InterchangeFormat.taskwarrior.write(tasks, settings).bytes
        guard case .array(let entries) = try JSONDocument(bytes).root.value else { return [] }
        return entries
    }

    private func members(_ value: JSONValue) -> Set<JSONMember> {
        guard case .object(let members) = value else { return [] }
        return Set(members)
    }

    /// What Taskwarrior computes does not come back.
    private func expectBack(_ entries: [String]) throws {
        let found = try read("[\(entries.joined(separator: ","))]")
        #expect(found.mistakes.isEmpty)
        let back = try written(found.tasks)
        let all = try entries.map { try JSONDocument(Array($0.utf8)).root.value }
        #expect(Set(back.map(members)) == Set(all.map(members)), "\(back)")
    }

    private static let begun = #""entry":"20251101T053954Z","modified":"20251101T053954Z","uuid":"#

    @Test(arguments: [
        #""status":"pending","description":"a","priority":"M""#,
        #""status":"pending","description":"a","priority":"X""#,
        #""status":"pending","description":"a\tb \\u{41} \\u{1b}","priority":"H""#,
        #""status":"pending","description":"a","estimate":"PT2H","a_b":1,"aB":2,"deadline":"20251101T053954Z""#,
        #""status":"pending","description":"a","start":"20251103T053954Z","priority":"L""#,
        #""status":"completed","description":"a","start":"20251103T053954Z","end":"20251104T053954Z""#,
        #""status":"deleted","description":"a","end":"20251104T053954Z","due":"20251103T053954Z""#,
        #""status":"pending","description":"a","annotations":[{"description":"x\ty","entry":"20251103T053954Z"}]"#,
        #""status":"pending","description":"a","due":"20251103T053954Z","parent":"p","imask":3,"recur":"biweekly","rtype":"periodic""#,
        #""status":"recurring","description":"a","due":"20251103T053954Z","recur":"fortnight","rtype":"periodic""#,
    ])
    func aTaskComesBackWithAllMembers(_ text: String) throws {
        try expectBack([#"{\#(text),\#(Self.begun)"u"}"#])
    }

    private static let series = [
        #"{"description":"Water","status":"recurring","recur":"weekly","mask":"+--","project":"Home","#
            + #""due":"20251101T100000Z","rtype":"periodic",\#(begun)"t"}"#,
        #"{"description":"Water","status":"completed","parent":"t","imask":0,"recur":"weekly","project":"Home","#
            + #""rtype":"periodic","due":"20251101T100000Z","end":"20251102T100000Z",\#(begun)"c0"}"#,
        #"{"description":"Water all","status":"pending","parent":"t","imask":1,"recur":"weekly","rtype":"periodic","#
            + #""due":"20251108T100000Z","annotations":[{"description":"n","entry":"20251103T053954Z"}],\#(begun)"c1"}"#,
        #"{"description":"Water","status":"pending","parent":"t","imask":2,"recur":"weekly","project":"Home","#
            + #""rtype":"periodic","due":"20251115T100000Z",\#(begun)"c2"}"#,
        #"{"description":"After","status":"pending","depends":["c1"],\#(begun)"d"}"#,
    ]

    @Test func aTemplateAndItsOccurrencesComeBack() throws { try expectBack(Self.series) }

    /// Two occurrences have different annotations of one second. One is also that of the template, which Taskwarrior
    /// copies.
    @Test func annotationsOfOccurrencesStayTheirs() throws {
        func task(_ uuid: String, _ status: String, _ texts: String...) -> String {
            let annotations = texts.map { #"{"description":"\#($0)","entry":"20251103T053954Z"}"# }
            return
                #"{"description":"a","status":"\#(status)","recur":"weekly","due":"20251101T100000Z","#
                + #""annotations":[\#(annotations.joined(separator: ","))],\#(Self.begun)"\#(uuid)""#
        }
        try expectBack([
            task("t", "recurring", "copied") + "}",
            task("c0", "pending", "copied") + #","parent":"t","imask":0}"#,
            task("c1", "pending", "own") + #","parent":"t","imask":1}"#,
        ])
    }

    @Test func aCompletionHereCompletesTheOccurrence() throws {
        var tasks = try read("[\(Self.series.joined(separator: ","))]").tasks
        let completed = instant("2025-11-10T08:00:00Z")
        tasks[0].occurrences.append(ForeignTask.Occurrence(due: tasks[0].due, completed: completed))
        tasks[0].due = instant("2025-11-15T10:00:00Z")
        let back = try written(tasks)
        let second = try #require(back.first { $0["uuid"] == "c1" })
        #expect(second["status"] == "completed" && second["end"] == "20251110T080000Z")
        #expect(back.first { $0["uuid"] == "t" }?["mask"] == "++-")
        #expect(back.first { $0["uuid"] == "t" }?["due"] == "20251101T100000Z")
        #expect(back.first { $0["uuid"] == "c2" }?["status"] == "pending")
        #expect(back.first { $0["uuid"] == "d" }?["depends"] == ["c1"])
    }

    /// A deadline that was moved here moves there, the rule stays.
    @Test func aMovedDeadlineMovesTheOccurrence() throws {
        var tasks = try read("[\(Self.series.joined(separator: ","))]").tasks
        tasks[0].due = instant("2025-11-09T10:00:00Z")
        let back = try written(tasks)
        #expect(back.first { $0["uuid"] == "c1" }?["due"] == "20251109T100000Z")
        #expect(back.first { $0["uuid"] == "t" }?["due"] == "20251101T100000Z")
    }

    @Test(arguments: [(5, "H"), (4, "H"), (3, "M"), (2, "L"), (1, "L")])
    func prioritiesAreLetters(_ number: Int, _ letter: String) throws {
        var task = ForeignTask()
        (task.uid, task.title, task.priority) = ("u", "a", number)
        let back = try written([task])
        #expect(back[0]["priority"] == .text(letter))
        let bytes = InterchangeFormat.taskwarrior.write([task], settings).bytes
        #expect(try read(bytes.text).tasks[0].priority == number)
        // Taskwarrior writes attributes that it does not know as texts.
        let unknown = bytes.text.replacingOccurrences(
            of: #""redopriority":\#(number)"#, with: #""redopriority":"\#(number).000000""#)
        #expect(try read(unknown).tasks[0].priority == number)
        // Taskwarrior has changed the letter since.
        let changed = bytes.text.replacingOccurrences(
            of: #""priority":"\#(letter)""#, with: #""priority":"M""#)
        #expect(try read(changed).tasks[0].priority == 3)
    }

    /// Anyone can write the field.
    @Test(arguments: [
        JSONValue.null, 7, "x",
        ["attributes": 1, "children": [1, ["uuid": 2]], "names": ["a": 1], "rule": []],
        [
            "attributes": ["mask": 3, "recur": 4, "due": []], "children": [["status": "pending"]],
            "rule": "x",
        ],
    ])
    func aForgedFieldBreaksNothing(_ value: JSONValue) throws {
        var task = ForeignTask()
        (task.uid, task.title) = ("u", "a")
        task.due = settings.now
        task.recurrence = Recurrence(rule: "FREQ=WEEKLY", origin: .deadline, zone: "UTC")
        task.fields = [JSONMember(ImportedField.taskwarrior, value)]
        #expect(try written([task]).first?["description"] == "a")
    }

    /// A name that is written twice would lose a value: readers of JSON take the last one.
    @Test func noAttributeIsWrittenTwice() throws {
        let text =
            #"[{"uuid":"u","description":"a","status":["x"],"otherStatus":"y","]status":"z"}]"#
        let found = try InterchangeFormat.taskwarrior.read(Array(text.utf8), settings)
        let written = InterchangeFormat.taskwarrior.write(found.tasks, settings).bytes
        let again = try InterchangeFormat.taskwarrior.read(written, settings)
        #expect(again.mistakes.isEmpty && again.tasks.count == 1, "\(written.text)")
        for (name, value) in [("otherStatus", "y"), ("]status", "z")] {
            #expect(written.text.contains("\"\(name)\":\"\(value)\""), "\(written.text)")
        }
        let names = again.tasks[0].fields.map(\.name.description)
        #expect(Set(names).count == names.count && names.contains("otherStatus"), "\(names)")
    }
}
