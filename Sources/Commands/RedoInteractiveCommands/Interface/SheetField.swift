import RedoCommandLine
import RedoCommandParts
import RedoInsight
import RedoJSON
import RedoModel
import RedoScreen
import RedoStore
import RedoSystem

/// A field of a sheet, and the option of `add` and `edit` that sets it.
struct SheetField {
    /// The form of a field's value. It decides what is shown beside the field and how the value is written.
    enum Form: Equatable {
        case text
        /// A day without a time is its last minute, or its first.
        case date(endsDay: Bool)
        /// Several texts with commas between them, of which each new one is given to one option, and each missing one
        /// to another.
        case list(removing: String)
        /// Several times before the deadline, which replace the former ones.
        case reminders
    }

    let label: String
    /// Nil for the operand of add.
    let option: String?
    let form: Form
    let initial: String
    var input: TextField
    /// The possible values, for completion.
    let candidates: [String]
    /// What the initial value means, if it needs words.
    private let meaning: String?

    init(
        _ label: String, _ option: String?, _ form: Form = .text, _ initial: String = "",
        _ candidates: [String] = [], meaning: String? = nil
    ) {
        self.label = label
        self.option = option
        self.form = form
        self.initial = initial
        input = TextField(initial)
        self.candidates = candidates
        self.meaning = meaning
    }

    var isChanged: Bool { input.text != initial }

    // MARK: Words

    /// The options that write what was typed; none if nothing was changed.
    var words: [String] {
        guard isChanged, let option else { return [] }
        switch form {
        case .list(let removing):
            let (old, new) = (Self.parts(initial), Self.parts(input.text))
            return new.filter { !old.contains($0) }.map { "\(option)=\($0)" }
                + old.filter { !new.contains($0) }.map { "\(removing)\($0)" }
        case .reminders:
            let parts = Self.parts(input.text)
            return parts.isEmpty ? ["\(option)=none"] : parts.map { "\(option)=\($0)" }
        case .text, .date:
            let isCleared = input.text.isEmpty && !Self.withoutNone.contains(option)
            return ["\(option)=\(isCleared ? "none" : input.text)"]
        }
    }

    /// The options for which an empty value clears the field, or is an error that the command explains.
    private static let withoutNone: Set<String> = [
        "--title", "--priority", "--description", "--name", "--color",
    ]

    private static func parts(_ text: String) -> [String] {
        text.split(separator: ",").map { $0.split(separator: " ").joined(separator: " ") }
            .filter { !$0.isEmpty }
    }

    // MARK: Completion

    /// The text that a suggestion completes: of several values the last one.
    private var completedText: Substring {
        guard form != .text else { return input.text[...] }
        return (input.text.split(separator: ",").last ?? "").drop { $0 == " " }
    }

    /// The completion of what was typed.
    var suggestion: String? {
        let start = completedText
        guard !start.isEmpty, !input.isSelected else { return nil }
        return candidates.first { $0.hasPrefix(start) && $0 != start }
    }

    mutating func complete() {
        guard let suggestion else { return }
        input.insert(String(suggestion.dropFirst(completedText.count)))
    }

    // MARK: Meaning

    /// What the command understands, in words: `Tue 18 Nov 09:00 (tomorrow)`; nil where the text says it.
    func meaning(at now: Instant) -> String? {
        if !isChanged, let meaning { return meaning }
        guard case .date(let endsDay) = form, !input.text.isEmpty else { return nil }
        let instant =
            try? endsDay
            ? DueDate.instantOrNone(input.text, now: now)
            : DueDate.beginningOrNone(input.text, now: now)
        return instant.map { UnderstoodDate(now: now).text($0, endsDay: endsDay) }
    }
}

