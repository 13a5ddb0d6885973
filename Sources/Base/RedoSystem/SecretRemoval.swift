/// Removal of possible secrets from texts of a trace, which people pass on when something went wrong.
///
/// The meaning of a text is unknown here, so more is removed than is secret: the user's part and all values in the
/// query of a URL, and what follows a name such as `token`, wherever it is in a word.
package enum SecretRemoval {
    /// The text that replaces what was removed.
    package static let mark = "[removed]"

    /// Parts of a name that mark its value as a secret, in lower case.
    private static let secretNames = [
        "apikey", "api-key", "api_key", "authorization", "cookie", "credential", "passphrase",
        "password", "passwd", "private", "secret", "seed", "signature", "token",
    ]

    /// Whether a name marks its value as a secret: `clientSecret`, `--token`.
    package static func isSecret(name: some StringProtocol) -> Bool {
        let name = name.lowercased()
        let bytes = Array(name.utf8)
        return name == "key"
            || secretNames.contains { firstOffset(of: Array($0.utf8), in: bytes, from: 0) != nil }
    }

    /// Words of a command line as a shell reads them, without secrets.
    package static func commandLine(_ words: [String]) -> String {
        var shown: [String] = []
        var isValue = false
        for word in words {
            shown.append(isValue ? mark : self.word(word))
            // An option whose value is the next word.
            isValue =
                word.hasPrefix("--") && !word.hasPrefix("--no-") && !word.contains("=")
                && isSecret(name: word.dropFirst(2))
        }
        return shown.map { $0 == mark ? $0 : shellWord($0) }.joined(separator: " ")
    }

    /// The words of a program that is started, without secrets. Only the program's name is kept of a line for the
    /// shell: such lines come from the configuration, and may contain tokens.
    package static func program(_ words: [String]) -> String {
        guard words.count > 2, words[1] == "-c", Path.name(of: words[0]) == "sh" else {
            return commandLine(words)
        }
        // The word after the line is the shell's name for itself: usually the line again.
        let name = words.dropFirst(3).prefix(1).map(shellLine)
        let rest = words.count > 4 ? " " + commandLine(Array(words[4...])) : ""
        return (["\(words[0]) -c \(shellLine(words[2]))"] + name).joined(separator: " ") + rest
    }

    /// The name of the program that a line for the shell runs, and dots for its arguments.
    package static func shellLine(_ line: String) -> String {
        var words = line.split(separator: " ")[...]
        if words.first == "exec" { words.removeFirst() }
        let isName = words.first?.utf8.allSatisfy { isNameByte($0) } ?? false
        guard isName, let name = words.first else { return mark }
        return words.count > 1 ? "'\(name) …'" : String(name)
    }

    /// A word without possible secrets: what follows the name of a secret, wherever that is, and the users and
    /// passwords of addresses.
    package static func word(_ word: String) -> String {
        let bytes = Array(word.utf8)
        guard let end = endOfSecretName(in: bytes) else { return address(word) }
        let before = bytes[..<end]
        var scheme: Int?
        while let next = firstOffset(
            of: slashes, in: Array(before), from: scheme.map { $0 + 1 } ?? 0)
        {
            scheme = next
        }
        // The user's part of an address may contain another secret before this one.
        let user = before[(scheme.map { $0 + slashes.count } ?? 0)...]
        let marks = Array("/?#@".utf8)
        if bytes[end...].contains(UInt8(ascii: "@")), !user.contains(where: marks.contains),
            scheme != nil || user.dropLast().contains(UInt8(ascii: ":"))
        {
            return address(String(decoding: bytes[..<user.startIndex], as: UTF8.self)) + mark
        }
        let shown = address(String(decoding: before, as: UTF8.self))
        return shown.hasSuffix(mark) ? shown : shown + mark
    }

    /// The offset behind the first `=` or `:` that follows the name of a secret; nil if there is none. Blanks and quotes may
    /// be between the two.
    private static func endOfSecretName(in bytes: [UInt8]) -> Int? {
        let quotes = Array(" \t\"'\\".utf8)
        for (offset, byte) in bytes.enumerated()
        where byte == UInt8(ascii: "=") || byte == UInt8(ascii: ":") {
            let before = bytes[..<offset]
            let end = before.lastIndex { !quotes.contains($0) }.map { $0 + 1 } ?? 0
            let start = before[..<end].lastIndex { !isNameByte($0) }.map { $0 + 1 } ?? 0
            let name = String(decoding: before[start..<end], as: UTF8.self)
            let last = name.split(separator: "/").last ?? ""
            if isSecret(name: name) || isSecret(name: last.drop { $0 == "-" }) {
                return offset + 1
            }
        }
        return nil
    }

    /// A word without the user and password of each address.
    private static func address(_ word: String) -> String {
        // 'USER:PASSWORD@HOST:PATH' is not an address, but people may type it too.
        let user = word.utf8.prefix { $0 != UInt8(ascii: "@") && $0 != UInt8(ascii: "/") }
        if user.endIndex < word.endIndex, word.utf8[user.endIndex] == UInt8(ascii: "@"),
            user.contains(UInt8(ascii: ":"))
        {
            return mark + urls(in: String(word[user.endIndex...]))
        }
        return urls(in: word)
    }

    // MARK: URLs

    private static let slashes = Array("://".utf8)

    /// A text in which each URL is without its user, the values of its query and its fragment.
    package static func urls(in text: String) -> String {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var start = 0
        while let offset = firstOffset(of: slashes, in: bytes, from: start) {
            let authority = offset + slashes.count
            let end = bytes[authority...].firstIndex(where: isEndOfURL) ?? bytes.endIndex
            result += bytes[start..<authority]
            let isShell = bytes[..<offset].suffix(3) == Array("ssh".utf8)[...]
            append(bytes[authority..<end], isShell: isShell, to: &result)
            start = end
        }
        result += bytes[start...]
        return String(decoding: result, as: UTF8.self)
    }

    /// Appends what follows `://` of a URL.
    ///
    /// - Parameter isShell: the user's part of a URL of ssh is a name, unless a password follows it.
    private static func append(
        _ url: ArraySlice<UInt8>, isShell: Bool, to result: inout [UInt8]
    ) {
        let marks = [UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#")]
        let hostEnd = url.firstIndex { marks.contains($0) } ?? url.endIndex
        var rest = url
        if let at = url[..<hostEnd].lastIndex(of: UInt8(ascii: "@")) {
            let user = url[..<at]
            result += isShell && !user.contains(UInt8(ascii: ":")) ? Array(user) : Array(mark.utf8)
            rest = url[at...]
        }
        let queryStart = rest.firstIndex { $0 == marks[1] || $0 == marks[2] } ?? rest.endIndex
        result += rest[..<queryStart]
        rest = rest[queryStart...]
        guard rest.first == marks[1] else {
            if !rest.isEmpty { result += Array("#\(mark)".utf8) }
            return
        }
        let fragmentStart = rest.firstIndex(of: marks[2]) ?? rest.endIndex
        result.append(marks[1])
        result += query(rest[..<fragmentStart].dropFirst())
        if fragmentStart < rest.endIndex { result += Array("#\(mark)".utf8) }
    }

    /// The names of a query, each with its value removed. A part without a name is removed.
    private static func query(_ query: ArraySlice<UInt8>) -> [UInt8] {
        let parts = query.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
        let shown = parts.map { part in
            guard let equals = part.firstIndex(of: UInt8(ascii: "=")) else {
                return part.isEmpty ? [] : Array(mark.utf8)
            }
            return part[...equals] + Array(mark.utf8)
        }
        return Array(shown.joined(separator: [UInt8(ascii: "&")]))
    }

    private static func isEndOfURL(_ byte: UInt8) -> Bool {
        byte <= 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
            || byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">")
    }

    // MARK: Bytes

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
            UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: "+"), UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
