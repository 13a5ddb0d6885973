import Glibc

/// A POSIX extended regular expression (IEEE 1003.1, section 9.4) that ignores case.
///
/// Texts are UTF-8, and `.` matches one character. Accents count. Classes such as `[[:alpha:]]` have characters of ASCII
/// only.
///
/// The C library takes time quadratic in a text in UTF-8, and linear in one of single bytes. So characters beyond ASCII
/// become bytes (``Alphabet``), and ``checkLimits(_:)`` bounds the pattern: a hostile one cannot take long.
///
/// Unchecked: after the initialiser only two things change. A lock of the C library protects what `regexec(3)` changes,
/// which is MT-Safe. The locale that `uselocale(3)` sets belongs to the thread.
@safe package final class RegularExpression: @unchecked Sendable {
    /// The reason why a pattern is refused.
    package struct ParseError: Error, Sendable {
        /// The message of the C library, or the limit that is exceeded.
        package let reason: String

        init(reason: String) { self.reason = reason }
    }

    private let compiled: UnsafeMutablePointer<regex_t>
    private let locale: locale_t?
    private let alphabet: Alphabet

    /// Compiles a pattern. Wraps `newlocale(3)`, `uselocale(3)` and `regcomp(3)`.
    ///
    /// - Throws: ``ParseError`` if the pattern is invalid or exceeds a limit.
    package init(_ pattern: String) throws(ParseError) {
        try Self.checkLimits(pattern)
        alphabet = try Alphabet(of: pattern)
        let mask = Int32(1 << LC_CTYPE) | Int32(1 << LC_COLLATE)
        unsafe locale = newlocale(mask, "C", nil)
        let previous = unsafe locale.map { unsafe uselocale($0) }
        let compiled = UnsafeMutablePointer<regex_t>.allocate(capacity: 1)
        unsafe compiled.initialize(to: regex_t())
        unsafe self.compiled = compiled
        let bytes = alphabet.encoded(Array(pattern.utf8)).bytes.map { CChar(bitPattern: $0) } + [0]
        let status = unsafe regcomp(compiled, bytes, REG_EXTENDED | REG_ICASE)
        if let previous = unsafe previous { _ = unsafe uselocale(previous) }
        guard status == 0 else {
            var text = [CChar](repeating: 0, count: 256)
            _ = unsafe regerror(status, compiled, &text, text.count)
            let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            throw ParseError(reason: String(decoding: bytes, as: UTF8.self))
        }
    }

    deinit {
        unsafe regfree(compiled)
        unsafe compiled.deallocate()
        if let locale = unsafe locale { unsafe freelocale(locale) }
    }

    /// Whether the pattern occurs in a text in UTF-8. O(n × the size of the pattern).
    package func matches(_ text: [UInt8]) -> Bool {
        execute(alphabet.encoded(text).bytes, flags: 0, needsRange: false) != nil
    }

    /// Returns the first match, the longest of those at its offset; nil if there is none.
    ///
    /// - Parameters:
    ///   - text: UTF-8.
    ///   - start: the offset at which the search begins; `^` still matches only at offset 0.
    package func firstMatch(in text: [UInt8], from start: Int = 0) -> Range<Int>? {
        let rest = alphabet.encoded(Array(text[start...]), notingOffsets: true)
        guard
            let match = execute(rest.bytes, flags: start == 0 ? 0 : REG_NOTBOL, needsRange: true)
        else { return nil }
        guard !rest.offsets.isEmpty else {
            return start + match.lowerBound..<start + match.upperBound
        }
        return start + rest.offsets[match.lowerBound]..<start + rest.offsets[match.upperBound]
    }

    /// Wraps `regexec(3)`, and `uselocale(3)`.
    private func execute(_ bytes: [UInt8], flags: Int32, needsRange: Bool) -> Range<Int>? {
        let previous = unsafe locale.map { unsafe uselocale($0) }
        defer { if let previous = unsafe previous { _ = unsafe uselocale(previous) } }
        var match = regmatch_t(rm_so: 0, rm_eo: regoff_t(bytes.count))
        // REG_STARTEND: a zero byte does not end the text.
        let text = bytes.map { CChar(bitPattern: $0) } + [0]
        let status = unsafe regexec(
            compiled, text, needsRange ? 1 : 0, &match, flags | REG_STARTEND)
        guard status == 0 else { return nil }
        return needsRange ? Int(match.rm_so)..<Int(match.rm_eo) : 0..<0
    }
}
