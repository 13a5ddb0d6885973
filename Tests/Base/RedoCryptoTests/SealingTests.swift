import Testing

@testable import RedoCrypto

/// The costs that a key file may ask for, and the least that can be sealed and opened.
@Suite struct SealingTests {
    static func sealing(
        operations: Int = 2, memory: Int = 1 << 26, salt: Int = 16, nonce: Int = 24
    ) -> Sealing {
        Sealing(
            operations: operations, memory: memory, salt: [UInt8](repeating: 0, count: salt),
            nonce: [UInt8](repeating: 0, count: nonce))
    }

    @Test(arguments: [(0, false), (1, true), (16, true), (17, false), (Int.max, false)])
    func passesAreLimited(_ operations: Int, _ isAffordable: Bool) {
        #expect(Self.sealing(operations: operations).isAffordable == isAffordable)
    }

    @Test(arguments: [
        (8191, false), (8192, true), (1 << 30, true), (1 << 30 + 1, false), (1 << 40, false),
    ])
    func memoryIsLimited(_ memory: Int, _ isAffordable: Bool) {
        #expect(Self.sealing(memory: memory).isAffordable == isAffordable)
    }

    @Test(arguments: [(0, 24), (15, 24), (17, 24), (16, 0), (16, 23), (16, 25)])
    func saltAndNonceHaveTheirLengths(_ salt: Int, _ nonce: Int) {
        #expect(!Self.sealing(salt: salt, nonce: nonce).isAffordable)
    }

    @Test func aSecretWithoutBytesIsATagAlone() throws {
        let made = SampleKey.cheap.seal(
            SecretMemory(count: 0), under: SampleKey.secret("p"), associated: [])
        let sealed = try #require(made)
        #expect(sealed.count == Sealing.tagByteCount)
        let secret = SampleKey.cheap.open(sealed, under: SampleKey.secret("p"), associated: [])
        let isOpened = secret != nil
        #expect(isOpened)
    }

    @Test(arguments: [0, 15])
    func lessThanATagIsNotOpened(_ count: Int) {
        let sealed = [UInt8](repeating: 0, count: count)
        let secret = SampleKey.cheap.open(sealed, under: SampleKey.secret("p"), associated: [])
        let isOpened = secret != nil
        #expect(!isOpened)
    }
}
