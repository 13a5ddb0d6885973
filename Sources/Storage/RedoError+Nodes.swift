import RedoSystem

extension RedoError {
    /// The hint for a damaged pack, index or file of a node, whatever the damage is.
    static let repairHint = "'redo fsck --repair' saves the nodes that are whole"

    /// The error for something in the store that is damaged, and that a repair can save in part.
    static func damage(_ what: String) -> RedoError {
        RedoError(.corrupted, what, hints: [repairHint])
    }

    /// The error for a file that cannot be read: damage if it is missing or of the wrong kind, otherwise not.
    init(reading what: String, cause: SystemError, hints: [String] = [repairHint]) {
        let isDamage = cause.isNotFound || cause.isAboutContent
        self.init(
            isDamage ? .corrupted : .notFound, what, cause: cause,
            hints: isDamage ? hints : ["it may be whole: make it readable for you"])
    }
}

/// Runs a body, and rethrows its error as a failure to write nodes.
func writing<Result: ~Copyable>(
    _ body: () throws(SystemError) -> Result
) throws(RedoError) -> Result {
    do throws(SystemError) {
        return try body()
    } catch {
        throw RedoError(
            .writeFailed, "the nodes cannot be written", cause: error,
            hints: error.isAboutKind
                ? ["'redo fsck --repair' moves what is in the place of a file to the quarantine"]
                : []
        )
    }
}
