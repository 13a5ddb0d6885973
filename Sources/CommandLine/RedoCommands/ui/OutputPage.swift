import RedoCommandLine
import RedoJSON
import RedoModel
import RedoScreen
import RedoSystem

/// What commands print, to scroll through and to follow what its lines name.
struct OutputPage {
    /// What a line names.
    enum Link: Equatable {
        case task(String)
        case node(String)
    }

    let title: String
    /// The commands, one after the other.
    let commands: [[String]]
    private var lines: [(text: StyledText, link: Link?)] = []
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

    /// The task that the page is about.
    var ownTask: Link? {
        guard let words = commands.first, words.count == 2, words[0] == "show" else { return nil }
        return .task(words[1])
    }

    var selectedLink: Link? {
        lines.indices.contains(scroll.selected) ? lines[scroll.selected].link : nil
    }

    /// Runs the commands again.
    mutating func refresh(_ surroundings: Surroundings, width: Int) {
        let isColored = surroundings.variables.value(of: "REDO_COLOR") == "always"
        var lines: [(StyledText, Link?)] = []
        for words in commands {
            if commands.count > 1 {
                if !lines.isEmpty { lines.append(("", nil)) }
                lines.append((StyledText("redo " + words.joined(separator: " "), .bold), nil))
            }
            let words = words + (logLimit.map { ["-n", "\($0)"] } ?? [])
            do throws(RedoError) {
                let done = try CapturedCommand(words, surroundings, isColored: isColored)
                let links = Self.agendaLinks(words, surroundings)
                var link: Link?
                var entry = 0
                for text in StyledText.lines(of: done.output) {
                    let line = text.text
                    if !links.isEmpty {
                        link = line.hasPrefix(" ") && entry < links.count ? links[entry] : nil
                        if line.hasPrefix(" ") { entry += 1 }
                    } else if let named = Self.link(in: line) {
                        link = named
                    } else if logLimit == nil {
                        link = nil
                    }
                    lines +=
                        text.columns <= width
                        ? [(text, link)] : text.wrapped(to: width).map { ($0, link) }
                }
                for line in done.errors.split(separator: "\n") {
                    lines.append((StyledText(String(line).printable, .error), nil))
                }
            } catch {
                lines.append((StyledText(error.message.printable, .error), nil))
            }
        }
        self.lines = lines.map { (text: $0.0, link: $0.1) }
        scroll.update(count: lines.count, height: scroll.height)
    }

    /// The tasks of an agenda's lines, which print titles alone.
    private static func agendaLinks(_ words: [String], _ surroundings: Surroundings) -> [Link] {
        guard words.first == "agenda",
            let done = try? CapturedCommand(words + ["--json"], surroundings, isColored: false)
        else { return [] }
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

    mutating func handle(_ key: Key, _ surroundings: Surroundings, width: Int) -> Bool {
        guard scroll.handle(key) else { return false }
        // The end of what was asked for is near.
        if let limit = logLimit, !isWhole, scroll.selected + 2 * scroll.height > lines.count {
            let count = lines.count
            logLimit = limit * 2
            refresh(surroundings, width: width)
            isWhole = lines.count == count
        }
        return true
    }

    mutating func handle(_ event: InputEvent, top: Int) -> Bool {
        switch event {
        case .scroll(let count):
            scroll.scroll(by: count)
            return false
        case .click(let row, _, let isDouble):
            guard lines.indices.contains(scroll.top + row - top) else { return false }
            scroll.select(scroll.top + row - top)
            return isDouble
        default: return false
        }
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
