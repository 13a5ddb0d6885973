import TestSupport
import Testing

@testable import RedoCommand

/// The prefixes by which lists name tasks.
@Suite struct ShortestPrefixTests {
    @Test(
        arguments: [
            ([], []), (["abcdef"], ["abcd"]), (["abcdef", "bcdefa"], ["abcd", "bcde"]),
            (["abcdef", "abcdxx"], ["abcde", "abcdx"]),
            (["abcdefg", "abcdefh", "xyz123"], ["abcdefg", "abcdefh", "xyz1"]),
        ] as [([String], [String])])
    func prefixes(_ texts: [String], _ expected: [String]) {
        #expect(shortestPrefixes(texts) == expected)
    }

    @Test func eachPrefixNamesOneTextAndNoShorterOneDoes() {
        let seed = Seed()
        var random = seed.generator
        for _ in 0..<60 {
            let texts = Set(
                (0..<Int.random(in: 1...60, using: &random)).map { _ in
                    String((0..<12).map { _ in "01".randomElement(using: &random)! })
                }
            ).shuffled(using: &random)
            for (text, prefix) in zip(texts, shortestPrefixes(texts)) {
                #expect(texts.filter { $0.hasPrefix(prefix) } == [text], seed.replay)
                let shorter = String(prefix.dropLast())
                let isLeast = prefix.count == 4 || texts.filter { $0.hasPrefix(shorter) }.count > 1
                #expect(isLeast, seed.replay)
            }
        }
    }
}
