import PowerCuts
import TestSupport

/// What happens in a world, in order: it follows from a seed, or was written down.
///
/// A seed means other events whenever a kind of event is added. So what once failed is kept as its events
/// (docs/testing.md, "Worlds that failed"), whose meaning stays: new behaviour gets a new kind.
package struct Schedule {
    /// What keys and random bytes follow from.
    package let seed: UInt64
    let remote: SimulatedRemote.Kind
    /// Who is there at the beginning, the owner of the first person first.
    let roster: [SimulatedDevice.Role]
    var events: [Event]

    package var eventCount: Int { events.count }

    /// How often things happen, of each kind of remote.
    private static let weights: [(kind: Event.Kind, weight: Int)] = [
        (.add, 12), (.edit, 12), (.done, 5), (.snooze, 2), (.skip, 2), (.delete, 3),
        (.deleteNow, 2), (.merge, 3), (.undo, 3), (.comment, 4), (.category, 3), (.categorize, 3),
        (.person, 2), (.admit, 3), (.accept, 3), (.revoke, 3), (.keep, 1), (.share, 5),
        (.unshare, 3), (.close, 2), (.agent, 4), (.room, 8),
        (.fetch, 10), (.push, 8), (.sync, 22), (.beside, 4), (.compact, 2), (.claim, 2), (.gc, 5),
        (.pack, 3), (.backUp, 2), (.restore, 1), (.vanish, 5), (.mend, 2), (.clock, 3), (.back, 4),
        (.leave, 3), (.arrive, 5), (.join, 1), (.lose, 1), (.deliver, 20), (.heal, 4),
        (.hostBackUp, 12), (.withhold, 14), (.rewind, 3), (.replay, 10), (.retire, 4),
        (.forge, 6), (.lie, 18),
    ]

    private static let honest: Set<SimulatedRemote.Kind> = [.host, .copies, .sealed]

    /// Those that belong to one kind of remote.
    private static let only: [Event.Kind: Set<SimulatedRemote.Kind>] = [
        .deliver: [.copies], .heal: [.lying], .hostBackUp: [.lying], .withhold: [.lying],
        .rewind: [.lying], .replay: [.lying], .retire: [.lying],
        // What a host may be accused of is known as long as no slot is replaced, and none is without its device.
        .compact: honest, .restore: honest, .lose: honest, .vanish: honest, .mend: honest,
        // A copied place takes no claims.
        .claim: [.host, .lying, .sealed],
    ]

    private static let roster: [SimulatedDevice.Role] = [
        .honest, .honest, .honest, .honest, .thief, .honest, .honest, .member, .honest, .stranger,
    ]
    private static let hour: UInt64 = 3_600_000

    package init(seed: UInt64) {
        self.seed = seed
        roster = Self.roster
        var numbers = SeededGenerator(seed: seed)
        remote =
            [.host, .host, .host, .sealed, .copies, .copies, .lying, .lying][
                Int(numbers.next() % 8)]
        let remote = remote
        let possible = Self.weights.filter { Self.only[$0.kind]?.contains(remote) ?? true }
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

    /// Its beginning.
    package func prefix(_ count: Int) -> Schedule {
        var schedule = self
        schedule.events = Array(events.prefix(count))
        return schedule
    }

    /// Without one of its events.
    package func without(_ index: Int) -> Schedule {
        var schedule = self
        schedule.events.remove(at: index)
        return schedule
    }
}

extension Schedule: LosslessStringConvertible {
    /// Lines: `seed`, `remote`, `devices` with a role each, then the events. Lines that begin with `#` are comments.
    package var description: String {
        let lines =
            ["seed \(seed)", "remote \(remote)"]
            + ["devices \(roster.map(\.rawValue).joined(separator: " "))"]
            + events.map(\.description)
        return lines.map { "\($0)\n" }.joined()
    }

    package init?(_ text: String) {
        var lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }[...]
        func words(_ name: String) -> [String]? {
            let words = lines.popFirst()?.split(separator: " ").map(String.init) ?? []
            return words.first == name ? Array(words.dropFirst()) : nil
        }
        guard let seed = words("seed")?.first.flatMap(UInt64.init),
            let remote = words("remote")?.first.flatMap(SimulatedRemote.Kind.init),
            let names = words("devices")
        else { return nil }
        let roles = names.compactMap(SimulatedDevice.Role.init)
        let events = lines.map { Event(String($0)) }
        guard roles.count == names.count, !roles.isEmpty, !events.contains(where: { $0 == nil })
        else { return nil }
        (self.seed, self.remote, roster) = (seed, remote, roles)
        self.events = events.compactMap { $0 }
    }
}
