import RedoCommandLine
import RedoCommandParts
import RedoJSON
import RedoModel
import RedoScreen
import RedoSystem

/// A page with the output of a command, to scroll through and to open what its lines name.
struct OutputPage: Page {
    /// The subject of a line.
    enum Link: Equatable {
        case task(String)
        case node(String)
        case room(NodeID)
        /// The output of a command.
        case output(MenuLine)
    }

    /// A line that leads to the output of a command.
    struct MenuLine: Equatable {
        let text: String
        let title: String
        let words: [String]

        /// True if it is answered at once although the command takes long otherwise.
        var isQuick: Bool { words == ["fsck", "--quarantine"] }

        init(_ text: String, _ title: String, _ words: [String]) {
            (self.text, self.title, self.words) = (text, title, words)
        }
    }

    /// A line, with what it leads to.
    typealias LinkedLine = (text: String, link: Link?)

    private typealias Line = (text: StyledText, link: Link?)

    let title: String
    /// The commands, one after the other; a menu may follow some of them.
    private let sections: [Section]
    private var lines: [Line] = []
    private(set) var scroll = ListScroll()
    /// The number of entries of a log that have been requested; nil for what is not a log.
    private var logLimit: Int?
    /// True if the log has no more entries than were requested.
    private var isWhole = false

    private static let logStep = 200

    /// A part of a page.
    private enum Section {
        case command([String])
        case menu([MenuLine])
        /// The output of a command that has ended.
        case printed([String], [UInt8])
        /// Lines under a heading, with what they lead to.
        case list(String, [LinkedLine])

        var words: [String]? {
            switch self {
            case .command(let words), .printed(let words, _): words
            case .menu, .list: nil
            }
        }
    }

    /// - Parameters:
    ///   - commands: whose output is shown.
    ///   - menu: lines that lead further.
    ///   - last: commands whose output stands below the menu.
    init(
        _ title: String, _ commands: [[String]], isLog: Bool = false, menu: [MenuLine] = [],
        after last: [[String]] = []
    ) {
        self.title = title
        sections =
            commands.map { .command($0) } + (menu.isEmpty ? [] : [.menu(menu)])
            + last.map { .command($0) }
        logLimit = isLog ? Self.logStep : nil
    }

    /// The output of a command that does not run again.
    init(_ title: String, _ words: [String], printed: [UInt8]) {
        self.title = title
        sections = [.printed(words, printed)]
    }

    /// Lines under headings, with what they lead to.
    init(_ title: String, _ lists: [(heading: String, lines: [LinkedLine])]) {
        self.title = title
        sections = lists.map { .list($0.heading, $0.lines) }
    }

    private var commands: [[String]] { sections.compactMap(\.words) }

    /// The command whose page `?` shows.
    var commandLine: String {
        commands.map { "redo " + $0.joined(separator: " ") }.joined(separator: "; ")
    }

    /// The details of a task.
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

    /// What was printed once stays, and a log has the times of its nodes.
    var followsTime: Bool {
        logLimit == nil
            && sections.contains { section in
                if case .command = section { true } else { false }
            }
    }

    var actions: [UserAction] {
        var actions: [UserAction] = [.open, .back, .copy]
        if logLimit != nil { actions.append(.repair) }
        if !targets.isEmpty { actions += [.edit, .done, .merge] }
        return actions + [.command, .help, .quit]
    }

    // MARK: Lines

    mutating func refresh(_ source: PageSource) { refresh(source, width: source.width) }

