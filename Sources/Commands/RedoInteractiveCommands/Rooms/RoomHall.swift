import RedoCommandLine
import RedoCommandParts
import RedoCrypto
import RedoInsight
import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// The rooms of a store as `redo room` shows them, and who looks at them.
///
/// Whose turn it is follows from what everyone wrote. So authors whom the user ignores count here, too: only what they
/// said is left out.
struct RoomHall {
    let repository: Repository
    let rooms: Rooms
    let people: People
    /// The author of new nodes; nil without a key.
    let own: Author?
    let ignored: Set<UserID>
    private let hidden: Set<NodeID>
    /// The numbers of messages that were read on this device.
    private let readCounts: [NodeID: Int]
    let now: Instant
    /// The state of the store at this reading; nil if it was not requested.
    let fingerprint: Digest?

    init(_ context: borrowing CommandContext) throws(RedoError) {
        try self.init(context, try context.openRepository())
    }

    /// A room, and the rooms for a command that writes: what it has read is not read again unless the store has
    /// changed.
    ///
    /// - Throws: see ``view(of:)``.
    static func writing(
        in name: String, _ context: borrowing CommandContext
    ) throws(RedoError) -> (view: RoomView, hall: RoomHall) {
        let repository = try context.openRepository()
        // First, so that what comes while the rooms are read is noticed.
        let fingerprint = try repository.store.fingerprint()
        let hall = try RoomHall(context, repository, fingerprint)
        return (try hall.chosen(name, context), hall)
    }

    init(
        _ context: borrowing CommandContext, _ repository: Repository, _ fingerprint: Digest? = nil
    ) throws(RedoError) {
        self.repository = repository
        self.fingerprint = fingerprint
        rooms = try repository.rooms()
        people = try repository.people()
        own = try? context.keyring().author(for: repository.store)
        ignored = repository.store.configuration.ignoredAuthors
        hidden = repository.store.configuration.hiddenRooms
        readCounts = repository.store.readMessageCounts
        now = try context.now()
    }

    /// The room that a name means.
    ///
    /// - Throws: NAME_001 if there is none, NAME_002 if there are several.
    func view(of name: String) throws(RedoError) -> RoomView {
        view(of: try rooms.room(named: name))
    }

    func view(of room: Room) -> RoomView {
        let own = own.flatMap { room.roster.index(of: $0, people) }
        var view = RoomView(room: room, own: own, ignored: ignored, now: now)
        view.isHidden = hidden.contains(room.id)
        view.readCount = readCounts[room.id] ?? 0
        view.composing = composing(in: view, at: now)
        return view
    }

    /// The places of the others who were writing in a room when the remote was last asked, in the order of turns.
    ///
    /// Whatever the remote says, they are participants of the room whose keys are not revoked. The machine does not
    /// write: it listens, which the log tells.
    func composing(in view: RoomView, at now: Instant) -> [Int] {
        guard view.room.state == .active else { return [] }
        let roster = view.room.roster
        let indices = repository.store.composingNotices(at: now).compactMap { notice -> Int? in
            guard notice.room == view.room.id, people.revocation(of: notice.key) == nil,
                !ignored.contains(notice.author.userID)
            else { return nil }
            return roster.index(of: notice.author, people)
        }
        return Set(indices).subtracting([view.own, roster.machine].compactMap(\.self)).sorted()
    }
}

/// A room, and the participant who looks at it.
struct RoomView {
    private(set) var room: Room
    /// The place of who looks at it; nil for one who does not take part.
    let own: Int?
    let ignored: Set<UserID>
    let now: Instant
    /// The places of the others who are writing a message.
    var composing: [Int] = []
    /// Whether lists on this device leave it out.
    var isHidden = false
    /// How many of its messages were read on this device.
    var readCount = 0
    /// Who asks the machine, if it has to answer now, as a line for people.
    var asking: String?

    /// How many messages of others were not read on this device; none for a user who does not take part.
    var unreadCount: Int {
        guard let own else { return 0 }
        return room.messages.dropFirst(readCount)
            .count { $0.participant != own && !isIgnored($0.node) }
    }

    /// The same user's view of the room as it is after an act.
    func after(_ room: Room) -> RoomView {
        var view = self
        (view.room, view.asking) = (room, nil)
        return view
    }

