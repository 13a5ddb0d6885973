import RedoModel
import SampleNodes
import Testing

@testable import RedoGit

/// Names, addresses, subjects and dates that git accepts, whatever a node has.
@Suite struct CommitTextTests {
    @Test(arguments: [
        ("Ana", "Ana"),
        ("Zoé 😀", "Zoé 😀"),
        ("A\nB\tC", "A B C"),
        ("Eve <eve@example.org>", "Eve eve@example.org"),
        (" .,:;\"\\' Ana '\\\";:,. ", "Ana"),
        ("a\u{0}b\u{1B}[1m", "a\u{FFFD}b\u{FFFD}[1m"),
        ("\u{202E}evil", "\u{FFFD}evil"),
    ])
    func aNameIsOneLineWithoutBrackets(name: String, expected: String) throws {
        #expect(CommitText.name(of: try SampleCommit.node(name: name).author) == expected)
    }

    @Test(arguments: [nil, "", "<>", " . ", "\n"])
    func whereNothingIsLeftTheUserStands(_ name: String?) throws {
        #expect(
            CommitText.name(of: try SampleCommit.node(name: name).author)
                == Sample.author.userID.description)
    }

    @Test(arguments: [
        ("phone", "phone"), ("Ana's phone", "Ana-s-phone"), ("a.B_c-1", "a.B_c-1"),
        ("é\n>", "---"), ("", "-"),
        (String(repeating: "x", count: 101), String(repeating: "x", count: 100)),
    ])
    func anAddressHasFewCharacters(device: String, expected: String) {
        #expect(CommitText.device(device) == expected)
        #expect(CommitText.isDevice(expected))
    }

    @Test func theAddressIsUserAndDevice() throws {
        let author = try SampleCommit.node(name: nil, device: "my phone").author
        #expect(CommitText.address(of: author) == "\(Sample.author.userID)@my-phone")
    }

    @Test func longTextsAreCutAt200Characters() throws {
        for (count, expected) in [(199, 199), (200, 200), (201, 200), (5000, 200)] {
            let name = CommitText.name(
                of: try SampleCommit.node(name: String(repeating: "é", count: count)).author)
            #expect(name.unicodeScalars.count == expected)
            #expect((name.last == "…") == (count > 200))
        }
        let subject = CommitText.subject(
            of: try SampleCommit.node(name: nil, title: String(repeating: "x", count: 1000)))
        #expect(subject == "CREATE: " + String(repeating: "x", count: 191) + "…")
    }

    @Test(
        arguments: [
            (1_735_718_400_999, 1_735_718_400), (999, 0), (0, 0), (-1, 0), (-62_167_219_200_000, 0),
            (253_402_300_799_999, 253_402_300_799),
        ] as [(Int64, Int64)])
    func datesAreWholeSecondsFrom1970On(milliseconds: Int64, seconds: Int64) {
        #expect(CommitText.seconds(of: Instant(milliseconds: milliseconds)) == seconds)
    }
}
