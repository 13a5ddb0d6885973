import RedoModel
import RedoSystem

/// Something in a store that is not as it should be.
package struct StoreFinding: Sendable {
    /// Of the file.
    package let path: String
    /// Where in the file it begins, if that is known.
    package let offset: Int?
    package let code: ErrorCode
    package let detail: String
    package let severity: Severity

    /// What a finding means for the answer of a check.
    package enum Severity: String, Sendable {
        /// The store is not whole.
        case damage
        /// It harms nothing: what a power cut may leave of files that are not synced, and a command that was ended.
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

    /// A file that may be whole, but cannot be read now; or what is not a file.
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