extension SheetField {
    /// The fields of a new task, or of one that is edited: the one table of what a sheet has, in its order.
    static func all(_ task: TaskState?, _ board: TaskBoard) -> [SheetField] {
        let known = Candidates(board)
        let todo = task?.currentTodo
        func date(_ label: String, _ option: String, _ instant: Instant?, endsDay: Bool)
            -> SheetField
        {
            SheetField(
                label, option, .date(endsDay: endsDay),
                instant.map { localDate($0, endsDay: endsDay) } ?? "")
        }
        func text(_ field: TaskField) -> String { task.flatMap { field.text(of: $0) } ?? "" }
        let category = task.flatMap { board.table.facts.facts(of: $0).categoryPath.last }
        let dependencies = task?.dependencies ?? []
        let titles = dependencies.compactMap { board.tasks.state[$0]?.title.printable }
        let reminders = task?.reminders ?? []
        return [
            SheetField(
                "Title", task == nil ? nil : "--title", .text, task?.title.description ?? ""),
            date("Due", "--due", todo?.due, endsDay: true),
            SheetField("Priority", "--priority", .text, task.map { "\($0.priority)" } ?? ""),
            SheetField(
                "Project", "--project", .text, task?.project?.description ?? "", known.projects),
            SheetField(
                "Category", "--category", .text, category?.description ?? "", known.categories),
            SheetField(
                "Tags", "--tag", .list(removing: "--untag="),
                task?.tags.map(\.description).joined(separator: ",") ?? "", known.tags),
            SheetField("Every", "--every", .text, task?.recurrenceWords ?? ""),
            SheetField("Note", "--description", .text, task?.description.description ?? ""),
            date("Planned", "--scheduled", task?.date(.scheduled), endsDay: false),
            date("Hidden until", "--wait", task?.date(.wait), endsDay: false),
            date("Expires", "--expires", task?.date(.until), endsDay: true),
            SheetField("Estimate", "--estimate", .text, text(.estimate)),
            SheetField(
                "Depends on", "--depends-on", .list(removing: "--depends-on=-"),
                dependencies.map { shortestPrefix(of: $0, inSorted: board.tasks.ids) }
                    .joined(separator: ","), known.titles,
                meaning: titles.isEmpty ? nil : listed(titles)),
            SheetField(
                "Part of", "--parent", .text,
                task?.parent.map { shortestPrefix(of: $0, inSorted: board.tasks.ids) } ?? "",
                known.titles,
                meaning: task?.parent.flatMap { board.tasks.state[$0]?.title.printable }),
            SheetField(
                "Remind", "--remind", .reminders,
                reminders.map(\.written).joined(separator: ", "),
                meaning: reminders.isEmpty
                    ? nil : listed(reminders.map { $0.text(now: board.table.moment) })),
        ]
            + board.repository.store.configuration.taskFields.own.map {
                SheetField($0.label.printable, "--\($0.key)", .text, text($0), $0.knownValues)
            }
    }

    /// A moment as a sheet shows it and the options read it: by local clocks, a day without its time.
    private static func localDate(_ instant: Instant, endsDay: Bool) -> String {
        if instant.isSomeday { return "someday" }
        let zone = TimeZoneRules.local
        let reading = zone.clockReading(at: instant)
        let isDay =
            endsDay ? zone.lastMinuteOfDay(reading) == instant : zone.isStartOfDay(instant)
        let written = localText(instant)
        return isDay ? String(written.prefix(10)) : written
    }

    /// What tasks have already, for completion.
    private struct Candidates {
        private(set) var projects: [String] = []
        private(set) var categories: [String] = []
        private(set) var tags: [String] = []
        /// Of open tasks.
        private(set) var titles: [String] = []

        init(_ board: TaskBoard) {
            var (projects, categories, tags): (Set<String>, Set<String>, Set<String>) =
                ([], [], [])
            for task in board.tasks.state.tasks {
                if let project = task.project { projects.insert(project.description) }
                for tag in task.tags { tags.insert(tag.description) }
                if let name = board.table.facts.facts(of: task).categoryPath.last {
                    categories.insert(name.description)
                }
                let title = task.title.description
                if task.isOpen, !title.contains(",") { titles.append(title) }
            }
            self.projects = projects.sorted()
            self.categories = categories.sorted()
            self.tags = tags.sorted()
        }
    }
}

extension TaskReminder {
    /// The reminder as `--remind` reads it: `30min`, `1d`, or a time.
    fileprivate var written: String {
        switch self {
        case .at(let moment): return localText(moment)
        case .before(let days, let seconds):
            let minutes = days * 1440 + seconds / 60
            return minutes % 1440 == 0 && minutes > 0 ? "\(minutes / 1440)d" : "\(minutes)min"
        }
    }
}
