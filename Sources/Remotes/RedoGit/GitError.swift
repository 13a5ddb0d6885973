import RedoSystem

/// Why a git repository could not be used (protocol, section 11).
package struct GitError: Error, Sendable {
    package enum Code: String, Sendable {
        /// No such repository, or one that is not to be used.
        case notFound = "STORAGE_001"
        /// What was to be written could not be.
        case writeFailed = "STORAGE_003"
        case corrupted = "STORAGE_004"
        /// A server that cannot be reached, or with which one cannot speak.
        case unreachable = "NETWORK_001"
        /// Who is at one of the ends has not been shown.
        case unauthenticated = "NETWORK_002"
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

    package init(_ code: Code, _ what: String, cause: SystemError, hints: [String] = []) {
        let space = cause.isOutOfSpace ? ["free some space and repeat the command"] : []
        self.init(code, "\(what): \(cause.description)", hints: space + hints)
    }

    /// What a transfer fails with when a signal that was held back wants to end the process.
    static let terminated = GitError(.unreachable, "the transfer was interrupted")
}

/// Rethrows what keeps a file of a repository from being read or written.
func converting<Result: ~Copyable>(
    _ code: GitError.Code, _ what: String, _ body: () throws(SystemError) -> Result
) throws(GitError) -> Result {
    do throws(SystemError) {
        return try body()
    } catch {
        throw GitError(code, what, cause: error)
    }
}
