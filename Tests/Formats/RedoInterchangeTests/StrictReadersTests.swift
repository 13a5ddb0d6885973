import Foundation
import RedoJSON
import RedoModel
import TestSupport
import Testing

@testable import RedoInterchange

/// Calendars that the suite writes, in readers of others: icalendar, vobject and libical.
@Suite struct StrictReadersTests {
    /// What each reader sees of each task, by uid.
    private func read(_ files: [[UInt8]]) throws -> [String: JSONValue] {
        let runner = try CommandRunner()
        let names = files.indices.map { "\($0).ics" }
        for (name, bytes) in zip(names, files) { try runner.write(bytes, to: name) }
        let outcome = try CalendarReaders.run(names, in: runner)
        try #require(outcome.status == 0, "\(outcome.error)")
        var seen: [String: JSONValue] = [:]
        for line in outcome.lines {
            let object = try JSONDocument(Array(line.utf8)).root.value
            seen[object["uid"]?.string?.description ?? ""] = object
        }
        return seen
    }

    /// A text as other programs read it: they do not have the suite's escapes.
    private func shown(_ text: String, also others: Set<Unicode.Scalar> = []) -> String {
        text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
            .map { TextEscapes.escaped(String($0), also: others) }.joined(separator: "\n")
    }

    private func trimmed(_ text: String) -> String {
        text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private func expectSame(
        _ seen: [String: JSONValue], _ tasks: [ForeignTask], _ replay: Comment
    ) throws {
        for task in tasks {
            let entry = try #require(seen[task.uid ?? ""], "\(task.uid ?? "") \(replay)")
            for reader: StaticString in ["icalendar", "libical", "vobject"] {
                let read = try #require(entry[reader]?["summary"]?.string, "\(reader) \(replay)")
                // libical does not keep white space at the end of a line.
                let (seen, written) = (read.description, shown(task.title))
                #expect(
                    seen == written || trimmed(seen) == trimmed(written),
                    "\(reader) \(replay)")
            }
            let tags = task.tags.map { shown($0, also: TextEscapes.outerSpaces(of: $0)) }
            for reader: StaticString in ["icalendar", "vobject"] {
                let read = entry[reader]?["categories"]?.elements.compactMap {
                    $0.string?.description
                }
                #expect(read == tags, "\(reader) \(replay)")
            }
        }
    }

    @Test(.withCalendarReaders) func anyTaskIsReadByOthers() throws {
        let seed = Seed()
        var generator = seed.generator
        let tasks = (0..<200).map { generator.foreignTask(uid: "uid-\($0)") }
        let bytes = InterchangeFormat.icalendar.write(tasks, settings).bytes
        try expectSame(try read([bytes]), tasks, seed.replay)
    }

    @Test(.withCalendarReaders) func anyEditIsReadByOthers() throws {
        let seed = Seed()
        var generator = seed.generator
        let edit = CalendarEdit(settings)
        var (files, tasks): ([[UInt8]], [ForeignTask]) = ([], [])
        for number in 0..<100 {
            let before = generator.foreignTask(uid: "uid-\(number)")
            let after = generator.foreignTask(uid: "uid-\(number)")
            let text = InterchangeFormat.icalendar.write([before], settings).bytes
            let groups = edit.differences(before, after)
            files.append(try #require(edit.text(text, with: groups, of: after), "\(seed.replay)"))
            tasks.append(after)
            // What is read again is what was written.
            let again = try CalendarReader(settings).read(files[number]).tasks
            let read = try #require(again.first)
            for member in ForeignMember.allCases
            where ![.line, .remarks, .created, .modified, .uid].contains(member) {
                #expect(
                    member.value(of: read) == member.value(of: after),
                    "\(member) \(seed.replay)\n\(files[number].text)")
            }
        }
        try expectSame(try read(files), tasks, seed.replay)
    }

    /// The check itself finds what is wrong.
    @Test(
        .withCalendarReaders,
        arguments: [
            "DUE;VALUE=DATE:20251120\r\nDTSTART:20251119T100000Z", "RRULE:FREQ=DAILY", "DUE:soon",
            "COMPLETED:20251120T100000Z", "RRULE:FREQ=DAILY;COUNT=0\r\nDTSTART:20251119T100000Z",
            "DTSTART;VALUE=DATE:20251119\r\nRRULE:FREQ=DAILY;UNTIL=20251201T000000Z",
        ])
    func aFaultIsFound(_ lines: String) throws {
        let runner = try CommandRunner()
        let text = """
            BEGIN:VCALENDAR\r
            VERSION:2.0\r
            PRODID:x\r
            BEGIN:VTODO\r
            UID:1\r
            DTSTAMP:20251120T100000Z\r
            SUMMARY:a\r
            \(lines)\r
            END:VTODO\r
            END:VCALENDAR\r

            """
        try runner.write(Array(text.utf8), to: "a.ics")
        let outcome = try CalendarReaders.run(["a.ics"], in: runner)
        #expect(outcome.status == 1 && outcome.codedError.contains("a.ics: "), "\(outcome)")
    }
}
