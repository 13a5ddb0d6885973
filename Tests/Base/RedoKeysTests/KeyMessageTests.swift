import RedoCrypto
import Testing

@testable import RedoKeys

/// What is said to key helpers and key agents.
@Suite struct KeyMessageTests {
    private func read(_ text: String) -> KeyMessage? { KeyMessage(head: Array(text.utf8).span) }

    @Test func linesAreReadUpToTheEmptyOne() throws {
        let message = try #require(read("a=1\nb=x=y\nb=\n\nc=2\n"))
        #expect(message["a"] == "1" && message["c"] == nil)
        #expect(message.values("b") == ["x=y", ""])
    }

    @Test func whatIsWrittenIsRead() throws {
        let message = KeyMessage([("publicKey", "00"), ("b", "")], body: [10, 0, 255])
        #expect(Array("publicKey=00\nb=\nlength=3\n\n\n".utf8) + [0, 255] == message.bytes)
        let head = try #require(KeyMessage(head: message.bytes.span))
        #expect(head.bodyByteCount(limit: 3) == 3)
    }

    @Test(arguments: ["a\n", "a=1\nb\n", "\u{0}\n"]) func linesWithoutAnEqualsSignAreRefused(
        _ text: String
    ) { #expect(read(text) == nil) }

    @Test func whatIsNotTextIsRefused() {
        #expect(KeyMessage(head: [97, 61, 0xFF, 10].span) == nil)
    }

    @Test(arguments: ["-1", "x", "4", "99999999999999999999", ""])
    func aLengthBeyondTheLimitIsNone(_ length: String) throws {
        let message = try #require(read("length=\(length)\n"))
        #expect(message.bodyByteCount(limit: 3) == nil)
    }
}
