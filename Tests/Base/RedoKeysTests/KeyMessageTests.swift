import RedoCrypto
import Testing

@testable import RedoKeys

/// What is said to key helpers and key agents.
@Suite struct KeyMessageTests {
    private func read(_ bytes: [UInt8]) -> KeyMessage? { KeyMessage(head: bytes.span) }

    private func read(_ text: String) -> KeyMessage? { read(Array(text.utf8)) }

    @Test func linesAreReadUpToTheEmptyOne() throws {
        let message = try #require(read("a=1\nb=x=y\nb=\n\nc=2\n"))
        #expect(message["a"] == "1" && message["c"] == nil)
        #expect(message.values("b") == ["x=y", ""])
    }

    @Test func whatIsWrittenIsRead() throws {
        let bytes = KeyMessage([("publicKey", "00"), ("b", "")], body: [10, 0, 255]).bytes
        #expect(bytes == Array("publicKey=00\nb=\nlength=3\n\n\n".utf8) + [0, 255])
        #expect(try #require(read(bytes)).bodyByteCount(limit: 3) == 3)
    }

    @Test(arguments: ["b\n", "a=1\nb\n", "\u{0}\n"]) func linesWithoutAnEqualsSignAreRefused(
        _ text: String
    ) { #expect(read(text) == nil) }

    @Test func whatIsNotTextIsRefused() { #expect(read([97, 61, 0xFF, 10]) == nil) }

    @Test(arguments: ["-1", "x", "4", "99999999999999999999", ""])
    func aLengthBeyondTheLimitIsNone(_ length: String) throws {
        #expect(try #require(read("length=\(length)\n")).bodyByteCount(limit: 3) == nil)
    }
}
