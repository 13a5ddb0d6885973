import Testing

@testable import RedoSystem

@Suite struct RandomBytesTests {
    @Test(arguments: [0, 1, 32, 256])
    func asManyComeAsAreAskedFor(_ count: Int) {
        #expect(RandomBytes.bytes(count: count).count == count)
    }

    @Test func twoDrawsDiffer() {
        #expect(RandomBytes.bytes(count: 16) != RandomBytes.bytes(count: 16))
    }

    @Test func digitsAreTwoAByte() {
        let digits = RandomBytes.hexadecimal(count: 256)
        #expect(digits.utf8.count == 512)
        #expect(digits.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) })
    }
}
