import RedoCalendar
import RedoJSON
import RedoModel
import TestSupport
import Testing

@testable import RedoInterchange

/// What a format writes, it reads as it was.
@Suite struct RoundTripTests {
    /// The formats that have a place for every member, but for those that are named.
    private static let lossless: [(InterchangeFormat, [ForeignMember])] = [
        (.json, []), (.csv, []), (.markdown, []),
        (.taskwarrior, []),
        (.todotxt, [.description, .estimate, .dependsOn, .parent, .work, .comments, .fields]),
    ]

    @Test(arguments: [
        InterchangeFormat.json, .csv, .markdown, .taskwarrior, .todotxt,
    ])
    func anyTaskComesBack(_ format: InterchangeFormat) throws {
        let seed = Seed()
        var generator = seed.generator
        let lost = Self.lossless.first { $0.0 == format }?.1 ?? []
        for round in 0..<40 {
            let tasks = (0..<5).map { generator.foreignTask(uid: "uid-\(round)-\($0)") }
            let output = format.write(tasks, settings)
            let found = try format.read(output.bytes, settings)
            #expect(
                found.mistakes.isEmpty, "\(seed.replay) \(found.mistakes) \(output.bytes.text)")
            #expect(
                Set(output.left.map(\.name)).isSubset(
                    of: Set(lost.map(\.rawValue) + ["size", "weight"])))
            try #require(found.tasks.count == tasks.count, "\(seed.replay) \(output.bytes.text)")
            let byUID = Dictionary(grouping: found.tasks) { $0.uid ?? "" }
            for task in tasks {
                let read = try #require(byUID[task.uid ?? ""]?.first, "\(output.bytes.text)")
                for member in ForeignMember.allCases
                where !lost.contains(member) && member != .line && member != .remarks {
                    #expect(
                        member.value(of: read) == member.value(of: expected(task, format)),
                        "\(member) \(seed.replay)\n\(output.bytes.text)")
                }
            }
        }
    }

    /// Taskwarrior tells annotations apart by their second, and an open task has no end.
    private func expected(_ task: ForeignTask, _ format: InterchangeFormat) -> ForeignTask {
        var task = task
        if format == .taskwarrior {
            if task.created == nil { task.created = settings.now }
        }
        return task
    }

    /// Nothing but line ends, tabs and printable characters is in a file of lines.
    @Test(arguments: [InterchangeFormat.todotxt, .markdown, .csv, .icalendar])
    func noControlCharacterIsWritten(_ format: InterchangeFormat) {
        let seed = Seed()
        var generator = seed.generator
        let tasks = (0..<200).map { generator.foreignTask(uid: "uid-\($0)") }
        let text = String(decoding: format.write(tasks, settings).bytes, as: UTF8.self)
        for scalar in text.unicodeScalars where scalar != "\n" && scalar != "\r" {
            let isControl =
                scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
                || (0x202A...0x202E).contains(scalar.value) || scalar.value == 0x2028
            #expect(!isControl, "\(scalar.value) \(seed.replay)")
        }
        if format == .todotxt || format == .markdown {
            #expect(!text.unicodeScalars.contains("\r"))
        }
    }

    @Test func noCellBeginsAFormula() throws {
        for title in ["=1+1", "+1", "-1", "@SUM", "\tx", "\rx", "'=1", "''=1", "'tis", "'", "''"] {
            var task = ForeignTask()
            (task.title, task.uid) = (title, "u")
            let bytes = InterchangeFormat.csv.write([task], settings).bytes
            let record = CSVText.records(bytes, separator: UInt8(ascii: ","))[1]
            let first = try #require(record.cells[1].first)
            #expect(!"=+-@\t\r".utf8.contains(first), "\(title)")
            #expect(try InterchangeFormat.csv.read(bytes, settings).tasks.first?.title == title)
        }
    }

    @Test func aFoldedLineHas75Octets() {
        var output: [UInt8] = []
        CalendarText.append(
            CalendarLine("X", text: String(repeating: "a", count: 198)), to: &output)
        let counts = output.split(separator: 0x0A).map { $0.count - 1 }
        #expect(counts == [75, 75, 52])
    }

    @Test func calendarLinesAreFoldedAndNoCharacterIsCut() {
        var task = ForeignTask()
        task.title = String(repeating: "ä😀,", count: 60)
        let bytes = InterchangeFormat.icalendar.write([task], settings).bytes
        for line in bytes.split(separator: 0x0A) {
            #expect(line.count <= 76 && line.last == 0x0D)
            #expect(String(validating: line, as: UTF8.self) != nil)
        }
        let lines = CalendarText.lines(bytes)
        let title = lines.first { $0.name == "SUMMARY" }.map {
            String(decoding: $0.bytes, as: UTF8.self)
        }
        #expect(title == "SUMMARY:" + String(repeating: "ä😀\\,", count: 60))
    }
}

extension [UInt8] {
    var text: String { String(decoding: self, as: UTF8.self) }
}
