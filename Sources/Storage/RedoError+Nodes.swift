import RedoSystem

extension RedoError {
    /// A file that cannot be read: damage if it is missing or of the wrong kind, else not.
    init(reading what: String, cause: SystemError, hints: [String] = []) {
        let isDamage = cause.isNotFound || cause.isAboutContent
        self.init(
            isDamage ? .corrupted : .notFound, what, cause: cause,
            hints: isDamage ? hints : ["it may be whole: make it readable for you"])
    }
}

/// Rethrows the failure to write nodes.
func writing<Result: ~Copyable>(
    _ body: () throws(SystemError) -> Result
) throws(RedoError) -> Result {
    try failing(.writeFailed, "the nodes cannot be written", body)
}
