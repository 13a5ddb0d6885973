import RedoCommandLine
import RedoModel
import RedoStore
import RedoSystem

/// Lets the machine of a room be asked while someone is in the room: by the device that did what the machine answers
/// to, if it has the machine's key (docs/extensions.md, section 5). `redo room answer` runs beside this process.
final class MachineAsking {
    private let program: LimitedProgram
    private let keys: Set<UserID>
    private var running: RunningProgram?
    /// The last request to the machine: it is not repeated.
    private var asked: RoomAnswering.Question?

    /// The maximum time of the machine and the syncs around it, in seconds.
    private static let seconds = 900
    private static let maximumOutputByteCount = 1 << 14

    /// - Returns: nil if no machine takes part, none is configured, or its key is not here.
    init?(_ context: borrowing CommandContext, _ room: Room, _ store: Store) {
        guard room.roster.machine != nil,
            (try? RoomAnswering(context, room, store)) != nil,
            let keys = try? context.keyring().ownUsers(),
            let directory = try? SuiteExecutables.directory()
        else { return nil }
        self.keys = keys
        program = LimitedProgram(
            Path.join(directory, "redo-room"),
            arguments: ["answer", "--redo-dir", store.path, "--", room.id.description],
            environment: ErrorForm.forLines, leavingOut: "REDO_COLOR", in: nil)
    }

    /// The events for which ``advance(_:)`` should be called.
    var source: EventSource { running?.source ?? .none }

    /// Asks the machine if it is this device that asks.
    ///
    /// - Returns: what went wrong with an earlier question; nil if nothing did.
    func advance(_ room: Room) -> String? {
        if let running {
            guard let outcome = running.advance() else { return nil }
            self.running = nil
            if outcome.ending == .exited(0) || outcome.ending == .exited(1) { return nil }
            let text = String(decoding: outcome.output, as: UTF8.self)
            return text.split(separator: "\n").first.map { String($0).printable }
        }
        guard let question = RoomAnswering.Question(room, wantsCenotaph: false),
            question != asked, isOwn(question, room)
        else { return nil }
        asked = question
        running = try? program.start(
            input: [], seconds: Self.seconds, keeping: Self.maximumOutputByteCount)
        return nil
    }

    /// True if this device wrote what the machine is to answer: the PAY for the invitation, else the turn before.
    private func isOwn(_ question: RoomAnswering.Question, _ room: Room) -> Bool {
        let cause =
            question.occasion == .invitation
            ? room.events.first { $0.verb == .pay } : room.turns.last
        // The first turn of all has none before it.
        let event = cause ?? room.events.first { $0.verb == .pay }
        return event.map { keys.contains($0.node.author.userID) } ?? false
    }
}
