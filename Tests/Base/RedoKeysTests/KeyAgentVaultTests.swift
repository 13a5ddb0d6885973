import RedoCrypto
import Testing

@testable import RedoKeys

/// For how long a key agent holds keys.
@Suite struct KeyAgentVaultTests {
    private static let second: UInt64 = 1_000_000_000

    /// A vault at a moment that the test moves.
    private final class Held {
        private var vault: KeyAgentVault
        private let message = Array("message".utf8)

        init(at moment: AgentMoment) { vault = KeyAgentVault(at: moment) }

        /// Makes a key and hands it over.
        func store(nanoseconds: UInt64) -> PublicKey {
            let key = SigningKey.random()
            let publicKey = key.publicKey
            vault.store(key, nanoseconds: nanoseconds)
            return publicKey
        }

        func advance(to moment: AgentMoment) { vault.advance(to: moment) }
        func lock() { vault.lock() }
        func delete(_ key: PublicKey) { vault.delete(key) }
        var seconds: [UInt64] { vault.keys.map(\.seconds) }
        var remaining: UInt64? { vault.remaining }

        /// Whether it signs with a key, and so that this verifies.
        func signs(_ key: PublicKey) -> Bool {
            let message = message
            guard let signature = vault.sign(message.span, with: key) else { return false }
            return key.isSigner(of: message.span, signature: signature)
        }

        /// Whether it opens with one key what is sealed to the box key of another.
        func opens(boxOf sealed: PublicKey, with key: PublicKey) -> Bool {
            let message = message
            guard let box = vault.boxKey(of: sealed)?.seal(message.span) else { return false }
            return vault.unseal(box.span, with: key) == message
        }
    }

    private static func moment(_ seconds: UInt64, asleep: UInt64 = 0) -> AgentMoment {
        AgentMoment(boot: (seconds + asleep) * second, monotonic: seconds * second)
    }

    @Test func aKeySignsUntilItsTimeIsOver() {
        let held = Held(at: Self.moment(100))
        let key = held.store(nanoseconds: 60 * Self.second)
        held.advance(to: Self.moment(159))
        #expect(held.signs(key) && held.seconds == [1])
        held.advance(to: Self.moment(160))
        #expect(!held.signs(key) && held.seconds.isEmpty && held.remaining == nil)
    }

    @Test func aKeyIsGoneAfterTheMachineHasSlept() {
        let held = Held(at: Self.moment(100))
        let key = held.store(nanoseconds: 3600 * Self.second)
        held.advance(to: Self.moment(101))
        #expect(held.signs(key))
        held.advance(to: Self.moment(101, asleep: 1))
        #expect(!held.signs(key))
        // Keys that come later stay: that the machine has slept before is no reason.
        let later = held.store(nanoseconds: 60 * Self.second)
        held.advance(to: Self.moment(102, asleep: 1))
        #expect(held.signs(later))
    }

    @Test func lockingForgetsAllKeys() {
        let held = Held(at: Self.moment(0))
        let one = held.store(nanoseconds: 60 * Self.second)
        let other = held.store(nanoseconds: Self.second)
        #expect(held.remaining == Self.second && held.seconds.count == 2)
        held.delete(other)
        #expect(!held.signs(other) && held.signs(one))
        held.lock()
        #expect(!held.signs(one))
    }

    @Test func aTimeBeyondAllNumbersIsForEver() {
        let held = Held(at: Self.moment(100))
        let key = held.store(nanoseconds: .max)
        held.advance(to: Self.moment(1_000_000))
        #expect(held.signs(key))
    }

    @Test func aBoxIsOpenedForItsKeyAlone() {
        let held = Held(at: Self.moment(0))
        let one = held.store(nanoseconds: Self.second)
        let other = held.store(nanoseconds: Self.second)
        #expect(held.opens(boxOf: one, with: one))
        #expect(!held.opens(boxOf: one, with: other))
    }
}
