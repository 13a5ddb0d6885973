import Glibc

/// A POSIX extended regular expression (IEEE 1003.1, section 9.4).
///
/// Texts are UTF-8, and `.` matches one character. Matching ignores case by the rules of the C library, but
/// not accents.
///
/// Unchecked: after the initialiser only two things change. A lock of the C library protects what `regexec(3)` changes,
/// which is MT-Safe. The locale that `uselocale(3)` sets belongs to the thread.
@safe package final class RegularExpression: @unchecked Sendable {
    /// The C library's message for an invalid pattern.
    package struct ParseError: Error, Sendable {
        /// The message.
        package let reason: String
    }

    private let compiled: UnsafeMutablePointer<regex_t>
    private let locale: locale_t?

    /// Compiles a pattern. Wraps `newlocale(3)`, `uselocale(3)` and `regcomp(3)`.
    ///
    /// - Throws: ``ParseError`` if the pattern is invalid.
    package init(_ pattern: String) throws(ParseError) {
        let mask = Int32(1 << LC_CTYPE)
        unsafe locale = newlocale(mask, "C.UTF-8", nil)
        let previous = unsafe locale.map { unsafe uselocale($0) }
        let compiled = UnsafeMutablePointer<regex_t>.allocate(capacity: 1)
        unsafe compiled.initialize(to: regex_t())
        unsafe self.compiled = compiled
        let status = unsafe regcomp(compiled, pattern, REG_EXTENDED | REG_ICASE)
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

    /// Returns the first match, the longest of those at its offset; nil if there is none.
    ///
    /// Wraps `regexec(3)`.
    ///
    /// - Parameters:
    ///   - text: UTF-8, searched up to its first zero byte.
    ///   - start: the offset at which the search begins; `^` still matches only at offset 0.
    package func firstMatch(in text: [UInt8], from start: Int = 0) -> Range<Int>? {
        let previous = unsafe locale.map { unsafe uselocale($0) }
        defer { if let previous = unsafe previous { _ = unsafe uselocale(previous) } }
        var match = regmatch_t()
        let rest = text[start...].map { CChar(bitPattern: $0) } + [0]
        let flags = start == 0 ? 0 : REG_NOTBOL
        guard unsafe regexec(compiled, rest, 1, &match, flags) == 0 else { return nil }
        return start + Int(match.rm_so)..<start + Int(match.rm_eo)
    }
}
