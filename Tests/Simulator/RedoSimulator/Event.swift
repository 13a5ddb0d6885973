import PowerCuts
import TestSupport

/// Something that happens in a world.
struct Event {
    enum Kind: String, CaseIterable {
        // Tasks.
        case add, edit, done, snooze, skip, delete, deleteNow, merge, undo, comment, category,
            categorize
        // People.
        case person, admit, accept, revoke, keep, share, unshare, room
        // The remote.
        case fetch, push, sync, compact, claim
        // The store.
        case gc, pack, backUp, restore
        // The world.
        case clock, leave, arrive, join, lose, deliver, heal, hostBackUp, withhold, rewind
        // Lies.
        case lie
    }

    let kind: Kind
    /// Chooses the device among those that can do it.
    let device: UInt64
    /// Chooses everything else: what is named, random bytes, what goes wrong.
    let entropy: UInt64
    /// How long after the last event it happens, in milliseconds.
    let pause: Int64
    /// Nil for an event that goes to its end.
    let crash: Crash?
}

/// What happens in a world, in order: it follows from a seed.
struct Schedule {
    let kind: SimulatedRemote.Kind
    let events: [Event]

    /// How often things happen, of each kind of remote.
    private static let weights: [(kind: Event.Kind, weight: Int)] = [
        (.add, 12), (.edit, 12), (.done, 5), (.snooze, 2), (.skip, 2), (.delete, 3),
        (.deleteNow, 2),
        (.merge, 3), (.undo, 3), (.comment, 4), (.category, 3), (.categorize, 3), (.person, 2),
        (.admit, 3), (.accept, 3), (.revoke, 3), (.keep, 1), (.share, 5), (.unshare, 3), (.room, 8),
        (.fetch, 10), (.push, 8), (.sync, 22), (.compact, 2), (.claim, 2), (.gc, 5), (.pack, 3),
        (.backUp, 2), (.restore, 1), (.clock, 3), (.leave, 3), (.arrive, 5), (.join, 1), (.lose, 1),
        (.deliver, 20), (.heal, 4), (.hostBackUp, 12), (.withhold, 14), (.rewind, 3), (.lie, 10),
    ]

    /// Those that belong to one kind of remote.
    private static let only: [Event.Kind: Set<SimulatedRemote.Kind>] = [
        .deliver: [.copies], .heal: [.lying], .hostBackUp: [.lying], .withhold: [.lying],
        .rewind: [.lying],
        // What a host may be accused of is known as long as no slot is replaced, and none is without its device.
        .compact: [.host, .copies], .restore: [.host, .copies], .lose: [.host, .copies],
        // A copied place takes no claims.
        .claim: [.host, .lying],
    ]

    private static let hour: UInt64 = 3_600_000

    init(seed: UInt64) {
        var numbers = SeededGenerator(seed: seed)
        kind = [.host, .host, .copies, .lying][Int(numbers.next() % 4)]
        let kind = kind
        let possible = Self.weights.filter { Self.only[$0.kind]?.contains(kind) ?? true }
        let total = possible.reduce(0) { $0 + $1.weight }
        events = (0..<40 + Int(numbers.next() % 40)).map { _ in
            var place = Int(numbers.next() % UInt64(total))
            var chosen = Event.Kind.add
            for (kind, weight) in possible {
                chosen = kind
                if place < weight { break }
                place -= weight
            }
            let (device, entropy) = (numbers.next(), numbers.next())
            let pause = Int64(numbers.next() % Self.hour)
            let survival = ModelDisk.Survival.allCases[
                Int(numbers.next() % UInt64(ModelDisk.Survival.allCases.count))]
            let crash = Crash(
                place: numbers.next(), survival: numbers.next() % 2 == 0 ? .all : survival,
                seed: numbers.next())
            return Event(
                kind: chosen, device: device, entropy: entropy, pause: pause,
                crash: numbers.next() % 8 == 0 ? crash : nil)
        }
    }
}
