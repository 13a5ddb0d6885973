import RedoCrypto
import RedoSystem

/// The two clocks by which a key agent sees that time has passed and that the machine has slept.
package struct AgentMoment: Equatable, Sendable {
    /// Nanoseconds of the clock that goes on while the machine sleeps.
    package let boot: UInt64
    /// Nanoseconds of the clock that stands still then.
    package let monotonic: UInt64

    package init(boot: UInt64, monotonic: UInt64) {
        self.boot = boot
        self.monotonic = monotonic
    }

    package static func now() -> AgentMoment {
        AgentMoment(boot: Clock.bootNanoseconds(), monotonic: Clock.monotonicNanoseconds())
    }

    /// For how long the machine has slept since it was started.
    var slept: UInt64 { boot > monotonic ? boot - monotonic : 0 }
}

/// The keys that a key agent holds, each until its time is over, the machine has slept, or it is told to lock.
///
/// Every use goes through ``advance(to:)`` first, so a key is gone before anything signs with it after its time.
package struct KeyAgentVault: ~Copyable {
    /// A key with the end of its time by the boot clock.
    private final class Held {
        let key: SigningKey
        var end: UInt64

        init(_ key: consuming SigningKey, end: UInt64) {
            self.key = key
            self.end = end
        }
    }

    private var held: [PublicKey: Held] = [:]
    private var moment: AgentMoment

    /// Two readings of the clocks of one moment differ by less.
    private static let greatestDifference: UInt64 = 500_000_000

    package init(at moment: AgentMoment) { self.moment = moment }

    /// Forgets the keys whose time is over, and all of them if the machine has slept since the last moment.
    package mutating func advance(to now: AgentMoment) {
        if now.slept > moment.slept + Self.greatestDifference { lock() }
        moment = now
        held = held.filter { $0.value.end > now.boot }
    }

    /// Takes a key for a time; one that is there gets the new time.
    package mutating func store(_ key: consuming SigningKey, nanoseconds: UInt64) {
        let publicKey = key.publicKey
        let (end, overflow) = moment.boot.addingReportingOverflow(nanoseconds)
        held[publicKey] = Held(key, end: overflow ? .max : end)
    }

    /// Forgets a key. Its memory is wiped.
    package mutating func delete(_ key: PublicKey) { held[key] = nil }

    /// Forgets all keys. Their memory is wiped.
    package mutating func lock() { held = [:] }

    package func has(_ key: PublicKey) -> Bool { held[key] != nil }

    /// The signature of a message; nil without the key.
    package func sign(_ message: Span<UInt8>, with key: PublicKey) -> Signature? {
        held[key]?.key.sign(message)
    }

    /// The box key beside a key; nil without the key.
    package func boxKey(of key: PublicKey) -> BoxPublicKey? {
        held[key].map { BoxKey(of: $0.key).publicKey }
    }

    /// What is in a box; nil without the key, or if the box is not sealed to it.
    package func unseal(_ box: Span<UInt8>, with key: PublicKey) -> [UInt8]? {
        guard let held = held[key] else { return nil }
        return BoxKey(of: held.key).open(box)
    }

    /// The keys, sorted, with the seconds that are left.
    package var keys: [(key: PublicKey, seconds: UInt64)] {
        held.map { ($0.key, ($0.value.end - min(moment.boot, $0.value.end)) / 1_000_000_000) }
            .sorted { $0.key.hexadecimal < $1.key.hexadecimal }
    }

    /// How many nanoseconds are left until a key has to go; nil if there is none.
    package var remaining: UInt64? {
        held.values.map(\.end).min().map { $0 - min(moment.boot, $0) }
    }
}
