/// A failure of anything below the commands: what went wrong, where, and what helps. A command prints it and ends with
/// its status.
///
/// ```
/// throw RedoError(.unknownName, "no remote is called '\\(name)'", hints: ["'redo remote' lists them"])
///
/// // The failure of a system call:
/// try failing(.writeFailed, "the key cannot be saved") { () throws(SystemError) in
///     try Files.rename(temporary, to: path)
/// }
/// ```
package struct RedoError: Error, Sendable {
    package let code: ErrorCode
    /// What failed, and where.
    package let message: String
    /// The part of an input, the name or the file that it is about; nil if only the message says so.
    package let location: String?
    /// The system call that failed, if one did.
    package let cause: SystemError?
    /// The text that is wrong, with marks under the wrong part; shown on terminals.
    package let excerpt: [String]
    /// Remedies: sentences or commands.
    package let hints: [String]
    /// What a caller decides by if the code is not enough.
    package let detail: (any ErrorDetail)?
    /// The status of a command that ends with the error.
    package let status: ExitStatus

    /// - Parameters:
    ///   - location: what it is about, in addition to the message.
    ///   - status: nil for the status of the code.
    package init(
        _ code: ErrorCode, _ message: String, at location: String? = nil,
        status: ExitStatus? = nil, excerpt: [String] = [], hints: [String] = [],
        detail: (any ErrorDetail)? = nil
    ) {
        self.code = code
        self.message = message
        self.location = location
        self.excerpt = excerpt
        cause = nil
        self.hints = hints
        self.detail = detail
        self.status = status ?? code.status
    }

    /// A failed system call. If the reader of the output went away, the command ends without a message.
    ///
    /// - Parameters:
    ///   - code: the code; a missing permission turns ``ErrorCode/notFound`` into ``ErrorCode/notPermitted``.
    ///   - what: what failed: "the nodes cannot be listed".
    package init(_ code: ErrorCode, _ what: String, cause: SystemError, hints: [String] = []) {
        self.code = code == .notFound && cause.isDenied ? .notPermitted : code
        message = "\(what): \(cause.description)"
        location = cause.path.isEmpty ? nil : cause.path
        self.cause = cause
        excerpt = []
        let isFull = self.code == .writeFailed && cause.isOutOfSpace
        self.hints = (isFull ? ["free some space and repeat the command"] : []) + hints
        detail = nil
        status = cause.isBrokenPipe ? .brokenPipe : self.code.status
    }

    private init(
        _ error: RedoError, _ message: String, at location: String? = nil,
        excerpt: [String]? = nil, hints: [String], keepsDetail: Bool = true
    ) {
        code = error.code
        self.message = message
        self.location = location ?? error.location
        cause = error.cause
        self.excerpt = excerpt ?? error.excerpt
        self.hints = hints
        detail = keepsDetail ? error.detail : nil
        status = error.status
    }

    /// The same error with one more hint.
    package func adding(hint: String) -> RedoError {
        RedoError(self, message, hints: hints + [hint])
    }

    /// The same error; its message also says what was done before it.
    package func after(_ done: String) -> RedoError {
        RedoError(self, "\(message); \(done)", hints: hints)
    }

    /// The same error; its message also says where in an input it is.
    ///
    /// - Parameter keepsDetail: whether its detail still has to be looked at.
    package func at(_ location: String, keepsDetail: Bool = true) -> RedoError {
        RedoError(
            self, "\(location): \(message)", at: location, hints: hints, keepsDetail: keepsDetail)
    }

    /// The same error; its message also says where in a line it is, which the excerpt shows.
    package func adding(location: String, excerpt: [String]) -> RedoError {
        RedoError(
            self, "\(message), \(location)", at: location, excerpt: excerpt, hints: hints,
            keepsDetail: false)
    }

    /// Whether a name is unknown or ambiguous.
    package var isAboutName: Bool { code == .unknownName || code == .ambiguousName }

    /// A call of a command that its specification does not allow.
    package static func usage(_ message: String, hints: [String] = []) -> RedoError {
        RedoError(.usage, message, hints: hints)
    }
}

extension RedoError {
    /// The end of a transfer that a deferred signal interrupts.
    package static let terminated = RedoError(.unreachable, "the transfer was interrupted")
}

/// What the module that throws an error adds to its code. A class, so that an error stays small.
package protocol ErrorDetail: AnyObject, Sendable {}

/// Converts a failed system call to a ``RedoError``.
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
