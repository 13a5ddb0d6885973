import RedoSystem

/// Why the store, or a file beside it, could not be used (protocol, section 11).
package struct StoreError: Error, Sendable {
    package enum Code: String, Sendable {
        /// No such file or store, or one that is not to be used.
        case notFound = "STORAGE_001"
        case exportFailed = "STORAGE_002"
        /// What was to be written could not be.
        case importFailed = "STORAGE_003"
        case corrupted = "STORAGE_004"
    }

    package let code: Code
    /// What went wrong, and where.
    package let message: String
    /// What to do about it: sentences or commands.
    package let hints: [String]

    package init(_ code: Code, _ message: String, hints: [String] = []) {
        self.code = code
        self.message = message
        self.hints = hints
    }

    /// What cannot be read: a file that is missing or no file is damage, and one that the system does not give
    /// away now is none.
    init(reading what: String, cause: SystemError, hints: [String] = []) {
        let isDamage = cause.isNotFound || cause.isAboutContent
        self.init(
            isDamage ? .corrupted : .notFound, what, cause: cause,
            hints: isDamage ? hints : ["it may be whole: make it readable for you"])
    }

    package init(_ code: Code, _ what: String, cause: SystemError, hints: [String] = []) {
        self.init(code, "\(what): \(cause.description)", hints: hints)
    }
}

extension StoreError {
    /// Nodes that cannot be written.
    init(writing cause: SystemError) {
        let hints = cause.isOutOfSpace ? ["free some space and repeat the command"] : []
        self.init(.importFailed, "the nodes cannot be written", cause: cause, hints: hints)
    }
}

/// Rethrows what keeps nodes from being written.
func writing<Result: ~Copyable>(
    _ body: () throws(SystemError) -> Result
) throws(StoreError) -> Result {
    do throws(SystemError) {
        return try body()
    } catch {
        throw StoreError(writing: error)
    }
}
