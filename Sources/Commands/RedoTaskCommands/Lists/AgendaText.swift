import RedoCommandLine
import RedoInsight
import RedoJSON
import RedoModel

/// Lines of an agenda for people.
struct AgendaText {
    private let table: TaskTable
    /// Nil if nothing is cut.
    private let width: Int?

    /// A project and a category stand behind a title only if it keeps this many columns.
    private static let narrowestTitle = 24

    /// - Parameter width: of the terminal; nil if nothing is cut.
    init(_ table: TaskTable, width: Int?) {
        self.table = table
        self.width = width.map { max($0, 20) }
    }

    /// An overdue task: for how long, and the title.
    func overdue(
        _ entries: some Collection<Agenda.Entry>, _ context: borrowing CommandContext
    ) -> String {
        let labels = entries.map { table.words.text($0.moment) }
        return lines(Array(entries), labels, context)
    }

    /// An entry of a day.
    ///
    /// - Parameter hasTimes: whether there is room for a time, which not every entry has.
    func entries(
        _ entries: some Collection<Agenda.Entry>, hasTimes: Bool,
        _ context: borrowing CommandContext
    ) -> String {
        lines(
            Array(entries), entries.map { hasTimes ? time(of: $0) ?? "     " : "" }, context)
    }

    /// The time of day; nil for the end of the day, which a day without a time stands for.
    func time(of entry: Agenda.Entry) -> String? { entry.time(table.words) }

    private func lines(
        _ entries: [Agenda.Entry], _ labels: [String], _ context: borrowing CommandContext
    ) -> String {
        let labelWidth = labels.map(\.utf8.count).max() ?? 0
        var text = ""
        for (entry, label) in zip(entries, labels) {
            let space = String(repeating: " ", count: labelWidth - label.utf8.count)
            let start = label.isEmpty ? entry.kind.mark : "\(entry.kind.mark) \(label)"
            text += "  " + context.styled(start, style(of: entry)) + space
            text += (labelWidth > 0 ? "  " : " ")
            let used = 4 + (labelWidth > 0 ? labelWidth + 2 : 0)
            text += title(of: entry, atMost: width.map { max(1, $0 - used) } ?? .max, context)
            text += "\n"
        }
        return text
    }

    private func title(
        of entry: Agenda.Entry, atMost limit: Int, _ context: borrowing CommandContext
    ) -> String {
        let task = entry.task
        let facts = table.facts.facts(of: task)
        var names: [(text: String, style: Style?)] = []
        if let project = task.project, !project.utf8.isEmpty {
            names.append((project.printable, table.colors.project(project)))
        }
        if !facts.categoryPath.isEmpty, let path = table.fieldText(.category, of: task) {
            names.append((path, table.colors.category(facts)))
        }
        func width(of names: some Collection<(text: String, style: Style?)>) -> Int {
            names.reduce(0) { $0 + displayWidth($1.text) + 2 }
        }
        while limit != .max, !names.isEmpty, width(of: names) + Self.narrowestTitle > limit {
            names.removeLast()
        }
        var title: [UInt8] = []
        _ = table.append(
            titleOf: task, due: nil,
            with: entry.kind.isOfNow ? [.tags, .status, .contents, .recurrence] : .tags,
            atMost: limit == .max ? .max : limit - width(of: names), to: &title)
        return String(decoding: title, as: UTF8.self)
            + names.map { "  " + context.styled($0.text, $0.style) }.joined()
    }

    private func style(of entry: Agenda.Entry) -> Style? {
        switch entry.kind {
        case .due: table.words.isSoon(entry.moment) ? .soon : nil
        case let kind: kind.style
        }
    }
}

extension Agenda.Entry {
    /// The time of day; nil for a day without a time.
    func time(_ words: DueDescription) -> String? {
        order == moment ? words.timeOfDay(moment) : nil
    }
}

extension Agenda.Kind {
    /// True if the present state of the task says something about it.
    fileprivate var isOfNow: Bool { self != .done && self != .expected }

    /// Its colour; nil for none.
    var style: Style? {
        switch self {
        case .overdue: .overdue
        case .due: nil
        case .scheduled: .scheduled
        case .expected: .expected
        case .done: .done
        }
    }
}
