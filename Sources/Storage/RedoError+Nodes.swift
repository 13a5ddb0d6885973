import RedoSystem

extension RedoError {
    /// What helps where a pack, an index or a file of a node is damaged, whatever the damage is.
    static let repairHint = "'redo fsck --repair' saves the nodes that are whole"

    /// Something in the store that is not what it should be, and that a repair saves what is left of.
    static func damage(_ what: String) -> RedoError {
        RedoError(.corrupted, what, hints: [repairHint])
    }

    /// A file that cannot be read: damage if it is missing or of the wrong kind, else not.
    init(reading what: String, cause: SystemError, hints: [String] = [repairHint]) {
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
