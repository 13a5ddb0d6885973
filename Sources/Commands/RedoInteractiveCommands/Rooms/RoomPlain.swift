import RedoCommandLine
import RedoInsight
import RedoModel
import RedoSystem

/// A room in lines: those of others are printed as they come, and what is typed is said. For screen readers and
/// programs.
struct RoomPlain {
    private(set) var session: RoomSession
    /// The printed lines, by node.
    private var printed: Set<NodeID> = []
    private var lastSituation = ""
    private var lastWriting: String?
    private(set) var isOver = false

    init(_ session: RoomSession) { self.session = session }

    /// Lines that were not printed yet, and how the room stands if that is different.
    mutating func news() -> [String] {
        let page = RoomPage(session.view, columns: nil, isStyled: false)
        let transcript = RoomTranscript(session.view.room).lines
        var lines: [String] = []
        let gone = printed.subtracting(transcript.map(\.node.id))
        if !gone.isEmpty {
            lines.append(
                "* \(counted(gone.count, "line")) above does not count: another was chosen")
            printed.subtract(gone)
        }
        for line in transcript where printed.insert(line.node.id).inserted {
            lines += page.lines(of: line)
        }
        let hands = session.view.room.hands
        var situation = session.situation
        if !hands.isEmpty { situation += "; hand up: \(session.view.names(hands))" }
        if situation != lastSituation || !lines.isEmpty {
            lastSituation = situation
            lines.append("-- \(situation)")
        }
        return lines
    }

    /// Reads who else is writing.
    ///
    /// - Returns: a line if that is someone else than before, and not no one.
    mutating func lookForComposing() -> [String] {
        session.lookForComposing()
        let writing = session.view.writing
        defer { lastWriting = writing }
        return writing == lastWriting ? [] : writing.map { ["-- \($0)"] } ?? []
    }

    /// Does what a line says.
    ///
    /// - Returns: lines that answer it.
    mutating func take(_ text: String) -> [String] {
        do throws(RedoError) {
            switch RoomLine(text) {
            case .nothing: return []
            case .say(let text): try session.perform(.say(text))
            case .lastWords(let text): try session.perform(.cenotaph(text))
            case .command(.quit):
                isOver = true
                return []
            case .command(.help): return RoomLine.explanation
            case .command(.hide):
                try session.hide()
                return ["-- hidden on this device"]
            case .command(let word):
                if let act = try session.act(for: word) { try session.perform(act) }
            case .unconfirmed(let word):
                return ["not done: '/\(word.rawValue) yes' would \(word.meaning)"]
            case .unknown(let line):
                return ["not a command: '\(line.printable)'; /help lists them"]
            }
            return news()
        } catch {
            // Whoever reads lines has what was typed: it stands above.
            return ["not done: \(error.message.printable)"]
                + error.hints.map { hint in
                    let isPerson = session.surroundings.hasTerminalErrors
                    return
                        "hint: \(OverridingCommand.shown(hint: hint, toPerson: isPerson).printable)"
                }
        }
    }

    /// Notes what was written elsewhere.
    ///
    /// - Returns: whether anything in the room is different.
    mutating func reload() throws(RedoError) -> Bool { try session.reload() }

    /// True if something was written since the last call.
    mutating func takeWritten() -> Bool { session.takeWritten() }
}
