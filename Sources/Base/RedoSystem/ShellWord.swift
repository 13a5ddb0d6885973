/// Quotes a text as one word of a shell, with single quotes if they are necessary. A path with bytes that are not UTF-8 is
/// written for bash: `$'a\xff'`.
package func shellWord(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
            UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: ","),
            UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "%"), UInt8(ascii: "="):
            true
        default: false
        }
    }
    if isPlain, !text.isEmpty { return text }
    if let word = SystemText.shellWord(text) { return word }
    // Scalars, not characters: a quote with an accent on it is one character, but still ends the word.
    var word = "'"
    for scalar in text.unicodeScalars {
        if scalar == "'" { word += "'\\'" }
        word.unicodeScalars.append(scalar)
    }
    return word + "'"
}
