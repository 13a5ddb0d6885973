import RedoCrypto
import Testing

@testable import RedoKeys

/// For how long a key agent holds keys.
@Suite struct KeyAgentVaultTests {
    private static let second: UInt64 = 1_000_000_000
    private let message = Array("message".utf8)

    private func moment(_ seconds: UInt64, asleep: UInt64 = 0) -> AgentMoment {
        AgentMoment(
            boot: (seconds + asleep) * Self.second, monotonic: seconds * Self.second)
    }

    private func vault(
        _ key: borrowing SigningKey, seconds: UInt64, at moment: AgentMoment
    ) -> KeyAgentVault {
        var vault = KeyAgentVault(at: moment)
        vault.store(SigningKey(seed: key.seed()), nanoseconds: seconds * Self.second)
        return vault
    }

    @Test func aKeySignsUntilItsTimeIsOver() throws {
        let key = SigningKey.random()
        var vault = vault(key, seconds: 60, at: moment(100))
        vault.advance(to: moment(159))
        let signature = try #require(vault.sign(message.span, with: key.publicKey))
        #expect(key.publicKey.isSigner(of: message.span, signature: signature))
        #expect(vault.keys.map(\.seconds) == [1])
        vault.advance(to: moment(160))
        #expect(vault.sign(message.span, with: key.publicKey) == nil)
        #expect(vault.keys.isEmpty && vault.remaining == nil)
    }

    @Test func aKeyIsGoneAfterTheMachineHasSlept() {
        let key = SigningKey.random()
        var vault = vault(key, seconds: 3600, at: moment(100))
        vault.advance(to: moment(101, asleep: 1))
        #expect(vault.sign(message.span, with: key.publicKey) == nil)
        // Keys that come later stay: that the machine has slept before is no reason.
        vault.store(SigningKey(seed: key.seed()), nanoseconds: 60 * Self.second)
        vault.advance(to: moment(102, asleep: 1))
        #expect(vault.has(key.publicKey))
    }

    @Test func lockingForgetsAllKeys() {
        let (one, other) = (SigningKey.random(), SigningKey.random())
        var vault = vault(one, seconds: 60, at: moment(0))
        vault.store(SigningKey(seed: other.seed()), nanoseconds: Self.second)
        #expect(vault.remaining == Self.second && vault.keys.count == 2)
        vault.delete(other.publicKey)
        #expect(!vault.has(other.publicKey) && vault.has(one.publicKey))
        vault.lock()
        #expect(!vault.has(one.publicKey))
    }

    @Test func aTimeBeyondAllNumbersIsForEver() {
        let key = SigningKey.random()
        var vault = KeyAgentVault(at: moment(100))
        vault.store(SigningKey(seed: key.seed()), nanoseconds: .max)
        vault.advance(to: moment(1_000_000))
        #expect(vault.has(key.publicKey))
    }

    @Test func aBoxIsOpenedForItsKeyAlone() throws {
        let (one, other) = (SigningKey.random(), SigningKey.random())
        var vault = vault(one, seconds: 60, at: moment(0))
        vault.store(SigningKey(seed: other.seed()), nanoseconds: Self.second)
        let box = try #require(vault.boxKey(of: one.publicKey)?.seal(message.span))
        #expect(vault.unseal(box.span, with: one.publicKey) == message)
        #expect(vault.unseal(box.span, with: other.publicKey) == nil)
    }
}
