import RedoModel
import TestSupport
import Testing

@testable import RedoCommandLine

/// The prefixes by which lists name tasks.
@Suite struct ShortestPrefixTests {
    private static func ids(_ texts: [String]) throws -> [TaskID] {
        try texts.map { start in
            // What is missing of an id is taken from the end of this one.
            try #require(
                TaskID(start + "00000000-0000-4000-8000-000000000000".dropFirst(start.count)))
        }
    }

    private static func shortestPrefixes(_ ids: [TaskID]) -> [String] {
        let sorted = ids.sorted()
        return ids.map { shortestPrefix(of: $0, inSorted: sorted) }
    }

    @Test(
        arguments: [
            ([], []), (["abcdef"], ["abcd"]), (["abcdef", "bcdefa"], ["abcd", "bcde"]),
            (["abcdef", "abcda0"], ["abcde", "abcda"]),
            (["abcdef1", "abcdef2", "eee123"], ["abcdef1", "abcdef2", "eee1"]),
            (["abcdef12-1", "abcdef12-2"], ["abcdef12-1", "abcdef12-2"]),
            (["abcdef12-1", "abcdef13-1"], ["abcdef12", "abcdef13"]),
            (
                ["abcdef12-3456-1", "abcdef12-3456-2", "abcdef12-3457"],
                ["abcdef12-3456-1", "abcdef12-3456-2", "abcdef12-3457"]
            ),
        ] as [([String], [String])])
    func prefixes(_ starts: [String], _ expected: [String]) throws {
        #expect(Self.shortestPrefixes(try Self.ids(starts)) == expected)
    }

    @Test func eachPrefixNamesOneIDAndNoShorterOneDoes() throws {
        let seed = Seed()
        var random = seed.generator
        for _ in 0..<60 {
            // Of two digits only, so that they have much in common.
            let starts = Set(
                (0..<Int.random(in: 1...60, using: &random)).map { _ in
                    let digits = (0..<12).map { _ in "01".randomElement(using: &random)! }
                    return String(digits[..<8]) + "-" + String(digits[8...])
                })
            let ids = try Self.ids(starts.shuffled(using: &random))
            let texts = ids.map(\.description)
            for (id, prefix) in zip(ids, Self.shortestPrefixes(ids)) {
                #expect(texts.filter { $0.hasPrefix(prefix) } == [id.description], seed.replay)
                let shorter = String(prefix.dropLast())
                let isLeast = prefix.count == 4 || texts.filter { $0.hasPrefix(shorter) }.count > 1
                // A hyphen at the end says nothing.
                #expect(isLeast && !prefix.hasSuffix("-"), seed.replay)
                #expect(shortestPrefix(of: id, among: ids.shuffled(using: &random)) == prefix)
            }
        }
    }
}
