import RedoCalendar
import RedoJSON
import RedoModel
import RedoSystem

/// The task of a section of org.
struct OrgTask {
    private(set) var task = ForeignTask()
    private let settings: InterchangeSettings

    init(
        _ section: OrgSection, _ keywords: OrgKeywords, _ settings: InterchangeSettings
    ) throws(ForeignMistake) {
        self.settings = settings
        task.line = section.line
        task.title = section.heading.title
        for tag in section.heading.tags { task.addTag(String(tag)) }
        setStatus(section.heading.keyword, keywords)
        if let priority = section.heading.priority { setPriority(priority) }
        setPlanning(section.planning)
        setProperties(section.properties)
        for clock in section.clocks { addWork(clock) }
        addLog(section.log, keywords)
        task.description = Self.description(section.body)
    }

    private mutating func setStatus(_ keyword: String?, _ keywords: OrgKeywords) {
        guard let keyword else { return }
        if ["CANCELLED", "CANCELED"].contains(keyword.uppercased()) {
            task.status = .deleted
        } else if keywords.done.contains(keyword) {
            task.status = .completed
        }
        if keyword != "TODO", keyword != "DONE" {
            task.setField(ForeignTask.stateField, .text(keyword.lowercased()))
        }
    }

    /// Sets the priority. B is the default.
    private mutating func setPriority(_ text: Substring) {
        switch text {
        case "A": task.priority = 5
        case "B": task.priority = 3
        case "C": task.priority = 1
        default:
            task.keepAside(
                "orgPriority", .text(String(text)), "the priority is not A, B or C: '\(text)'")
        }
    }

    // MARK: Dates

    private mutating func setPlanning(_ planning: [(name: String, text: Substring)]) {
        var repeated: [(name: String, stamp: OrgTimestamp, repeater: OrgTimestamp.Repeater)] = []
        var unread: [KeptField] = []
        for (name, text) in planning {
            let endsDay = name == "DEADLINE"
            guard let (stamp, rest) = OrgTimestamp.first(of: text),
                let moment = stamp.moment(settings, endsDay: endsDay)
            else {
                unread.append(
                    KeptField(
                        "org\(name.prefix(1))\(name.dropFirst().lowercased())",
                        .text(String(text)), "\(name) is not a timestamp: '\(text.prefix(60))'"))
                continue
            }
            switch name {
            case "DEADLINE": task.due = moment
            case "SCHEDULED": task.scheduled = moment
            default:
                if task.status == .open {
                    task.remarks.append(
                        "CLOSED is left out, since the task is open: '\(text.prefix(60))'")
                } else {
                    task.ended = moment
                }
            }
            if let repeater = stamp.repeater, name != "CLOSED" {
                repeated.append((name, stamp, repeater))
            }
            let others = stamp.others + (rest.isEmpty ? [] : [rest])
            if !others.isEmpty {
                task.remarks.append(
                    "of \(name), '\(others.joined(separator: " ").prefix(60))' is left out")
            }
        }
        task.addFields(unread)
        guard let first = repeated.first(where: { $0.name == "DEADLINE" }) ?? repeated.first
        else { return }
        setRecurrence(
            first.repeater, at: first.stamp, of: first.name == "DEADLINE" ? .deadline : .scheduled)
        for other in repeated
        where other.name != first.name && other.repeater.text != first.repeater.text {
            task.remarks.append("of \(other.name), '\(other.repeater.text)' is left out")
        }
    }

    private mutating func setRecurrence(
        _ repeater: OrgTimestamp.Repeater, at stamp: OrgTimestamp, of subject: Recurrence.Subject
    ) {
        if repeater.mark == .once {
            task.remarks.append(
                "'\(repeater.text)' is read as '+\(repeater.text)': done late, it skips what was missed"
            )
        }
        let isFromCompletion = repeater.mark == .completion
        if isFromCompletion, subject == .scheduled {
            // What is counted from a completion is a deadline.
            task.due = task.due ?? stamp.moment(settings, endsDay: true)
        }
        if isFromCompletion, repeater.frequency == .daily {
            task.frequencyDays = repeater.count
            return
        }
        var rule = RecurrenceRule(repeater.frequency, interval: repeater.count)
        if !isFromCompletion {
            let first = stamp.moment(settings, endsDay: subject == .deadline)
            rule = rule.clippingMonths(first, settings.zone)
        }
        task.recurrence = Recurrence(
            rule: rule.text, origin: isFromCompletion ? .completion : .deadline,
            zone: settings.zoneName, of: subject)
    }

    // MARK: Properties

    private mutating func setProperties(_ properties: [(name: String, value: String)]) {
        var others: [KeptField] = []
        for (name, value) in properties where !value.isEmpty {
            if let field = setMember(name, value) { others.append(field) }
        }
        task.addFields(others)
    }

