/// The rest of what a key of a terminal sends, after the Escape that begins it (xterm, VT220, the Linux console).
enum EscapeSequence {
    /// True if a character continues what Escape began.
    static func goesOn(with code: Int32) -> Bool { code == open || code == single }

    /// True if a sequence that began with ``goesOn(with:)`` is at its end.
    static func isWhole(_ codes: [Int32]) -> Bool {
        guard let first = codes.first, codes.count > 1, let last = codes.last else { return false }
        return first == single || (0x40...0x7E).contains(last)
    }

    /// The maximum number of characters that a key sends.
    static let maximumCount = 16

    private static let open = Int32(UInt8(ascii: "["))
    private static let single = Int32(UInt8(ascii: "O"))

    /// Begins pasting in brackets.
    static let pasteStart = "[200~"

    /// The key of a whole sequence without its Escape; nil for one that no key has.
    static func key(_ text: String) -> Key? {
        if let key = keys[text] { return key }
        guard text.hasPrefix("["), text.hasSuffix("~"), let code = Int(text.dropFirst().dropLast())
        else { return nil }
        return numbered[code] ?? functions.firstIndex(of: code).map { .function($0 + 1) }
    }

    private static let keys: [String: Key] = {
        let letters: [(String, Key)] = [
            ("A", .up), ("B", .down), ("C", .right), ("D", .left), ("H", .home), ("F", .end),
        ]
        var keys: [String: Key] = ["[Z": .backTab, "OM": .enter]
        for (letter, key) in letters {
            for first in ["[", "O"] { keys[first + letter] = key }
        }
        for (index, letter) in ["P", "Q", "R", "S"].enumerated() {
            keys["O" + letter] = .function(index + 1)
        }
        return keys
    }()

    private static let numbered: [Int: Key] = [
        1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
    ]
    /// The codes of F1 to F12.
    private static let functions = [11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24]
}
