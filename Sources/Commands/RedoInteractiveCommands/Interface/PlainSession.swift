import RedoCommandLine
import RedoCommandParts
import RedoModel
import RedoRepository
import RedoScreen
import RedoStore
import RedoSystem

/// `redo ui --plain`: the same interface for people who listen. What changes is printed as lines, and lines that are
/// typed are keys, names of actions, or command lines of redo.
enum PlainSession {
    /// The screen that lines are taken from: narrow enough that details have a page of their own.
    private static let (rows, columns) = (42, 99)
    private enum Event { case change, moment, line }

    static func run(
        _ context: inout CommandContext, _ store: Store, opening link: Link?
    ) throws(RedoError) -> ExitStatus {
        var changes = try StoreWatch.begin(store)
        var interface = try UserInterface(
            context.suite, context.surroundings, isColored: false, rows: rows, columns: columns,
            opening: link)
        if link == nil { interface.restore() }
        defer { if link == nil { interface.keepRecord() } }
        interface.tasksHaveChanged(at: try context.now())
        let timer = try watchingTerminal { () throws(SystemError) in try WallTimer() }
        var view = PlainView()
        var lines = context.inputLines(maximumLineByteCount: 1 << 20)
        var loop = EventLoop<Event>()
        loop.watch(
            .input(changes.descriptor, quiet: TerminalSession.quiet), as: .change)
        loop.watch(.input(timer.descriptor), as: .moment)
        loop.watch(.input(context.surroundings.input), as: .line)
        while true {
            try report(&interface, &view, &context)
            if interface.isOver { return .done }
            if lines.isPaused {
                try TerminalSession.set(timer, interface, context)
                let events = loop.wait()
                // What changed before a line came counts for its answer.
                if try !changes.changes().isEmpty, interface.storeHasChanged() {
                    interface.tasksHaveChanged(at: try context.now())
                }
                if events.contains(.moment) {
                    _ = try watchingTerminal { () throws(SystemError) in try timer.ring() }
                    interface.timePasses(to: try context.now())
                }
                if !events.contains(.line) { continue }
            }
            switch try lines.next() {
            case .bytes(let bytes)?: interface.take(line: String(decoding: bytes, as: UTF8.self))
            case .tooLong?: interface.say("the line is too long", isError: true)
            case nil: return .done
            }
            for request in interface.takeRequests() { try answer(request, &interface, &context) }
            if interface.takeWrittenInRoom() { try RoomSync(store)?.runOnce() }
        }
    }

    /// Prints what is new, and what is requested.
    private static func report(
        _ interface: inout UserInterface, _ view: inout PlainView,
        _ context: inout CommandContext
    ) throws(RedoError) {
        let message = interface.takeMessage()
        let frame = interface.frame()
        for line in view.changes(to: frame, heading: interface.heading, message: message) {
            try context.print("\(line)\n")
        }
        if let question = interface.question { try context.print("\(question)\n") }
        try context.flush()
    }

    private static func answer(
        _ request: UserInterface.Request, _ interface: inout UserInterface,
        _ context: inout CommandContext
    ) throws(RedoError) {
        switch request {
        // What is copied has been said, and nothing runs while lines are read.
        case .copy, .cancel: break
        case .run(let words):
            try context.flush()
            interface.commandEnded(isDone: TerminalSession.runInForeground(words, waits: false))
        case .begin(let work):
            let outcome = try? TerminalSession.program(work.arguments).run(
                input: [], seconds: TerminalSession.workSeconds,
                keeping: TerminalSession.maximumOutputByteCount)
            interface.workEnded(
                work, isDone: outcome?.ending == .exited(0),
                outcome?.output ?? Array("error: it cannot be run\n".utf8))
        }
    }
}

extension UserInterface {
    /// Takes a line that was typed: an answer to what was asked, the name of an action or a key, or a command line.
    mutating func take(line: String) {
        dismissReminders()
        if sheet != nil { return takeField(line) }
        if prompt != nil {
            handle(.key(.control("u")))
            handle(.paste(line))
            return handle(.key(.enter))
        }
        let text = line.split(separator: " ").joined(separator: " ")
        if text.isEmpty { return }
        if text.hasPrefix("/"), text.count > 1 {
            handle(.key(keys.keys[.search] ?? .character("/")))
            return take(line: String(text.dropFirst()))
        }
        if let key = Self.words[text.lowercased()] ?? Key(text) { return handle(.key(key)) }
        if let own = page.ownKeys.first(where: { $0.label == text }) {
            return handle(.key(own.key))
        }
        if let action = UserAction.allCases.first(where: { [$0.rawValue, $0.label].contains(text) }
        ),
            let key = keys.keys[action]
        {
            return handle(.key(key))
        }
        runLine(text.hasPrefix(":") ? String(text.dropFirst()) : line)
    }

    /// Keys by the words that people say.
    private static let words: [String: Key] = [
        "up": .up, "down": .down, "top": .home, "bottom": .end, "page up": .pageUp,
        "page down": .pageDown, "next": .down, "previous": .up, "enter": .enter,
        "escape": .escape,
    ]

    /// Handles a line for a field of a sheet: an empty line keeps the value, a dot saves the sheet, `escape` closes it,
    /// and any other text replaces the value.
    private mutating func takeField(_ line: String) {
        if line.lowercased() == "escape" { return handle(.key(.escape)) }
        if line == "." { return handle(.key(.enter)) }
        guard let sheet else { return }
        let isLast = sheet.current == sheet.fields.count - 1
        if !line.isEmpty {
            handle(.key(.control("u")))
            // One key, so that what was typed is checked.
            handle(.paste(line))
        }
        handle(.key(isLast ? .enter : .tab))
    }

    /// The expected input: a field of a sheet, or the answer to a prompt.
    var question: String? {
        if let sheet {
            let field = sheet.fields[sheet.current]
            let value = field.input.text.isEmpty ? "" : " [\(field.input.text.printable)]"
            let mistake = sheet.mistake.map { "\($0.printable)\n" } ?? ""
            return "\(mistake)\(field.label)\(value)?"
        }
        guard let prompt else { return nil }
        return prompt.input.text.isEmpty
            ? "\(prompt.label)?" : "\(prompt.label)[\(prompt.input.text.printable)]?"
    }

    /// The title of the page, with its trail.
    var heading: String {
        if let sheet { return sheet.subject.title }
        let pages = tabs[current].pages.dropFirst().map(\.title).filter { !$0.isEmpty }
        return ([tabs[current].title] + pages).joined(separator: ", ").printable
    }
}
