import RedoCalendar
import RedoJSON
import RedoModel

/// A task between programs: one form for what the formats can express of a task (docs/interchange.md).
///
/// RedoInterchange owns this form and a reader and a writer for each format (``InterchangeFormat``). It neither opens
/// files nor makes nodes: the commands `import` and `export` do that with what it returns.
package struct ForeignTask: Equatable, Sendable {
    /// The line of its file at which it begins, from 1; 0 if it is not from a file.
    package var line = 0
    /// The id of the task in its program; the task id if this suite exported it. Nil in formats without ids.
    package var uid: String?
    package var title = ""
    package var description: String?
    /// The notes on its current to-do.
    package var notes: String?
    /// Names separated by dots.
    package var project: String?
    package var tags: [String] = []
    /// 1 to 5; 5 is the highest.
    package var priority: Int?
    package var isPrivate: Bool?
    package var points: Double?
    package var due: Instant?
    package var scheduled: Instant?
    package var wait: Instant?
    package var until: Instant?
    /// In minutes.
    package var estimate: Double?
    /// The rule by which it recurs; nil for a task that does not recur, or recurs some days after each completion.
    package var recurrence: Recurrence?
    /// The number of days after each completion until it recurs.
    package var frequencyDays: Int?
    package var created: Instant?
    package var modified: Instant?
    package var status = Status.open
    /// The time at which the task was completed or deleted.
    package var ended: Instant?
    /// The uids of the tasks that must be done first.
    package var dependsOn: [String] = []
    /// The uid of the task that it is a part of.
    package var parent: String?
    /// The intervals of work on the task.
    package var work: [WorkInterval] = []
    package var comments: [Comment] = []
    /// When it is announced, in place of the configured times; nil for these times.
    package var reminders: [TaskReminder]?
    /// The dates that the rule gave the current occurrence, if these were moved since.
    package var given: GivenDates?
    /// Completed occurrences of a recurring task, the oldest first.
    package var occurrences: [Occurrence] = []
    /// Custom fields, by name.
    package var fields: [JSONMember] = []
    /// What could not be kept as it was, each item in words.
    package var remarks: [String] = []

    package init() {}

    /// The title of a task that has none, but something else.
    static let untitled = "untitled"

    /// The title, or another one if there is none.
    var shownTitle: String { title.allSatisfy(\.isWhitespace) ? Self.untitled : title }

    /// Names a task without a title, and says so in a remark.
    mutating func nameUntitled() {
        title = Self.untitled
        remarks.append("without a title; called '\(title)'")
    }

    /// Whether nothing but its id and the times of its entry is known of it.
    var isBlank: Bool {
        var rest = self
        (rest.line, rest.uid, rest.title, rest.remarks) = (0, nil, "", [])
        (rest.created, rest.modified, rest.status, rest.ended) = (nil, nil, .open, nil)
        rest.fields.removeAll { ImportedField.hidden.contains($0.name) }
        return rest == ForeignTask()
    }

    /// Whether it is open.
    package enum Status: String, CaseIterable, Sendable { case open, completed, deleted }

    /// A comment on the task, and when it was written.
    package struct Comment: Equatable, Sendable {
        package var at: Instant?
        package var text: String

        package init(at: Instant?, text: String) {
            self.at = at
            self.text = text
        }
    }

    /// A time of work on the task; `end` is nil while it runs.
    package struct WorkInterval: Equatable, Sendable {
        package var start: Instant
        package var end: Instant?

        package init(from start: Instant, to end: Instant?) {
            self.start = start
            self.end = end
        }
    }

    /// The dates of an occurrence before it was moved.
    package struct GivenDates: Equatable, Sendable {
        /// Nil unless the rule gives starts.
        package var scheduled: Instant?
        package var due: Instant?

        package init(scheduled: Instant?, due: Instant?) {
            self.scheduled = scheduled
            self.due = due
        }
    }

    /// A completed occurrence.
    package struct Occurrence: Hashable, Sendable {
        package var due: Instant?
        package var completed: Instant

        package init(due: Instant?, completed: Instant) {
            self.due = due
            self.completed = completed
        }
    }

    /// The name of a task without a uid in ``dependsOn`` and ``parent`` of others of its file: `line 4`.
    package var localName: String { "line \(line)" }

    /// When the work on it began that has not ended; nil if all has ended.
    var workStart: Instant? { work.first { $0.end == nil }?.start }

    /// Whether work on it has begun and not ended.
    package var isWorkedOn: Bool { workStart != nil }

    /// The name of the task in ``dependsOn`` and ``parent`` of others of its file.
    package var nameInFile: String { uid ?? localName }

    /// The rule of its recurrence; nil without one, or if it is invalid.
    package var rule: RecurrenceRule? { recurrence.flatMap { try? RecurrenceRule($0.rule) } }

    /// Removes an invalid rule: other programs accept rules unchecked.
    ///
    /// - Returns: whether there was one; then a remark names it.
    mutating func leaveOutUnreadableRule() -> Bool {
        guard let text = recurrence?.rule else { return false }
        do throws(RecurrenceRule.ParseError) {
            _ = try RecurrenceRule(text)
            return false
        } catch {
            recurrence = nil
            remarks.append("the rule '\(text.prefix(100))' is left out: \(error.reason)")
            return true
        }
    }

    /// Removes a dependency of the task on itself, and names it.
    mutating func leaveOutDependencyOnItself() {
        let name = nameInFile
        if dependsOn.contains(name) {
            dependsOn.removeAll { $0 == name }
            remarks.append("it depends on itself: left out")
        }
        if parent == name {
            parent = nil
            remarks.append("it is a part of itself: left out")
        }
    }

    /// Sets the project to the non-empty names in a text.
    ///
    /// - Parameter text: names separated by dots, as another program wrote them.
    package mutating func setProject(_ text: String) {
        let names = text.split(separator: ".").filter { !$0.allSatisfy(\.isWhitespace) }
        let path = names.joined(separator: ".")
        project = path.isEmpty ? nil : path
        if path != text { remarks.append("the project '\(text)' is kept as '\(path)'") }
    }

    /// Sets the project to names within one another. Dots in a name would divide it, so they become hyphens.
    mutating func setProject(_ names: [String]) {
        let path = names.map { String($0.map { $0 == "." ? "-" : $0 }) }.joined(separator: ".")
        project = path.isEmpty ? nil : path
        let changed = names.filter { $0.contains(".") }
        if !changed.isEmpty {
            let names = changed.joined(separator: "', '")
            remarks.append("the project '\(names)' is kept as '\(path)'")
        }
    }

    /// Adds a tag, unless the task has it.
    package mutating func addTag(_ tag: String) {
        guard !tag.isEmpty, !tags.contains(tag) else { return }
        if tags.count < Self.maximumTagCount {
            tags.append(tag)
        } else {
            let remark = "tags after the first \(Self.maximumTagCount) are left out"
            if remarks.last != remark { remarks.append(remark) }
        }
    }

    /// The maximum number of tags: each is compared with those before it.
    private static let maximumTagCount = 1000

    /// Adds fields that another program defines. Of several whose names become the same all but the first are numbered.
    ///
    /// - Complexity: O(n) for n fields, old and new.
    mutating func addFields(_ added: [KeptField]) {
        var names = FreeFieldNames(fields)
        for field in added {
            let own = names.free(ForeignFieldName.own(field.name))
            if let reason = field.reason {
                remarks.append("\(reason); kept as the field '\(own)'")
            } else if own != field.name {
                remarks.append("'\(field.name)' is kept as the field '\(own)'")
            }
            fields.append(JSONMember(JSONString(own), field.value))
        }
    }

    /// Sets fields as ``addFields(_:)`` adds them, in place of those that the task has under these names.
    mutating func setFields(_ set: [KeptField]) {
        let names = Set(set.map { JSONString(ForeignFieldName.own($0.name)) })
        fields.removeAll { names.contains($0.name) }
        addFields(set)
    }

    /// Sets a field that another program defines, under a name that is valid for a custom field.
    ///
    /// - Complexity: O(n) for n fields.
    package mutating func setField(_ name: String, _ value: JSONValue) {
        setFields([KeptField(name, value)])
    }

    /// Keeps a value that a member cannot have as a custom field, and names it.
    ///
    /// - Parameter reason: why the member cannot have it.
    /// - Complexity: O(n) for n fields: of many values use ``addFields(_:)``.
    mutating func keepAside(_ name: String, _ value: JSONValue, _ reason: String) {
        addFields([KeptField(name, value, reason)])
    }

    /// Adds a text to those of a custom field.
    mutating func addText(_ text: String, toField name: String) {
        let known = fields.first { $0.name == JSONString(name) }?.value.string
        setField(name, .text(known.map { "\($0), \(text)" } ?? text))
    }

    /// The field with a state that the suite does not have: `in-process`.
    static let stateField = "state"
    /// The state of a task that was begun.
    static let inProcess = JSONMember(JSONString(stateField), "in-process")
    /// The field with the part of an open task that is done, in percent.
    static let percentField = "percentComplete"
}

/// Names of fields that other programs define.
enum ForeignFieldName {
    /// The name of the field here: its letters and digits, with another beginning if the suite uses the name itself.
    static func own(_ name: String) -> String {
        if OwnFieldName.mistake(name) == nil || name == ForeignTask.stateField { return name }
        var words: [String] = [""]
        for byte in name.utf8 {
            let isLetter = (0x61...0x7A).contains(byte | 0x20)
            if isLetter || (0x30...0x39).contains(byte) {
                words[words.count - 1].unicodeScalars.append(Unicode.Scalar(byte))
            } else if words.last != "" {
                words.append("")
            }
        }
        words.removeAll(where: \.isEmpty)
        let joined = words.enumerated().map { index, word in
            (index == 0 ? word.prefix(1).lowercased() : word.prefix(1).uppercased())
                + word.dropFirst()
        }.joined()
        if OwnFieldName.mistake(joined) == nil || joined == ForeignTask.stateField { return joined }
        return other(joined)
    }

    /// The name of a field whose name has another meaning here.
    private static func other(_ name: String) -> String {
        "other" + name.prefix(1).uppercased() + name.dropFirst()
    }
}
