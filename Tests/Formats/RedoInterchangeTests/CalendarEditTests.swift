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

    @Test func otherLinesStayAsTheyAre() {
        let text =
            "BEGIN:VCALENDAR\nBEGIN:VTODO\r\nSUMMARY:o\r\n ld\r\nX-A:1\nBEGIN:VALARM\nSUMMARY:alarm\n"
            + "END:VALARM\nX-B:fol\r\n  ded\nRELATED-TO:p\nEND:VTODO\nEND:VCALENDAR"
        let new = edit.text(Array(text.utf8), with: [.title, .dependencies], of: task("new"))
        #expect(
            new?.text
                == "BEGIN:VCALENDAR\nBEGIN:VTODO\r\nX-A:1\nBEGIN:VALARM\nSUMMARY:alarm\n"
                + "END:VALARM\nX-B:fol\r\n  ded\nRELATED-TO:p\nSUMMARY:new\r\nEND:VTODO\n"
                + "END:VCALENDAR\r\n")
    }

    @Test(arguments: ["", "BEGIN:VTODO\n", "END:VTODO\nBEGIN:VTODO\n"])
    func aTextWithoutOneWholeTodoIsRefused(_ text: String) {
        #expect(edit.text(Array(text.utf8), with: [.title], of: task("new")) == nil)
        let two = "BEGIN:VTODO\nEND:VTODO\nBEGIN:VTODO\nEND:VTODO\n"
        #expect(edit.text(Array(two.utf8), with: [.title], of: task("new")) == nil)
    }
}
