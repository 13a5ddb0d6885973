import Testing

@testable import RedoCrypto

@Suite struct SecretMemoryTests {
    @Test func newMemoryIsZero() {
        let memory = SecretMemory(count: 100)
        #expect(memory.count == 100)
        #expect((0..<100).allSatisfy { memory[$0] == 0 })
    }

    @Test func bytesAreMovedIn() {
        var bytes: [UInt8] = [1, 2, 255]
        let memory = SecretMemory(taking: &bytes)
        #expect((0..<3).map { memory[$0] } == [1, 2, 255])
        #expect(bytes.isEmpty)
    }

    @Test func aByteIsChangedAlone() {
        let memory = SecretMemory(count: 3)
        memory[1] = 7
        #expect((0..<3).map { memory[$0] } == [0, 7, 0])
    }

    @Test func nothingIsASecretToo() {
        var bytes: [UInt8] = []
        #expect(SecretMemory(taking: &bytes).count == 0)
    }

    @Test(arguments: [[], [1], Array(repeating: 9, count: 5000)] as [[UInt8]])
    func wipingEmptiesTheArray(_ contents: [UInt8]) {
        var bytes = contents
        wipe(&bytes)
        #expect(bytes.isEmpty)
    }

    @Test func equalBytesAreEqual() {
        let bytes: [UInt8] = [1, 2, 3]
        #expect(areEqual(bytes, Array(bytes)))
        #expect(areEqual([], []))
    }

    @Test(arguments: 0..<32)
    func oneBitMakesADifference(_ index: Int) {
        let bytes = [UInt8](repeating: 0xAA, count: 32)
        var other = bytes
        other[index] ^= 1 << UInt8(index % 8)
        #expect(!areEqual(bytes, other))
    }

    @Test func otherLengthsAreNotEqual() {
        #expect(!areEqual([0, 0, 0], [0, 0]))
        #expect(!areEqual([0, 0, 0], [0, 0, 0, 0]))
        #expect(!areEqual([], [0]))
    }
}
