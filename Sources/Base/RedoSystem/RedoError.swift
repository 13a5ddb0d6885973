/// Why something failed: the one error of everything below the commands, and what a command prints.
package struct RedoError: Error, Sendable {
    package let code: ErrorCode
    /// What failed, and where.
    package let message: String
    /// The system call that failed, if one did.
    package let cause: SystemError?
    /// The text that is wrong, and beneath it marks at the place; terminals show them.
    package let excerpt: [String]
    /// What to do about it: sentences or commands.
    package let hints: [String]
    /// What a caller decides by if the code does not tell enough.
    package let detail: (any ErrorDetail)?
    /// The status of a command that ends with the error.
    package let status: ExitStatus

    /// - Parameter status: nil for the status of the code.
    package init(
        _ code: ErrorCode, _ message: String, status: ExitStatus? = nil, excerpt: [String] = [],
        hints: [String] = [], detail: (any ErrorDetail)? = nil
    ) {
        self.code = code
        self.message = message
        self.excerpt = excerpt
        cause = nil
        self.hints = hints
        self.detail = detail
        self.status = status ?? code.status
    }

    /// A failed system call; a reader of the output that went away ends the command quietly.
    ///
    /// - Parameters:
    ///   - code: of the failure; that of a missing permission takes the place of ``ErrorCode/notFound``.
    ///   - what: what failed: "the nodes cannot be listed".
    package init(_ code: ErrorCode, _ what: String, cause: SystemError, hints: [String] = []) {
        self.code = code == .notFound && cause.isDenied ? .notPermitted : code
        message = "\(what): \(cause.description)"
        self.cause = cause
        excerpt = []
        let isFull = self.code == .writeFailed && cause.isOutOfSpace
        self.hints = (isFull ? ["free some space and repeat the command"] : []) + hints
        detail = nil
        status = cause.isBrokenPipe ? .brokenPipe : self.code.status
    }

    private init(_ error: RedoError, _ message: String, hints: [String]) {
        code = error.code
        self.message = message
        cause = error.cause
        excerpt = error.excerpt
        self.hints = hints
        detail = error.detail
        status = error.status
    }

    /// The same error with one more hint.
    package func adding(hint: String) -> RedoError {
        RedoError(self, message, hints: hints + [hint])
    }

    /// The same error, saying also what was done before it.
    package func after(_ done: String) -> RedoError {
        RedoError(self, "\(message); \(done)", hints: hints)
    }

    /// The same error, saying where in an input it is.
    package func at(_ place: String) -> RedoError {
        RedoError(self, "\(place): \(message)", hints: hints)
    }

    /// Whether a name means nothing, or several things.
    package var isAboutName: Bool { code == .unknownName || code == .ambiguousName }

    /// A call that the specification of a command does not allow.
    package static func usage(_ message: String, hints: [String] = []) -> RedoError {
        RedoError(.usage, message, hints: hints)
    }
}

extension RedoError {
    /// The end of a transfer that a deferred signal interrupts.
    package static let terminated = RedoError(.unreachable, "the transfer was interrupted")
}

/// What the module that throws an error knows of it beyond its code. An object, so that an error stays small.
package protocol ErrorDetail: AnyObject, Sendable {}

/// Rethrows the failure of a system call.
///
/// - Parameter what: what failed: "the nodes cannot be listed".
package func failing<Result: ~Copyable>(
    _ code: ErrorCode, _ what: @autoclosure () -> String,
    _ body: () throws(SystemError) -> Result
) throws(RedoError) -> Result {
    do throws(SystemError) {
        return try body()
    } catch {
        throw RedoError(code, what(), cause: error)
    }
}