    /// - Returns: the custom field that keeps the value; nil if a member has it.
    private mutating func setMember(_ name: String, _ value: String) -> KeptField? {
        switch name {
        case "CATEGORY": break
        case "ID": task.uid = value
        case "EFFORT":
            if let minutes = Self.minutes(value) {
                task.estimate = minutes
            } else {
                return KeptField(
                    "orgEffort", .text(value), "Effort is not a time: '\(value.prefix(60))'")
            }
        case "CREATED":
            if let created = OrgTimestamp.first(of: value[...])?.stamp.moment(
                settings, endsDay: false)
            {
                task.created = created
            } else {
                return KeptField(
                    "orgCreated", .text(value), "CREATED is not a timestamp: '\(value.prefix(60))'")
            }
        default: return KeptField(name.lowercased(), .text(value))
        }
        return nil
    }

    /// The minutes in `1:30` or `45`; nil for another text.
    private static func minutes(_ text: String) -> Double? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { UInt32($0) }
        guard numbers.count == parts.count, let last = numbers.last, numbers.count <= 2 else {
            return nil
        }
        if numbers.count == 1 { return Double(last) }
        return last < 60 ? Double(numbers[0]) * 60 + Double(last) : nil
    }

    // MARK: The log

    /// Adds an interval of work: `[…]--[…] =>  1:30`, or `[…]` while it runs.
    private mutating func addWork(_ text: Substring) {
        guard let (begin, rest) = OrgTimestamp.first(of: text),
            let start = begin.moment(settings, endsDay: false)
        else {
            task.remarks.append("a clock is left out: '\(text.prefix(80))'")
            return
        }
        if rest.allSatisfy(\.isWhitespace) {
            // An interval without an end runs only while the task is open.
            if task.status == .open {
                task.work.append(ForeignTask.WorkInterval(from: start, to: nil))
            } else {
                task.remarks.append("a clock without an end is left out: '\(text.prefix(80))'")
            }
            return
        }
        guard rest.hasPrefix("--"),
            let end = OrgTimestamp.first(of: rest.dropFirst(2))?.stamp
                .moment(settings, endsDay: false), end >= start
        else {
            task.remarks.append("a clock is left out: '\(text.prefix(80))'")
            return
        }
        task.work.append(ForeignTask.WorkInterval(from: start, to: end))
    }

    /// Adds the entries of the log. An entry is an item of a list, and the lines after it belong to it.
    private mutating func addLog(_ lines: [Substring], _ keywords: OrgKeywords) {
        var entries: [[Substring]] = []
        for line in lines {
            if line.hasPrefix("- ") {
                entries.append([line.dropFirst(2)])
            } else if entries.isEmpty {
                entries.append([line])
            } else {
                entries[entries.count - 1].append(line)
            }
        }
        for entry in entries { addLogEntry(entry, keywords) }
        // The newest entry is first there.
        task.comments.reverse()
        task.occurrences.reverse()
    }

    private mutating func addLogEntry(_ lines: [Substring], _ keywords: OrgKeywords) {
        var head = lines[0]
        if head.hasSuffix("\\\\") { head = head.dropLast(2) }
        let at = head.lastIndex(of: "[").flatMap { OrgTimestamp.first(of: head[$0...]) }?.stamp
            .moment(settings, endsDay: false)
        if let at, let state = Self.state(head), keywords.done.contains(state) {
            let recurs = task.recurrence != nil || task.frequencyDays != nil
            if recurs, task.status == .open {
                task.occurrences.append(ForeignTask.Occurrence(due: nil, completed: at))
                if lines.count == 1 { return }
            } else if task.status != .open, task.ended == nil {
                task.ended = at
            }
        }
        let isNote = head.hasPrefix("Note taken on ") && lines.count > 1 && at != nil
        let text = (isNote ? lines.dropFirst() : [head.trimmed[...]] + lines.dropFirst())
            .joined(separator: "\n")
        task.comments.append(ForeignTask.Comment(at: at, text: text))
    }

    /// The state in `State "DONE" from "TODO" […]`; nil for another text.
    private static func state(_ text: Substring) -> String? {
        let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
        return parts.count > 1 && parts[0] == "State " ? String(parts[1]) : nil
    }

    // MARK: Text

    /// The text without blank lines at its ends, and without the indentation of all its lines.
    private static func description(_ lines: [Substring]) -> String? {
        let text = lines.trimming { $0.allSatisfy(\.isWhitespace) }
        let widths = text.filter { !$0.allSatisfy(\.isWhitespace) }
            .map { $0.utf8.prefix { $0 == 0x20 }.count }
        guard let width = widths.min() else { return nil }
        return text.map { $0.dropFirst(min(width, $0.utf8.prefix { $0 == 0x20 }.count)) }
            .joined(separator: "\n")
    }
}
