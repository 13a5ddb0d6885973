import TestSupport
import Testing

@testable import RedoCommandLine

/// How far a mistyped name is from a command's.
@Suite struct EditDistanceTests {
    @Test(arguments: [
        ("", "", 0), ("", "add", 3), ("add", "", 3), ("list", "list", 0), ("list", "lst", 1),
        ("list", "liist", 1), ("list", "lost", 1), ("list", "lsit", 1), ("done", "dnoe", 1),
        ("done", "node", 2), ("kitten", "sitting", 3), ("ca", "abc", 3),
    ])
    func distance(_ left: String, _ right: String, _ expected: Int) {
        #expect(editDistance(left, right) == expected)
        #expect(editDistance(right, left) == expected)
    }

    @Test func aVeryLongWordIsFarFromEverything() {
        #expect(editDistance("add", String(repeating: "a", count: 100_000)) == Int.max)
    }

    @Test func oneChangeIsADistanceOfOne() {
        let seed = Seed()
        var random = seed.generator
        let letters = Array("abcdef")
        for _ in 0..<200 {
            let word = (0..<Int.random(in: 1...12, using: &random)).map { _ in
                letters.randomElement(using: &random)!
            }
            var changed = word
            let place = Int.random(in: word.indices, using: &random)
            switch Int.random(in: 0..<3, using: &random) {
            case 0: changed.remove(at: place)
            case 1: changed.insert("x", at: place)
            default: changed[place] = "x"
            }
            #expect(editDistance(String(word), String(changed)) == 1, seed.replay)
            #expect(editDistance(String(word), String(word)) == 0, seed.replay)
        }
    }
}
