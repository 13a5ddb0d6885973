/// A word of a title that other task lists read, and this one does not.
struct ForeignWord {
    private let text: String
    /// The word that means the same here.
    private let word: String

    /// What to write in its place, for a hint.
    var hint: String { "'\(text)' is a part of the title; '\(word)' sets it" }

    /// The words among those of a title that were not in quotes. Days count at the end alone, where other such words may
    /// follow them.
    static func all(in words: [String]) -> [ForeignWord] {
        var text: [String] = []
        var found: [ForeignWord] = []
        for word in words {
            if let meaning = tag(word) ?? priority(word) {
                found.append(ForeignWord(text: word, word: meaning))
            } else {
                text.append(word)
            }
        }
        guard let last = text.last else { return found }
        if text.dropLast().last == "every" {
            found.insert(ForeignWord(text: "every \(last)", word: "every:\(last)"), at: 0)
        } else if let meaning = day(last) {
            found.insert(ForeignWord(text: last, word: meaning), at: 0)
        }
        return found
    }

    private static func tag(_ word: String) -> String? {
        word.hasPrefix("#") && word.dropFirst().first?.isLetter == true
            ? "+\(word.dropFirst())" : nil
    }

    private static func priority(_ word: String) -> String? {
        switch word {
        case "p1", "P1", "!!1", "(A)": "p:critical"
        case "p2", "P2", "!!2", "(B)": "p:high"
        case "p3", "P3", "!!3", "(C)": "p:medium"
        case "p4", "P4", "!!4", "(D)": "p:low"
        default: nil
        }
    }

    private static let days = [
        "today", "tomorrow", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
        "sunday",
    ]

    private static func day(_ word: String) -> String? { days.contains(word) ? "due:\(word)" : nil }
}
