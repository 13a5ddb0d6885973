import TestSupport
import Testing

/// What `redo person create` shows and asks on a terminal.
@Suite struct PersonQuestionTests {
    let store: TaskStore

    init() throws { store = try TaskStore() }

    private func create(
        typing text: String, _ library: String = "", rows: Int = 0, _ options: String = ""
    ) throws -> CommandOutcome {
        let create = "redo-person create \(options) Ana"
        let size = rows > 0 ? "rows \(rows) cols 80" : ""
        return try store.runner.shell(
            """
            printf '\(text)' |
            script -qec 'stty -onlcr -echo \(size); \(library) \(create)' /dev/null
            """)
    }

    @Test func theWordsAndACodeAreShownBeforeItAsks() throws {
        let outcome = try create(typing: "y\\n")
        #expect(outcome.status == 0, "\(outcome)")
        let text = outcome.text
        #expect(text.contains("The recovery key of Ana."))
        let question = "are the words written down? They are not shown again. [y/N] "
        let parts = text.split(separator: question)
        try #require(parts.count == 2, "\(outcome)")
        // Six lines of four words, each with its number.
        let words = parts[0].split(whereSeparator: \.isWhitespace)
            .filter { $0.allSatisfy { $0.isASCII && $0.isLowercase } }
        #expect(words.count >= 24)
        for number in 1...24 { #expect(parts[0].contains("\(number) ")) }
        #expect(parts[0].contains("▀") && parts[0].contains("█"))
        #expect(parts[1].hasPrefix("person sha256:"))
    }

    /// The code is taller than the terminal: the words are a page of their own, which has the question as well.
    @Test func theWordsAreOnTheScreenWhenItAsks() throws {
        let outcome = try create(typing: "\\ny\\n", rows: 24)
        #expect(outcome.status == 0, "\(outcome)")
        let pages = outcome.text.split(separator: "press Enter for the words ")
        try #require(pages.count == 2, "\(outcome)")
        #expect(pages[0].contains("█") && !pages[0].contains("24 "))
        let question = "are the words written down?"
        let page = try #require(pages[1].firstRange(of: question)).lowerBound
        let shown = pages[1][..<page]
        #expect(shown.contains("The recovery key of Ana.") && !shown.contains("█"))
        for number in 1...24 { #expect(shown.contains("\(number) ")) }
        #expect(shown.split(separator: "\n", omittingEmptySubsequences: false).count < 24)
    }

    @Test(arguments: [(60, ""), (24, "--yes")])
    func itDoesNotWaitWithRoomForAllOrWithoutQuestions(_ rows: Int, _ options: String) throws {
        let outcome = try create(typing: "y\\n", rows: rows, options)
        #expect(outcome.status == 0 && !outcome.text.contains("press Enter"), "\(outcome)")
        let last = try #require(outcome.text.firstRange(of: "24 "))
        #expect(!outcome.text[last.upperBound...].contains("█"), "\(outcome)")
    }

    @Test(arguments: ["n\\n", "\\n", ""])
    func withoutAYesNothingIsWritten(_ answer: String) throws {
        let before = try store.runner.contents(of: ".redo")
        let outcome = try create(typing: answer)
        #expect(outcome.status == 1, "\(outcome)")
        #expect(outcome.text.hasSuffix("nothing was written\n"))
        #expect(try store.runner.contents(of: ".redo") == before)
    }

    @Test func withoutTheLibraryThereAreWordsAlone() throws {
        _ = try store.runner.shell("mkdir empty && : >empty/libqrencode.so.4")
        let outcome = try create(typing: "y\\n", "export LD_LIBRARY_PATH=$PWD/empty;")
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.text.contains("note: no QR code: libqrencode.so.4 cannot be loaded"))
        #expect(!outcome.text.contains("█"))
        #expect(outcome.text.contains("person sha256:"))
    }
}
