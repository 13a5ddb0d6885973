import RedoModel
import RedoSystem

/// Something in a store that is not as it should be.
package struct StoreFinding: Sendable {
    /// The path of the file.
    package let path: String
    /// The offset in the file at which the problem begins, if known.
    package let offset: Int?
    package let code: ErrorCode
    package let detail: String
    package let severity: Severity

    /// What a finding means for the answer of a check.
    package enum Severity: String, Sendable {
        /// The store is not whole.
        case damage
        /// It is harmless: a power cut can leave it in files that are not synced, and so can a command that was
        /// killed.
        case note
    }

    package init(
        _ path: String, at offset: Int? = nil, _ code: ErrorCode, _ detail: String,
        _ severity: Severity = .damage
    ) {
        self.path = path
        self.offset = offset
        self.code = code
        self.detail = detail
        self.severity = severity
    }

    /// A file that may be whole but cannot be read now, or something that is not a file.
    static func unreadable(_ path: String, _ error: SystemError) -> StoreFinding {
        let advice =
            error.isAboutContent
            ? "move it away" : "it may be whole, and stays where it is: make it readable for you"
        return StoreFinding(
            path, error.isDenied ? .notPermitted : .notFound,
            "it cannot be read: \(error.reason); \(advice)")
    }

    /// A finding about a damaged file.
    package static func damage(_ path: String, at offset: Int? = nil, _ detail: String)
        -> StoreFinding
    {
        StoreFinding(path, at: offset, .corrupted, detail)
    }
}
