import RedoCommandLine
import RedoJSON
import RedoModel
import RedoScreen
import RedoSystem

/// What commands print, to scroll through and to follow what its lines name.
struct OutputPage: Page {
    /// What a line names.
    enum Link: Equatable {
        case task(String)
        case node(String)
    }

    private typealias Line = (text: StyledText, link: Link?)

    let title: String
    /// The commands, one after the other.
    let commands: [[String]]
    private var lines: [Line] = []
    private(set) var scroll = ListScroll()
    /// How many entries of a log have been asked for; nil for what is not a log.
    private var logLimit: Int?
    /// Whether the log has no more entries than were asked for.
    private var isWhole = false

    private static let logStep = 200

    init(_ title: String, _ commands: [[String]], isLog: Bool = false) {
        self.title = title
        self.commands = commands
        logLimit = isLog ? Self.logStep : nil
    }

    /// The command that `?` tells.
    var commandLine: String {
        commands.map { "redo " + $0.joined(separator: " ") }.joined(separator: "; ")
    }

    /// What a task is.
    static func task(_ id: String) -> OutputPage { OutputPage("Task", [["show", id]]) }

    /// The task that the page is about.
    private var ownTask: Link? {
        guard let words = commands.first, words.count == 2, words[0] == "show" else { return nil }
        return .task(words[1])
    }

    private var selectedLink: Link? {
        lines.indices.contains(scroll.selected) ? lines[scroll.selected].link : nil
    }

    var targets: [TaskID] {
        guard case .task(let id)? = selectedLink ?? ownTask else { return [] }
        return TaskID(id).map { [$0] } ?? []
    }

    var copiedID: String? {
        if case .node(let id)? = selectedLink { return id }
        return targets.first?.description
    }

    var followsWidth: Bool { true }

    // MARK: Lines

    mutating func refresh(_ source: PageSource) { refresh(source, width: source.width) }

    /// Runs the commands again.
    mutating func refresh(_ source: PageSource, width: Int) {
        var lines: [Line] = []
        for words in commands {
            if commands.count > 1 {
                if !lines.isEmpty { lines.append(("", nil)) }
                lines.append((StyledText("redo " + words.joined(separator: " "), .bold), nil))
            }
            lines += self.lines(of: words, source, width: width)
        }
        self.lines = lines
        scroll.update(count: lines.count, height: scroll.height)
    }

    /// What a command prints and complains of.
    private func lines(of words: [String], _ source: PageSource, width: Int) -> [Line] {
        let words = words + (logLimit.map { ["-n", "\($0)"] } ?? [])
        do throws(RedoError) {
            let done = try source.show(words)
            let printed = StyledText.lines(of: done.output)
            var lines: [Line] = []
            for (text, link) in zip(printed, links(of: printed, words, source)) {
                let parts = text.columns <= width ? [text] : text.wrapped(to: width)
                for part in parts { lines.append((part, link)) }
            }
            for line in done.errors.split(separator: "\n") {
                lines.append(Self.complaint(String(line)))
            }
            return lines
        } catch {
            return [Self.complaint(error.message)]
        }
    }

    private static func complaint(_ text: String) -> Line {
        (StyledText(text.printable, .error), nil)
    }

    /// What each line names.
    private func links(
        of lines: [StyledText], _ words: [String], _ source: PageSource
    ) -> [Link?] {
        if words.first == "agenda" {
            var tasks = Self.agendaLinks(words, source)[...]
            return lines.map { $0.text.hasPrefix(" ") ? tasks.popFirst() : nil }
        }
        var last: Link?
        return lines.map { line in
            let named = Self.link(in: line.text)
            // In a log the lines below a node's first one are about it, too.
            last = named ?? (logLimit == nil ? nil : last)
            return last
        }
    }

    /// The tasks of an agenda's lines, which print titles alone.
    private static func agendaLinks(_ words: [String], _ source: PageSource) -> [Link] {
        guard let done = try? source.run(words + ["--json"]) else { return [] }
        return done.output.split(separator: UInt8(ascii: "\n")).compactMap { line in
            let task = try? JSONDocument(Array(line)).root.value["task"]?.string
            return task.map { .task($0.description) }
        }
    }

    /// The node or task whose id a line has.
    private static func link(in line: String) -> Link? {
        for word in line.split(whereSeparator: {
            !$0.isLetter && !$0.isNumber && $0 != ":" && $0 != "-"
        }) {
            if word.hasPrefix("sha256:"), NodeID(text: Array(word.utf8).span) != nil {
                return .node(String(word))
            }
            if word.utf8.count == 36, TaskID(String(word)) != nil { return .task(String(word)) }
        }
        return nil
    }

    // MARK: Keys

    mutating func handle(_ key: Key, _ source: PageSource) {
        guard scroll.handle(key) else { return }
        // The end of what was asked for is near.
        if let limit = logLimit, !isWhole, scroll.selected + 2 * scroll.height > lines.count {
            let count = lines.count
            logLimit = limit * 2
            refresh(source)
            isWhole = lines.count == count
        }
    }

    mutating func handlePointer(_ event: InputEvent, top: Int) -> Bool {
        scroll.handle(event, top: top)
    }

    mutating func perform(_ action: UserAction, _ source: PageSource) -> PageAnswer? {
        guard action == .open else { return nil }
        switch selectedLink {
        case .task(let id)?: return .open(Self.task(id))
        case .node(let id)?:
            return .open(
                OutputPage("Node", [["cat-node", "--pretty", id], ["log", "-n", "1", id]]))
        case nil: return .done
        }
    }

    // MARK: Drawing

    mutating func draw(
        _ frame: inout Frame, rows area: Range<Int>, width: Int, _ source: PageSource
    ) {
        draw(&frame, rows: area, column: 0, width: width)
    }

    mutating func draw(
        _ frame: inout Frame, rows area: Range<Int>, column: Int, width: Int, isActive: Bool = true
    ) {
        scroll.update(count: lines.count, height: area.count)
        for (place, number) in scroll.visible.enumerated() {
            let row = area.lowerBound + place
            frame.put(lines[number].text, row: row, column: column, limit: width)
            if isActive, number == scroll.selected {
                frame.underlay(.selected, row: row, columns: column..<column + width)
            }
        }
    }
}
