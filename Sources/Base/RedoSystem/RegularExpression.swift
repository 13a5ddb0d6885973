import Glibc

/// An extended regular expression of POSIX (IEEE 1003.1, section 9.4), by the C library.
///
/// Texts are UTF-8 and `.` is one character of it. Case is ignored, as the C library's rules for
/// UTF-8 have it; accents count.
@safe package final class RegularExpression {
    /// Why a pattern is none, in the C library's words.
    package struct ParseError: Error, Sendable {
        package let reason: String
    }

    private var compiled = unsafe regex_t()
    private let locale: locale_t?

    /// Compiles a pattern. Wraps `newlocale(3)`, `uselocale(3)` and `regcomp(3)`.
    ///
    /// - Throws: ``ParseError`` for a pattern that is none.
    package init(_ pattern: String) throws(ParseError) {
        let mask = Int32(1 << LC_CTYPE)
        unsafe locale = newlocale(mask, "C.UTF-8", nil)
        let previous = unsafe locale.map { unsafe uselocale($0) }
        let status = unsafe regcomp(&compiled, pattern, REG_EXTENDED | REG_ICASE)
        if let previous = unsafe previous { _ = unsafe uselocale(previous) }
        guard status == 0 else {
            var text = [CChar](repeating: 0, count: 256)
            _ = unsafe regerror(status, &compiled, &text, text.count)
            let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            throw ParseError(reason: String(decoding: bytes, as: UTF8.self))
        }
    }

    deinit {
        unsafe regfree(&compiled)
        if let locale = unsafe locale { unsafe freelocale(locale) }
    }

    /// Where a text matches first, and longest there; nil where it does not. Wraps `regexec(3)`.
    ///
    /// - Parameters:
    ///   - text: what stands before its first zero byte is looked at.
    ///   - start: where to begin; `^` stands for the start of the text only.
    package func firstMatch(in text: [UInt8], from start: Int = 0) -> Range<Int>? {
        let previous = unsafe locale.map { unsafe uselocale($0) }
        defer { if let previous = unsafe previous { _ = unsafe uselocale(previous) } }
        var match = regmatch_t()
        let rest = text[start...].map { CChar(bitPattern: $0) } + [0]
        let flags = start == 0 ? 0 : REG_NOTBOL
        guard unsafe regexec(&compiled, rest, 1, &match, flags) == 0 else { return nil }
        return start + Int(match.rm_so)..<start + Int(match.rm_eo)
    }
}
