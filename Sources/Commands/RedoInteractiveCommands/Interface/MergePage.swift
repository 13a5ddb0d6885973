import RedoCommandLine
import RedoCommandParts
import RedoJSON
import RedoModel
import RedoRepository
import RedoScreen
import RedoSystem

/// The sides of a task that has diverged, field by field, with what `redo merge` would write.
struct MergePage: Page {
    /// The choice for a field; nil to leave it to the command.
    private enum Choice: Equatable {
        /// The value at a head, by its id.
        case head(String)
        case value(String)

        /// The strategy of `--resolve`.
        var strategy: String {
            switch self {
            case .head(let node): "ours:\(node)"
            case .value(let text): "manual:\(text)"
            }
        }
    }

    let task: TaskID
    let title = "Merge"
    private var diverged: DivergedTask?
    private var choices: [String: Choice] = [:]
    private var scroll = ListScroll()
    /// The error of the command.
    private var mistake = ""

    init(_ task: TaskID) { self.task = task }

    var targets: [TaskID] { [task] }

    /// True if there is nothing to choose.
    var isSettled: Bool { diverged == nil && mistake.isEmpty }

    var commandLine: String { "redo " + words.joined(separator: " ") }

    var position: String {
        diverged.map { "\(choices.count) of \($0.fields.count) chosen" } ?? ""
    }

    var actions: [UserAction] { [.mark, .edit, .merge, .back, .help, .quit] }

    /// The command that writes what is shown.
    private var words: [String] {
        ["merge", task.description]
            + choices.sorted { $0.key < $1.key }.map { "--resolve=\($0.key)=\($0.value.strategy)" }
    }

    private var selected: DivergedTask.Field? {
        guard let fields = diverged?.fields, fields.indices.contains(scroll.selected) else {
            return nil
        }
        return fields[scroll.selected]
    }

    // MARK: Choosing

    mutating func refresh(_ source: PageSource) {
        do throws(RedoError) {
            let done = try source.run(words + ["--dry-run", "--json"])
            mistake = done.status == .done ? "" : done.summary
            guard mistake.isEmpty else { return }
            // Of more heads than a MERGE can have, the first group is shown; the command continues with the others.
            let line = done.output.prefix { $0 != UInt8(ascii: "\n") }
            diverged = DivergedTask(line)
        } catch {
            mistake = error.message
        }
        scroll.update(count: diverged?.fields.count ?? 0, height: scroll.height)
    }

    mutating func handle(_ key: Key, _ source: PageSource) { _ = scroll.handle(key) }

    mutating func handlePointer(_ event: InputEvent, top: Int) -> Bool {
        _ = scroll.handle(event, top: top + Self.headingCount)
        return false
    }

    mutating func perform(_ action: UserAction, _ source: PageSource) -> PageAnswer? {
        switch action {
        case .mark, .open: chooseNext(source)
        case .edit:
            guard let selected else { break }
            return .ask(
                Prompt(
                    purpose: .value(selected.path),
                    input: TextField(Self.text(of: selected.merged))))
        case .merge:
            guard diverged != nil else { break }
            return .write(words)
        default: return nil
        }
        return .done
    }

    mutating func take(
        _ text: String, for field: String, _ source: PageSource
    ) -> PageAnswer? {
        choose(.value(text), for: field, source)
        return nil
    }

    /// Takes one side after the other, and at last what the command decides.
    private mutating func chooseNext(_ source: PageSource) {
        guard let diverged, let selected else { return }
        let nodes = diverged.order.map { diverged.heads[$0].node }
        let next: Choice?
        switch choices[selected.path] {
        case nil: next = nodes.first.map { .head($0) }
        case .head(let node)?:
            let index = (nodes.firstIndex(of: node) ?? nodes.count) + 1
            next = nodes.indices.contains(index) ? .head(nodes[index]) : nil
        case .value?: next = nil
        }
        choose(next, for: selected.path, source)
    }

    /// Takes a choice unless the command refuses it.
    private mutating func choose(_ choice: Choice?, for field: String, _ source: PageSource) {
        let before = choices
        choices[field] = choice
        refresh(source)
        if !mistake.isEmpty { choices = before }
    }

    // MARK: Drawing

    private static let headingCount = 1
    private static let (pathWidth, gap) = (14, 1)

    mutating func draw(
        _ frame: inout Frame, rows area: Range<Int>, width: Int, _ source: PageSource
    ) {
        guard let diverged else {
            let text =
                mistake.isEmpty ? "The task has one head: there is nothing to merge." : mistake
            frame.put(StyledText(text.printable, .faint), row: area.lowerBound, column: 1)
            return
        }
        let order = diverged.order
        let columnWidth = max(6, (width - Self.pathWidth) / (order.count + 1))
        func put(_ text: StyledText, row: Int, at index: Int) {
            frame.put(
                text, row: row, column: Self.pathWidth + index * columnWidth,
                limit: columnWidth - Self.gap)
        }
        for (index, number) in order.enumerated() {
            let head = diverged.heads[number]
            let side = head.isOwn ? "this side" : head.device.printable
            put(
                StyledText("\(side) \(head.wall.prefix(16))", .bold), row: area.lowerBound,
                at: index)
        }
        put(StyledText("merge", .bold), row: area.lowerBound, at: order.count)
        // Below the table the selected field is shown in full.
        let room = max(1, min(diverged.fields.count, area.count / 2))
        scroll.update(count: diverged.fields.count, height: room)
        for (index, number) in scroll.visible.enumerated() {
            let row = area.lowerBound + Self.headingCount + index
            let field = diverged.fields[number]
            frame.put(
                StyledText(field.path.printable, field.isConflict ? .error : .plain), row: row,
                column: 1, limit: Self.pathWidth - 2)
            for (index, head) in order.enumerated() {
                let isChosen = choices[field.path] == .head(diverged.heads[head].node)
                let text = (isChosen ? "● " : "") + Self.text(of: field.values[head])
                put(StyledText(text.printable, isChosen ? .bold : .plain), row: row, at: index)
            }
            let isTyped = choices[field.path].map { if case .value = $0 { true } else { false } }
            let merged = (isTyped == true ? "● " : "") + Self.text(of: field.merged)
            put(
                StyledText(merged.printable, choices[field.path] == nil ? .plain : .bold), row: row,
                at: order.count)
            if number == scroll.selected {
                frame.underlay(.selected, row: row, columns: 0..<width)
            }
        }
        drawSelected(&frame, area.lowerBound + Self.headingCount + room..<area.upperBound, width)
    }

    private func drawSelected(_ frame: inout Frame, _ area: Range<Int>, _ width: Int) {
        guard let diverged, let selected else { return }
        var lines: [StyledText] = [""]
        for number in diverged.order {
            let head = diverged.heads[number]
            let heading = "\(head.isOwn ? "this side" : head.device.printable): "
            let text = Self.text(of: selected.values[number]).printable
            lines += (StyledText(heading, .faint) + StyledText(text)).wrapped(to: width - 2)
        }
        let last = area.upperBound - 1
        for (row, line) in zip(area.lowerBound..<last, lines) {
            frame.put(line, row: row, column: 1)
        }
        let hint = "mark: take one side after the other, edit: type a value, merge: write it"
        frame.put(
            mistake.isEmpty
                ? StyledText(hint, .faint) : StyledText(mistake.printable, .error),
            row: last, column: 1)
    }

    /// A value as a person reads it: texts without quotes, nothing for what is absent.
    private static func text(of value: JSONValue) -> String {
        switch value {
        case .null: ""
        case .string(let text): text.description
        default: jsonText(value)
        }
    }
}