    /// The actions of this participant; nil for a user who does not take part.
    var choices: RoomChoices? { own.map { room.choices(of: $0, at: now) } }

    /// A participant's nickname for people.
    func name(_ index: Int) -> String { room.roster.participants[index].nickname.printable }

    /// The act that ends a room that has not begun: whoever opened it may at any time, the others when its time is over.
    var cancelling: RoomAct {
        let isOriginator = own == room.roster.originator
        return !isOriginator && room.hasExpired(at: now) ? .expire : .cancel
    }

    /// Nicknames for people: `Eve, Art`.
    func names(_ indices: [Int]) -> String { indices.map(name).joined(separator: ", ") }

    /// The participants who are writing: `Eve is writing…`; nil if none is known to be.
    var writing: String? {
        guard let last = composing.last else { return nil }
        if composing.count == 1 { return "\(name(last)) is writing…" }
        return "\(names(composing.dropLast())) and \(name(last)) are writing…"
    }

    /// The places of those who have not said that they are here.
    var awaited: [Int] { room.hasSignaled.indices.filter { !room.hasSignaled[$0] } }

    /// Whose turn it is, what is awaited, or how the room ended: the end of a line, without a full stop.
    var situation: String {
        switch room.state {
        case .draft: return "not paid yet"
        case .pending: return "awaiting \(names(awaited))"
        case .active:
            guard let current = room.current else { return "" }
            if current == room.roster.machine { return "\(name(current)) is listening…" }
            return current == own ? "it is your turn" : "it is \(name(current))'s turn"
        case .defunct: return "ended: \(ending)"
        }
    }

    /// The end of the room, in words.
    private var ending: String {
        guard let event = room.events.first(where: { $0.reason != nil }), let reason = event.reason
        else { return "" }
        let name = name(event.participant)
        return switch reason {
        case .unpaid: "\(name)'s payment failed"
        case .declined: "\(name) declined to join"
        case .cancelled: "\(name) cancelled it"
        case .expired: "it expired"
        case .left: "\(name) departed"
        case .horizon: "\(name) can take no more"
        }
    }

    /// The possible commands now: the end of a hint.
    var commands: [String] {
        guard let choices else { return [] }
        var words: [String] = []
        if choices.canPay { words.append("pay") }
        if choices.canAccept { words.append("accept") }
        if choices.canDecline { words.append("decline") }
        switch choices.speech {
        case .turn: words += ["say", "pass"]
        case .raiseHand: words.append("hand")
        case .lowerHand: words.append("hand --lower")
        case nil: break
        }
        if choices.canCancel || choices.canExpire { words.append("cancel") }
        if choices.canLeave { words.append("leave") }
        if choices.canWriteCenotaph { words.append("cenotaph") }
        return words
    }

    /// True if what a participant said is not shown.
    func isIgnored(_ node: Node) -> Bool { ignored.contains(node.author.userID) }

    /// The name of the room in a command line.
    var operand: String { String(room.id.digest.hexadecimal.prefix(12)) }
}

extension RoomHall {
    /// Who asks the machine of a room, as a line for people; nil if it has nothing to answer now.
    func asking(in room: Room, _ context: borrowing CommandContext) -> String? {
        guard let index = room.roster.machine, let keys = try? context.keyring().ownUsers(),
            let duty = MachineDuty(room, own: keys, repository.store.configuration)
        else { return nil }
        let name = room.roster.participants[index].nickname.printable
        switch duty {
        case .other(let author):
            let participant = room.roster.index(of: author, people)
            let owner = participant.map { room.roster.participants[$0].nickname.printable }
            let device = author.deviceName.map { " (\($0.printable))" } ?? ""
            return "it is for \(owner ?? "another")'s device\(device) to ask \(name)"
        case .hindered(let reason):
            return "no one asks \(name): it is for this device, and \(reason)"
        case .here:
            let isAsking = (try? repository.store.isAsking(in: room.id)) ?? false
            if isAsking { return "this device asks \(name)" }
            return
                "no one asks \(name) now: 'redo room answer' does, and redo ui and redo sync --watch do here"
        }
    }
}
