import RedoCalendar
import RedoModel

/// A change of the task of a file, which keeps every other line as it is.
///
/// The lines of the task come before its alarms, as RFC 5545 demands (section 3.6.2). Changed lines replace those of the
/// same group where these are.
package struct CalendarEdit {
    private let settings: InterchangeSettings
    private let properties: CalendarProperties

    package init(_ settings: InterchangeSettings) {
        self.settings = settings
        properties = CalendarProperties(settings)
    }

    /// The groups in which two states of a task differ.
    package func differences(
        _ left: ForeignTask, _ right: ForeignTask
    ) -> [CalendarProperties.Group] {
        let (left, right) = (CalendarDates(left, settings), CalendarDates(right, settings))
        return CalendarProperties.Group.allCases.filter {
            properties.lines($0, of: left) != properties.lines($0, of: right)
        }
    }

    /// The text with the lines of some groups replaced by those of a task.
    ///
    /// - Returns: nil unless the text has exactly one whole VTODO that is not an occurrence of another one.
    package func text(
        _ text: [UInt8], with groups: [CalendarProperties.Group], of task: ForeignTask
    ) -> [UInt8]? {
        let lines = CalendarText.lines(text)
        guard let range = Self.todo(in: lines) else { return nil }
        let isReturned = text[lines[range.lowerBound].range].suffix(2) == [0x0D, 0x0A]
        var output = LineOutput(text, lineEnd: isReturned ? [0x0D, 0x0A] : [0x0A])
        let dates = CalendarDates(task, settings)
        let zone = zoneChange(of: dates, groups, in: lines)
        for (index, line) in lines[..<range.lowerBound].enumerated()
        where zone.replaced?.contains(index) != true {
            output.add(line)
        }
        for line in zone.new { output.add(line) }
        output.add(lines[range.lowerBound])
        let (own, nested) = Self.parts(lines[range].dropFirst().dropLast())
        addProperties(own, groups, dates, to: &output)
        let isOfAlarms = groups.contains(.alarms)
        for line in isOfAlarms ? Self.withoutAlarms(nested) : nested { output.add(line) }
        if isOfAlarms { for line in properties.lines(.alarms, of: dates) { output.add(line) } }
        for line in lines[(range.upperBound - 1)...] { output.add(line) }
        return output.bytes
    }

    /// The VTIMEZONE of the times that are written, and the lines that it replaces. There is none if the text has one that
    /// begins early enough.
    private func zoneChange(
        of dates: CalendarDates, _ groups: [CalendarProperties.Group], in lines: [CalendarText.Line]
    ) -> (new: [CalendarLine], replaced: Range<Int>?) {
        guard groups.contains(where: { [.due, .scheduled, .recurrence].contains($0) }),
            let zone = dates.zoneName.flatMap({ NamedTimeZone($0) }), !dates.isOfDays,
            let first = [dates.start, dates.task.due].compactMap({ $0 }).min()
        else { return ([], nil) }
        guard let range = Self.definition(of: zone, in: lines) else {
            return (CalendarZoneLines.lines(zone, from: first), nil)
        }
        let begin = CalendarObject(lines[range])?.components
            .flatMap { $0.properties.filter { $0.name == "DTSTART" } }
            .compactMap { CompactTime.reading(Array($0.value.utf8), isUTC: false) }.min()
        if let begin, begin < first.advanced(byDays: -1) { return ([], nil) }
        // Other times of the file can be still earlier.
        return (CalendarZoneLines.lines(zone, from: Instant(milliseconds: 0)), range)
    }

    /// The lines of the VTIMEZONE of a zone, `BEGIN` to `END`.
    private static func definition(
        of zone: NamedTimeZone, in lines: [CalendarText.Line]
    ) -> Range<Int>? {
        let name = "TZID:\(zone.name)".utf8
        guard let index = lines.firstIndex(where: { $0.bytes.elementsEqual(name) }),
            let begin = lines[..<index].lastIndex(where: { $0.isMark("BEGIN", of: "VTIMEZONE") }),
            let end = lines[index...].firstIndex(where: { $0.isMark("END", of: "VTIMEZONE") })
        else { return nil }
        return begin..<(end + 1)
    }

    /// The lines of components without those of alarms.
    private static func withoutAlarms(_ lines: [CalendarText.Line]) -> [CalendarText.Line] {
        var isOfAlarm = false
        return lines.filter { line in
            if line.isMark("BEGIN", of: "VALARM") { isOfAlarm = true }
            defer { if line.isMark("END", of: "VALARM") { isOfAlarm = false } }
            return !isOfAlarm
        }
    }

    /// The lines of the only VTODO without a RECURRENCE-ID, `BEGIN` to `END`.
    private static func todo(in lines: [CalendarText.Line]) -> Range<Int>? {
        var found: [Range<Int>] = []
        var start: Int?
        for (index, line) in lines.enumerated() {
            if line.isMark("BEGIN", of: "VTODO") {
                guard start == nil else { return nil }
                start = index
            } else if line.isMark("END", of: "VTODO") {
                guard let begin = start else { return nil }
                let (own, _) = parts(lines[(begin + 1)..<index])
                if !own.contains(where: { $0.name == "RECURRENCE-ID" }) {
                    found.append(begin..<(index + 1))
                }
                start = nil
            }
        }
        return found.count == 1 && start == nil ? found[0] : nil
    }

    /// The lines of the properties of a component, and those of the components in it.
    private static func parts(
        _ lines: ArraySlice<CalendarText.Line>
    ) -> (own: [CalendarText.Line], nested: [CalendarText.Line]) {
        var (own, nested): ([CalendarText.Line], [CalendarText.Line]) = ([], [])
        var depth = 0
        for line in lines {
            let name = line.name
            if name == "BEGIN" { depth += 1 }
            if depth > 0 { nested.append(line) } else { own.append(line) }
            if name == "END" { depth -= 1 }
        }
        return (own, nested)
    }

    // MARK: Properties

    /// Adds the properties of the VTODO: those of the file, and those of some groups as a task has them.
    private func addProperties(
        _ lines: [CalendarText.Line], _ groups: [CalendarProperties.Group], _ dates: CalendarDates,
        to output: inout LineOutput
    ) {
        let known = lines.map(CalendarProperty.init)
        var replaced: [Replacement] = []
        // Alarms are components, which come after all properties.
        for group in groups where group != .alarms {
            let new = properties.lines(group, of: dates)
            let old = known.indices.filter { known[$0].map(group.contains) == true }
            replaced.append(Self.replacement(of: old, by: new, in: known))
        }
        var news: [Int: [CalendarLine]] = [:]
        var removed: Set<Int> = []
        var added: [CalendarLine] = []
        for replacement in replaced + administrative(known, dates.task) {
            removed.formUnion(replacement.old)
            if let slot = replacement.slot {
                news[slot, default: []] += replacement.new
            } else {
                added += replacement.new
            }
        }
        for (index, line) in lines.enumerated() {
            for new in news[index] ?? [] { output.add(new) }
            if !removed.contains(index) { output.add(line) }
        }
        for new in added { output.add(new) }
    }

    /// Lines of a file that others replace.
    private struct Replacement {
        /// The indices of the lines.
        let old: [Int]
        let new: [CalendarLine]
        /// The index of the line before which the new ones are written; nil for the end.
        let slot: Int?
    }

    /// What has to be replaced so that the lines of a group say the same as new ones, in their order: all but those at
    /// the beginning and the end that do so already.
    private static func replacement(
        of old: [Int], by new: [CalendarLine], in known: [CalendarProperty?]
    ) -> Replacement {
        func isSame(_ index: Int, _ line: CalendarLine) -> Bool { known[index]?.says(line) == true }
        let first = zip(old, new).prefix { isSame($0, $1) }.count
        let last = zip(old.dropFirst(first).reversed(), new.dropFirst(first).reversed())
            .prefix { isSame($0, $1) }.count
        let changed = old.dropFirst(first).dropLast(last)
        return Replacement(
            old: Array(changed), new: Array(new.dropFirst(first).dropLast(last)),
            slot: changed.first ?? old.suffix(last).first)
    }

    /// The lines that say when and how often the entry was changed (sections 3.8.7.2 to 3.8.7.4), and those that they
    /// replace.
    private func administrative(
        _ known: [CalendarProperty?], _ task: ForeignTask
    ) -> [Replacement] {
        func indices(_ name: String) -> [Int] { known.indices.filter { known[$0]?.name == name } }
        func value(_ name: String) -> String? { indices(name).first.flatMap { known[$0]?.value } }
        // A time does not go back, whatever the clocks of other devices showed.
        let times = [value("LAST-MODIFIED"), value("DTSTAMP")]
            .compactMap { $0.flatMap(TaskwarriorTime.instant) }
        let time = (times + [task.modified ?? settings.now]).max() ?? settings.now
        var changes = ["DTSTAMP", "LAST-MODIFIED"].map { name in
            let old = indices(name)
            return Replacement(old: old, new: [CalendarLine(name, time)], slot: old.first)
        }
        // A SEQUENCE that is not a number stays.
        let text = value("SEQUENCE") ?? "0"
        if let number = Int32(text), (0..<Int32.max).contains(number) {
            let old = indices("SEQUENCE")
            changes.append(
                Replacement(
                    old: old, new: [CalendarLine("SEQUENCE", word: "\(number + 1)")],
                    slot: old.first))
        }
        return changes
    }
}

