import RedoCalendar
import RedoJSON
import RedoModel
import TestSupport

@testable import RedoInterchange

/// Settings at a fixed moment, in a zone with two times.
let settings = InterchangeSettings(
    zone: NamedTimeZone("Europe/Berlin")?.rules ?? NamedTimeZone.utc.rules,
    zoneName: "Europe/Berlin", now: Instant(milliseconds: 1_763_294_400_000))

func instant(_ text: String) -> Instant {
    Instant(iso8601: Array(text.utf8).span) ?? Instant(milliseconds: -1)
}

extension SeededGenerator {
    /// Pieces that some format gives a meaning, and what harms terminals and tables.
    private static let pieces = [
        "a", "Milk", " ", "  ", "+x", "@y", "due:2025-01-01", "x", "(A)", "2025-01-01", "\n",
        "\r\n",
        "\r", "\t", ",", ";", "\\", "\\n", "\\u{a}", "\"", "'", "=1+1", "-", "-->", "--", "<!--",
        "#", "*", "_", "[ ]", "[x]", "`", "|", "&amp;", "ä", "日本語", "😀", "e\u{301}", "\u{1B}[31m",
        "\u{0}", "\u{7}", "\u{202E}", "\u{FEFF}", "\u{2028}", "BEGIN:VTODO", "END:VCALENDAR", ":",
        "https://example.org/?a=b", String(repeating: "long ", count: 30),
    ]

    /// A text with at least a visible character.
    mutating func hostileText() -> String {
        let count = Int.random(in: 1...6, using: &self)
        let parts = (0..<count).map { _ in Self.pieces.randomElement(using: &self) ?? "a" }
        let text = parts.joined(separator: Bool.random(using: &self) ? " " : "")
        return text.allSatisfy(\.isWhitespace) ? "t\(text)" : text
    }

    /// A task with values in any of its members.
    ///
    /// - Parameter isExact: whether times are of whole seconds, which all formats keep.
    mutating func foreignTask(uid: String) -> ForeignTask {
        var task = ForeignTask()
        task.uid = uid
        task.title = hostileText()
        func time(_ generator: inout SeededGenerator) -> Instant? {
            if Bool.random(using: &generator) { return nil }
            let second = Int64.random(in: 1_600_000_000...1_900_000_000, using: &generator)
            return Instant(milliseconds: second * 1000)
        }
        if Bool.random(using: &self) { task.description = hostileText() }
        if Bool.random(using: &self) { task.project = "home.garden" }
        for _ in 0..<Int.random(in: 0...3, using: &self) { task.addTag(hostileText()) }
        if Bool.random(using: &self) { task.priority = [1, 2, 4, 5].randomElement(using: &self) }
        task.due = time(&self)
        task.scheduled = time(&self)
        task.wait = time(&self)
        task.until = time(&self)
        task.created = time(&self)
        if Bool.random(using: &self) { task.estimate = 90 }
        if Bool.random(using: &self) {
            task.status = .completed
            task.ended = time(&self) ?? settings.now
        }
        if Bool.random(using: &self) { task.dependsOn = ["another", "third,one"] }
        if Bool.random(using: &self) { task.parent = "fourth" }
        if Bool.random(using: &self) {
            task.work = [
                ForeignTask.WorkInterval(from: settings.now, to: nil),
                ForeignTask.WorkInterval(from: instant("2025-11-01T10:00:00Z"), to: settings.now),
            ]
        }
        if Bool.random(using: &self) {
            task.comments = [ForeignTask.Comment(at: settings.now, text: hostileText())]
        }
        if Bool.random(using: &self) {
            task.recurrence = Recurrence(
                rule: "FREQ=WEEKLY;BYDAY=MO,TH", origin: .deadline, zone: "Europe/Berlin")
        }
        if Bool.random(using: &self) {
            task.fields = [JSONMember("size", .text(hostileText())), JSONMember("weight", 3)]
        }
        return task
    }
}
