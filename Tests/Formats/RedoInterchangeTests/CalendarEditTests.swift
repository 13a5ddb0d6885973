import RedoModel
import Testing

@testable import RedoInterchange

/// Changes of a file of iCalendar.
@Suite struct CalendarEditTests {
    private let edit = CalendarEdit(settings)

    private func task(_ title: String, due: Instant? = nil) -> ForeignTask {
        var task = ForeignTask()
        (task.title, task.due) = (title, due)
        return task
    }

    @Test func onlyGroupsThatDifferAreNamed() {
        let left = task("a", due: settings.now)
        #expect(edit.differences(left, left).isEmpty)
        #expect(edit.differences(left, task("b")) == [.title, .due])
    }

    private func edited(
        _ text: String, _ groups: [CalendarProperties.Group], _ task: ForeignTask
    ) -> String? {
        edit.text(Array(text.utf8), with: groups, of: task)?.text
    }

    @Test func otherLinesStayAsTheyAre() {
        let text =
            "BEGIN:VCALENDAR\nBEGIN:VTODO\r\nX-A:1\r\nSUMMARY:o\r\n ld\r\nSEQUENCE:3\r\nX-B:fol\r\n  ded\n"
            + "RELATED-TO;RELTYPE=CHILD:c\nDTSTAMP:20250101T000000Z\nBEGIN:VALARM\nSUMMARY:alarm\n"
            + "END:VALARM\nEND:VTODO\nEND:VCALENDAR"
        #expect(
            edited(text, [.title, .dependencies, .parent], task("new"))
                == "BEGIN:VCALENDAR\nBEGIN:VTODO\r\nX-A:1\r\nSUMMARY:new\r\nSEQUENCE:4\r\n"
                + "X-B:fol\r\n  ded\nRELATED-TO;RELTYPE=CHILD:c\nDTSTAMP:20251116T120000Z\r\n"
                + "LAST-MODIFIED:20251116T120000Z\r\nBEGIN:VALARM\nSUMMARY:alarm\n"
                + "END:VALARM\nEND:VTODO\nEND:VCALENDAR\r\n")
    }

    @Test func propertiesComeBeforeComponents() throws {
        let text =
            "BEGIN:VTODO\nUID:1\nBEGIN:VALARM\nTRIGGER:-PT5M\nEND:VALARM\nX-LATE:1\nEND:VTODO\n"
        let new = try #require(edited(text, [.title, .due], task("new", due: settings.now)))
        let lines = new.split(separator: "\n").map(String.init)
        let alarm = try #require(lines.firstIndex(of: "BEGIN:VALARM"))
        for name in ["X-LATE", "SUMMARY", "DUE", "LAST-MODIFIED", "DTSTAMP", "SEQUENCE"] {
            let index = try #require(lines.firstIndex { $0.hasPrefix(name) }, "\(new)")
            #expect(index < alarm, "\(new)")
        }
    }

    @Test(arguments: ["\n", "\r\n"])
    func newLinesEndAsThoseOfTheFile(_ end: String) throws {
        let text = ["BEGIN:VTODO", "SUMMARY:a", "END:VTODO", ""].joined(separator: end)
        let title = String(repeating: "long ", count: 40)
        let new = try #require(edited(text, [.title, .due], task(title, due: settings.now)))
        #expect(new.utf8.count { $0 == 0x0A } == new.components(separatedBy: end).count - 1)
        #expect(end == "\r\n" || !new.utf8.contains(0x0D))
        #expect(new.components(separatedBy: end).allSatisfy { $0.utf8.count <= 75 })
    }

    /// A line that says the same stays, with its parameters and its escapes.
    @Test func linesThatSayTheSameStay() throws {
        let text =
            "BEGIN:VTODO\nSUMMARY:a\nCATEGORIES;LANGUAGE=en:x,y\nCOMMENT;LANGUAGE=en:one\n"
            + "COMMENT:two\nSEQUENCE:x\nEND:VTODO\n"
        var new = task("a")
        new.tags = ["x", "y"]
        new.comments = ["one", "three"].map { ForeignTask.Comment(at: nil, text: $0) }
        let output = try #require(edited(text, [.tags, .comments, .title], new))
        #expect(
            output.hasPrefix(
                "BEGIN:VTODO\nSUMMARY:a\nCATEGORIES;LANGUAGE=en:x,y\nCOMMENT;LANGUAGE=en:one\n"
                    + "COMMENT:three\nSEQUENCE:x\n"), "\(output)")
    }

    @Test func linesAreInTheOrderOfTheTask() throws {
        var new = task("a")
        for (old, texts) in [
            (["1", "2"], ["2", "1"]), (["2"], ["1", "2"]), (["1", "2", "3"], ["1", "3"]),
            (["1", "3"], ["1", "2", "3"]), (["1", "2", "3"], ["3"]), (["1"], []), ([], ["1"]),
        ] {
            new.comments = texts.map { ForeignTask.Comment(at: nil, text: $0) }
            let text = old.map { "COMMENT:\($0)\n" }.joined()
            let output = try #require(
                edited("BEGIN:VTODO\n\(text)END:VTODO\n", [.comments], new))
            let lines = output.split(separator: "\n").filter { $0.hasPrefix("COMMENT") }
            #expect(lines == texts.map { "COMMENT:\($0)" }, "\(output)")
        }
    }

    @Test func timesOfChangesDoNotGoBack() throws {
        let text = "BEGIN:VTODO\nLAST-MODIFIED:20990101T000000Z\nSEQUENCE:2147483647\nEND:VTODO\n"
        let output = try #require(edited(text, [.title], task("a")))
        #expect(output.contains("LAST-MODIFIED:20990101T000000Z\n"))
        #expect(output.contains("DTSTAMP:20990101T000000Z\n"))
        #expect(output.contains("SEQUENCE:2147483647\n"))
    }

    @Test func aTaskThatIsOpenAgainHasNoCompletion() throws {
        let text =
            "BEGIN:VTODO\nSTATUS:COMPLETED\nCOMPLETED:20250101T000000Z\nPERCENT-COMPLETE:100\nEND:VTODO\n"
        let output = try #require(edited(text, [.status], task("a")))
        #expect(output.contains("STATUS:NEEDS-ACTION\n"))
        #expect(!output.contains("COMPLETED:") && !output.contains("PERCENT"))
        var done = task("a")
        (done.status, done.ended) = (.completed, settings.now)
        let again = try #require(edited(output, [.status], done))
        for line in ["STATUS:COMPLETED", "COMPLETED:20251116T120000Z", "PERCENT-COMPLETE:100"] {
            #expect(again.contains("\(line)\n"), "\(again)")
        }
    }

    /// The task of a file with occurrences of their own is the VTODO without a RECURRENCE-ID.
    @Test func occurrencesStayAsTheyAre() throws {
        let override = "BEGIN:VTODO\nRECURRENCE-ID:20250101T000000Z\nSUMMARY:moved\nEND:VTODO\n"
        let text = "\(override)BEGIN:VTODO\nSUMMARY:old\nEND:VTODO\n"
        let output = try #require(edited(text, [.title], task("new")))
        #expect(output.hasPrefix("\(override)BEGIN:VTODO\nSUMMARY:new\n"), "\(output)")
    }

    @Test(arguments: ["", "BEGIN:VTODO\n", "END:VTODO\nBEGIN:VTODO\n"])
    func aTextWithoutOneWholeTodoIsRefused(_ text: String) {
        #expect(edit.text(Array(text.utf8), with: [.title], of: task("new")) == nil)
        let two = "BEGIN:VTODO\nEND:VTODO\nBEGIN:VTODO\nEND:VTODO\n"
        #expect(edit.text(Array(two.utf8), with: [.title], of: task("new")) == nil)
    }
}