/// A text to which lines are added.
private struct LineOutput {
    private let text: [UInt8]
    private let lineEnd: [UInt8]
    private(set) var bytes: [UInt8] = []

    init(_ text: [UInt8], lineEnd: [UInt8]) {
        self.text = text
        self.lineEnd = lineEnd
    }

    /// Adds a line of the text as it is.
    mutating func add(_ line: CalendarText.Line) {
        bytes += text[line.range]
        if bytes.last != 0x0A { bytes += lineEnd }
    }

    mutating func add(_ line: CalendarLine) {
        CalendarText.append(line, to: &bytes, lineEnd: lineEnd)
    }
}

extension CalendarProperty {
    /// Parameters that change what a value means.
    private static let meaning = ["VALUE", "TZID", "RELTYPE", CalendarNames.at]

    /// Whether the property says the same as a line.
    fileprivate func says(_ line: CalendarLine) -> Bool {
        guard let other = CalendarProperty(CalendarText.Line(of: line)) else { return false }
        return name == other.name && texts == other.texts
            && Self.meaning.allSatisfy { parameters[$0] == other.parameters[$0] }
    }
}

extension CalendarText.Line {
    /// A line that is not in a file.
    fileprivate init(of line: CalendarLine) {
        self.init(number: 0, bytes: Array(line.text.utf8), range: 0..<0)
    }
}
