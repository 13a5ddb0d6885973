/// What editors take for settings of their own where it stands in a text: `vim: set …`, which vim looks
/// for in the first and the last lines, and `Local Variables:`, which Emacs looks for at the end.
///
/// Titles and descriptions come from other people, and such settings can do more than indent.
package enum EditorSettings {
    /// True if an editor could find some. Each has a colon behind its name.
    package static func areIn(_ text: String) -> Bool {
        let bytes = text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        let variables = Array("local variables".utf8)
        for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: ":") {
            let before = bytes[..<index]
            if before.suffix(variables.count).elementsEqual(variables) { return true }
            let word = before.suffix(while: { $0 != 0x20 && !(0x09...0x0D).contains($0) })
            if isEditor(word) { return true }
        }
        return false
    }

    /// True if vim reads what follows: after `vi`, `vim`, `ex`, and `vim` with a version such as `>700`.
    private static func isEditor(_ word: ArraySlice<UInt8>) -> Bool {
        let vim = Array("vim".utf8)
        if word.elementsEqual(vim.dropLast()) || word.elementsEqual("ex".utf8) { return true }
        let version = word.dropFirst(vim.count)
        return word.starts(with: vim)
            && version.allSatisfy { (0x30...0x39).contains($0) || (0x3C...0x3E).contains($0) }
    }
}

extension ArraySlice<UInt8> {
    /// The longest end of which all bytes are so.
    fileprivate func suffix(while isSo: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        self[(lastIndex { !isSo($0) }.map { $0 + 1 } ?? startIndex)...]
    }
}
