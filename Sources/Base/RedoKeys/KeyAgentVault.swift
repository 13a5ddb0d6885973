import RedoCrypto
import RedoSystem

/// The two clocks by which a key agent detects that time has passed and that the machine has slept.
package struct AgentMoment: Equatable, Sendable {
    /// Nanoseconds of the clock that continues while the machine sleeps.
    package let boot: UInt64
    /// Nanoseconds of the clock that stops while the machine sleeps.
    package let monotonic: UInt64

    package init(boot: UInt64, monotonic: UInt64) {
        self.boot = boot
        self.monotonic = monotonic
    }

    package static func now() -> AgentMoment {
        AgentMoment(boot: Clock.bootNanoseconds(), monotonic: Clock.monotonicNanoseconds())
    }

    /// The time that the machine has slept since its start.
    var slept: UInt64 { boot > monotonic ? boot - monotonic : 0 }
}

/// The keys of a key agent. A key is removed when its time is over, when the machine has slept, or on request.
///
/// Every use calls ``advance(to:)`` first, so a key is removed before anything can sign with it after its time.
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

    /// The maximum difference between two readings of the clocks at one moment.
    private static let maximumDifference: UInt64 = 500_000_000

    package init(at moment: AgentMoment) { self.moment = moment }

    /// Removes the keys whose time is over, and all keys if the machine has slept since the last moment.
    package mutating func advance(to now: AgentMoment) {
        if now.slept > moment.slept + Self.maximumDifference { lock() }
        moment = now
        held = held.filter { $0.value.end > now.boot }
    }

    /// Adds a key for a time; a key that is held already gets the new time.
    package mutating func store(_ key: consuming SigningKey, nanoseconds: UInt64) {
        let publicKey = key.publicKey
        let (end, overflow) = moment.boot.addingReportingOverflow(nanoseconds)
        held[publicKey] = Held(key, end: overflow ? .max : end)
    }

    /// Removes a key. Its memory is wiped.
    package mutating func delete(_ key: PublicKey) { held[key] = nil }

    /// Removes all keys. Their memory is wiped.
    package mutating func lock() { held = [:] }

    package func has(_ key: PublicKey) -> Bool { held[key] != nil }

    /// Returns the signature of a message; nil without the key.
    package func sign(_ message: Span<UInt8>, with key: PublicKey) -> Signature? {
        held[key]?.key.sign(message)
    }

    /// Returns the box key of a key; nil without the key.
    package func boxKey(of key: PublicKey) -> BoxPublicKey? {
        held[key].map { BoxKey(of: $0.key).publicKey }
    }

    /// Opens a box; nil without the key, or if the box is not sealed to it.
    package func unseal(_ box: Span<UInt8>, with key: PublicKey) -> [UInt8]? {
        guard let held = held[key] else { return nil }
        return BoxKey(of: held.key).open(box)
    }

    /// The keys, sorted, with the seconds that are left.
    package var keys: [(key: PublicKey, seconds: UInt64)] {
        held.map { ($0.key, ($0.value.end - min(moment.boot, $0.value.end)) / 1_000_000_000) }
            .sorted { $0.key.hexadecimal < $1.key.hexadecimal }
    }

    /// The nanoseconds until the next key expires; nil if there is none.
    package var remaining: UInt64? {
        held.values.map(\.end).min().map { $0 - min(moment.boot, $0) }
    }
}
