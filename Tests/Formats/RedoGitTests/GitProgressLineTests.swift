import Testing

@testable import RedoGit

/// What is read out of git's progress.
@Suite struct GitProgressLineTests {
    @Test func theLastWholeLineCounts() throws {
        let text =
            "remote: Counting objects: 7, done.\nReceiving objects:   4% (1/25)\r"
            + "Receiving objects:  12% (3/25), 1.20 MiB | 2.00 MiB/s\rReceiving objec"
        let counts = try #require(GitProgressLine.counts(in: Array(text.utf8)))
        #expect(counts.done == 3 && counts.total == 25)
    }

    @Test(arguments: [
        "", "Receiving objects:", "Receiving objects: (1/", "Receiving objects: (1/2",
        "Receiving objects: (-1/2)", "Receiving objects: (3/2)", "Receiving objects: (1)",
        "Receiving objects: (99999999999999999999/99999999999999999999)", "remote: (1/2)",
        "Receiving objects: )1/2(",
    ])
    func anythingElseIsPassedOver(_ text: String) {
        #expect(GitProgressLine.counts(in: Array(text.utf8)) == nil)
    }
}
