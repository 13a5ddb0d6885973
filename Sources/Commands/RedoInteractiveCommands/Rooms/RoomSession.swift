import RedoCommandLine
import RedoInsight
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// A room that someone is in: how it stands, and what they do there.
struct RoomSession {
    private let suite: CommandSuite
    let surroundings: Surroundings
    let id: NodeID
    private(set) var view: RoomView
    private var hall: RoomHall
    /// True if something was written since that was last asked.
    private var hasWritten = false

    /// - Parameter name: of the room.
    /// - Throws: NAME_001 if the log does not have it.
    init(
        _ context: borrowing CommandContext, _ store: Store, _ name: String
    ) throws(RedoError) {
        suite = context.suite
        var inner = context.surroundings.askingNoPassphrase
        inner.variables = inner.variables.setting("REDO_DIR", to: store.path)
        self.surroundings = inner
        hall = try RoomHall(CommandContext(suite: suite, in: inner))
        view = try hall.chosen(name, context)
        id = view.room.id
        noteRead()
    }

    /// Reads who asks the machine.
    mutating func lookForAsking() {
        view.asking = hall.asking(in: view.room, CommandContext(suite: suite, in: surroundings))
    }

    /// Hides the room on this device.
    mutating func hide() throws(RedoError) {
        try hall.setHidden(true, view)
        view.isHidden = true
    }

    /// Records that all messages were read: whoever is in the room sees them.
    private func noteRead() { hall.repository.store.noteRead(view.room.messages.count, in: id) }

    /// Reads the room again.
    ///
    /// - Returns: whether anything in it is different.
    mutating func reload() throws(RedoError) -> Bool {
        let before = view.room.events.map(\.node.id)
        hall = try RoomHall(CommandContext(suite: suite, in: surroundings))
        view = try hall.view(of: id.description)
        noteRead()
        return view.room.events.map(\.node.id) != before
    }

    /// Does something in the room.
    ///
    /// - Throws: why nothing was written.
    mutating func perform(_ act: RoomAct) throws(RedoError) {
        let context = CommandContext(suite: suite, in: surroundings)
        let repository = try context.openRepository()
        let room: Room
        do throws(RedoError) {
            room = try RoomWriter(context, repository).write([act], in: id)
        } catch {
            guard error.code == .keyNotLoaded else { throw error }
            throw error.adding(
                hint: "'redo key agent start' keeps a key that was opened once, for rooms too")
        }
        hasWritten = true
        let composing = view.composing
        view = view.after(room)
        view.composing = composing
        noteRead()
    }

    /// Reads who else is writing, from the store.
    mutating func lookForComposing() {
        let context = CommandContext(suite: suite, in: surroundings)
        guard let now = try? context.now() else { return }
        view.composing = hall.composing(in: view, at: now)
    }

    /// True if something was written since the last call.
    mutating func takeWritten() -> Bool {
        defer { hasWritten = false }
        return hasWritten
    }

    /// The effect of a word now.
    ///
    /// - Throws: E_ROOM_STATE for a hand where there is none to raise.
    func act(for word: RoomCommandWord) throws(RedoError) -> RoomAct? {
        switch word {
        case .pass: return .pass
        case .accept: return .signal
        case .decline: return .decline
        case .cancel: return .cancel
        case .leave: return .leave(.left)
        case .hide, .help, .quit: return nil
        case .hand:
            switch view.choices?.speech {
            case .raiseHand: return .raiseHand
            case .lowerHand: return .lowerHand
            case .turn:
                throw RedoError(.roomState, "nothing is written: it is your turn", status: .no)
            case nil:
                throw RedoError(
                    .roomState, "nothing is written: \(view.situation)", status: .no)
            }
        }
    }

    /// Whose turn it is, what is awaited, or how the room ended.
    var situation: String { view.situation }

    /// True if a line holds what one would say here.
    func isComposing(_ line: String) -> Bool {
        guard view.choices?.speech != nil, case .say = RoomLine(line) else { return false }
        return true
    }
}
