import RedoModel

/// Words of a line of todo.txt that have a meaning for the task.
enum TodoTxtWords {
    /// Keys of `key:value` words with a meaning. Other words with colons, such as links, are text.
    static let keys: Set<String> = [
        "due", "at", "t", "t-at", "rec", "pri", "scheduled", "until", "created", "ended", "uid",
    ]

    /// The key and the value of a word; nil for a word of text, such as one whose value the key cannot have.
    static func pair(_ word: Substring) -> (key: Substring, value: Substring)? {
        guard let (key, value) = keyed(word), isValid(TextEscapes.unescaped(value), of: String(key))
        else { return nil }
        return (key, value)
    }

    /// Whether a word begins with a key that has a meaning.
    static func hasKey(_ word: Substring) -> Bool { keyed(word) != nil }

    private static func keyed(_ word: Substring) -> (key: Substring, value: Substring)? {
        guard let colon = word.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let value = word[word.utf8.index(after: colon)...]
        guard !value.isEmpty, keys.contains(String(word[..<colon])) else { return nil }
        return (word[..<colon], value)
    }

    private static func isValid(_ value: String, of key: String) -> Bool {
        func isTime(_ text: String) -> Bool { Instant(iso8601: Array(text.utf8).span) != nil }
        switch key {
        case "due", "t", "scheduled", "until", "created", "ended":
            return isTime(value) || isTime("\(value)Z") || isTime("\(value)T00:00:00Z")
        case "at", "t-at":
            let bare = value.hasSuffix("Z") ? String(value.dropLast()) : value
            return isTime("2000-01-01T\(bare.utf8.count == 5 ? "\(bare):00" : bare)Z")
        case "rec": return TodoTxtRecurrence(value) != nil
        case "pri":
            return value.utf8.count == 1 && value.utf8.allSatisfy { (0x41...0x5A).contains($0) }
        default: return true
        }
    }

    /// The priority of a letter: A is the highest, and all after E are the lowest.
    static func priorityNumber(_ letter: UInt8) -> Int { max(1, 5 - (Int(letter) - 0x41)) }

    /// Whether a word names a project or a context.
    static func isName(_ word: Substring) -> Bool {
        word.utf8.count > 1 && (word.hasPrefix("+") || word.hasPrefix("@"))
    }

    /// Whether a word would be read as something other than text.
    ///
    /// - Parameter isAtStart: whether it is where the mark of a completion, the priority or a date can be.
    static func isMarkup(_ word: Substring, isAtStart: Bool) -> Bool {
        if isName(word) || pair(word) != nil { return true }
        return isAtStart && (word == "x" || priority(word) != nil || isDate(word))
    }

    /// The letter of a priority such as `(A)`, in ASCII; nil for another word.
    static func priority(_ word: Substring) -> UInt8? {
        let bytes = Array(word.utf8)
        guard bytes.count == 3, bytes[0] == UInt8(ascii: "("), bytes[2] == UInt8(ascii: ")"),
            (0x41...0x5A).contains(bytes[1])
        else { return nil }
        return bytes[1]
    }

    /// Whether a word has the form `YYYY-MM-DD`.
    static func isDate(_ word: Substring) -> Bool {
        let bytes = Array(word.utf8)
        return bytes.count == 10
            && bytes.enumerated().allSatisfy { index, byte in
                index == 4 || index == 7
                    ? byte == UInt8(ascii: "-") : (0x30...0x39).contains(byte)
            }
    }

    /// A word of text, with a backslash if it would be read as something else.
    static func escaped(_ word: Substring, isAtStart: Bool) -> String {
        let bare = word.drop { $0 == "\\" }
        return isMarkup(bare, isAtStart: isAtStart) ? "\\\(word)" : String(word)
    }

    /// Removes the backslash that ``escaped(_:isAtStart:)`` adds.
    static func unescaped(_ word: Substring, isAtStart: Bool) -> Substring {
        guard word.hasPrefix("\\") else { return word }
        let bare = word.drop { $0 == "\\" }
        return isMarkup(bare, isAtStart: isAtStart) ? word.dropFirst() : word
    }

    /// Adds a name. The first project is the task's; further ones become tags with their plus sign.
    static func add(_ word: String, to task: inout ForeignTask) {
        let name = String(word.dropFirst())
        if word.hasPrefix("@") {
            task.addTag(name)
        } else if task.project == nil {
            task.setProject(name)
        } else if name != task.project {
            task.addTag(word)
        }
    }
}