    /// Runs the commands again.
    mutating func refresh(_ source: PageSource, width: Int) {
        var lines: [Line] = []
        for section in sections {
            if sections.count > 1 {
                if !lines.isEmpty { lines.append(("", nil)) }
                if let words = section.words {
                    lines.append((StyledText("redo " + words.joined(separator: " "), .bold), nil))
                }
            }
            switch section {
            case .command(let words): lines += self.lines(of: words, source, width: width)
            case .menu(let menu): lines += menu.map { (StyledText("› \($0.text)"), .output($0)) }
            case .list(let heading, let list):
                lines.append((StyledText(heading, .bold), nil))
                for (text, link) in list {
                    let line = StyledText("  \(text.printable)")
                    let parts = line.columns <= width ? [line] : line.wrapped(to: width)
                    for part in parts { lines.append((part, link)) }
                }
            case .printed(let words, let output):
                lines += linked(StyledText.lines(of: output), words, source, width: width)
                if output.isEmpty { lines.append((StyledText("Nothing is wrong.", .faint), nil)) }
            }
        }
        self.lines = lines
        scroll.update(count: lines.count, height: scroll.height)
    }

    /// The output and the errors of a command.
    private func lines(of words: [String], _ source: PageSource, width: Int) -> [Line] {
        let words = words + (logLimit.map { ["-n", "\($0)"] } ?? [])
        do throws(RedoError) {
            let done = try source.show(words)
            var lines = linked(StyledText.lines(of: done.output), words, source, width: width)
            for line in done.errors.split(separator: "\n") {
                lines.append(Self.complaint(String(line)))
            }
            return lines
        } catch {
            return [Self.complaint(error.message)]
        }
    }

    /// Lines that a command printed, no wider than there is room for, with what they name.
    private func linked(
        _ printed: [StyledText], _ words: [String], _ source: PageSource, width: Int
    ) -> [Line] {
        var lines: [Line] = []
        for (text, link) in zip(printed, links(of: printed, words, source)) {
            let parts = text.columns <= width ? [text] : text.wrapped(to: width)
            for part in parts { lines.append((part, link)) }
        }
        return lines
    }

    private static func complaint(_ text: String) -> Line {
        (StyledText(text.printable, .error), nil)
    }

    /// The subjects of the lines.
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
            last = named ?? (logLimit == nil && words != Self.divergedWords ? nil : last)
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

    /// The node or task whose id a line has, or the node whose file it names.
    private static func link(in line: String) -> Link? {
        var directory: Substring = ""
        for part in line.split(whereSeparator: {
            !$0.isLetter && !$0.isNumber && $0 != ":" && $0 != "-"
        }) {
            // A colon ends what a finding is about.
            let word = part.hasSuffix(":") ? part.dropLast() : part
            if word.hasPrefix("sha256:"), NodeID(text: Array(word.utf8).span) != nil {
                return .node(String(word))
            }
            if word.utf8.count == 36, TaskID(String(word)) != nil { return .task(String(word)) }
            // `objects/ab/cdef…`
            if let id = NodeID("sha256:\(directory)\(word)"), directory.utf8.count == 2 {
                return .node(id.description)
            }
            directory = word
        }
        return nil
    }

    // MARK: Keys

    var bookmark: InterfaceRecord.Position? { InterfaceRecord.Position(row: scroll.selected) }

    mutating func go(to position: InterfaceRecord.Position) { scroll.select(position.row) }

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
        case .task(let id)?:
            let isToMerge = commands.first == Self.divergedWords
            if isToMerge, let task = TaskID(id) { return .open(MergePage(task)) }
            return .open(Self.task(id))
        case .node(let id)?: return .open(Self.node(id))
        case .room(let id)?: return .open(RoomTalkPage(id))
        case .output(let line)? where BackgroundWork.isLong(line.words) && !line.isQuick:
            return .run(BackgroundWork(title: line.title, line.words))
        case .output(let line)?: return .open(OutputPage(line.title, [line.words]))
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
        for (index, number) in scroll.visible.enumerated() {
            let row = area.lowerBound + index
            frame.put(lines[number].text, row: row, column: column, limit: width)
            if isActive, number == scroll.selected {
                frame.underlay(.selected, row: row, columns: column..<column + width)
            }
        }
    }
}
