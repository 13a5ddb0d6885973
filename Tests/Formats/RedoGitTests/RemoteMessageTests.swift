import Testing

@testable import RedoGit

/// What a server says for people.
@Suite struct RemoteMessageTests {
    private func reason(_ texts: String...) -> String? {
        var words = RemoteMessage()
        for text in texts { words.add(text.utf8) }
        return words.reason
    }

    @Test func errorsComeBeforeAllElse() {
        #expect(reason("remote is slow today\nfatal: too large\nbye\n") == "fatal: too large")
        #expect(reason("error: one\nfatal", ": two\nmore") == "error: one; fatal: two")
        #expect(reason("closed on", " Sundays\n") == "closed on Sundays")
        #expect(reason("1\n2\n3\n4\n") == "2; 3; 4")
    }

    @Test func progressIsNoReason() {
        #expect(
            reason("Unpacking objects:  33% (1/3)\rUnpacking objects: 100% (3/3), done.\n") == nil)
        #expect(reason("", "  \n") == nil)
        #expect(reason("Unpacking objects:  33% (1/3)\rfatal: full\n") == "fatal: full")
    }

    @Test func theLastOfMuchIsKept() {
        let much = String(repeating: "x", count: 1 << 20)
        #expect(reason(much, "\nfatal: full\n") == "fatal: full")
        #expect(reason("fatal: \(much)")?.utf8.count ?? 0 <= 500)
    }

    /// Each text with its length before it, as git sends it.
    private func packets(_ texts: String...) -> [UInt8] {
        texts.flatMap { text -> [UInt8] in
            let length = String(text.utf8.count + 4, radix: 16)
            return Array(String(repeating: "0", count: 4 - length.count).utf8) + length.utf8
                + text.utf8
        }
    }

    @Test func channelsForPeopleAreRead() {
        var words = RemoteMessage()
        words.add(
            packets: packets("\u{2}fatal: to", "\u{1}unpack no", "\u{3}o large\n")
                + Array("0000".utf8))
        #expect(words.reason == "fatal: too large")
    }

    /// What is cut off, has no length or is of another protocol.
    @Test(arguments: [
        "", "000", "0003", "zzzz", "ffff\u{2}text", "HTTP/1.1 413 Too Large\r\n", "-001",
    ])
    func whatIsNoPacketIsPassedOver(_ text: String) {
        var words = RemoteMessage()
        words.add(packets: Array(text.utf8))
        #expect(words.reason == nil)
        words.add(packets: packets("\u{2}fatal: full\n") + Array(text.utf8))
        #expect(words.reason == "fatal: full")
    }
}
