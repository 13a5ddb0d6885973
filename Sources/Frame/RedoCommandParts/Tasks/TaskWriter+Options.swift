import RedoCommandLine
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

extension TaskWriter {
    /// The name of the option and of the configuration that choose a dialect.
    package static let dialectOption = OptionSpecification.value(
        "dialect", takes: "dialect", oneOf: WritingRequest.dialects.map(\.rawValue),
        isExpert: true, "write fields or payload, instead of redo.dialect")

    /// The writer that a command and the configuration request. The caller decides whether it writes.
    ///
    /// - Parameter identity: who signs; nil for the identity that the configuration chooses.
    /// - Throws: wrong usage for a dialect that does not exist, KEYCHAIN_002 without a key.
    package static func requested(
        by writing: WritingRequest = WritingRequest(), _ repository: Repository, _ log: Log,
        isSigning: Bool = true, as identity: Identity? = nil,
        _ context: borrowing CommandContext
    ) throws(RedoError) -> TaskWriter {
        let dialect = try writing.dialect(in: repository)
        // Whether the history of a task has gaps is asked when a node of it is made.
        repository.store.incompleteness.settleForWriting()
        let identity =
            if let identity { identity } else {
                try context.keyring().identity(for: repository.store)
            }
        let user = identity.author.userID
        guard try !repository.store.configuration.userIDs(.ignoredAuthors).contains(user) else {
            throw .usage(
                "you are ignored here: changes of \(user) have no effect",
                hints: ["'redo ignore --remove \(user)' changes that"])
        }
        var writer = TaskWriter(
            log: log, identity: identity, isSigning: isSigning, now: try context.now(),
            dialect: dialect, command: context.commandName)
        writer.expectedHeads = try writing.expectedHeads(in: repository)
        writer.closesTasks = try TaskClosing.closesTasks(of: identity.author, repository)
        return writer
    }
}

extension CommandContext {
    /// Creates nodes as a command and the configuration request, and writes them unless it is a dry run.
    ///
    /// - Parameters:
    ///   - log: what the nodes follow.
    ///   - body: makes the nodes.
    /// - Throws: see ``TaskWriter/requested(by:_:_:isSigning:as:_:)`` and ``Repository/edit(_:_:)``.
    package func edit<Result>(
        _ repository: Repository, _ log: Log, by writing: WritingRequest, isSigning: Bool = true,
        _ body: (inout TaskWriter) throws(RedoError) -> Result
    ) throws(RedoError) -> Result {
        if let fault = timeZoneFault { warn(.usage, fault) }
        var writer = try TaskWriter.requested(
            by: writing, repository, log, isSigning: isSigning, self)
        writer.isWriting = !writing.isDryRun
        // What the body reads beside the tasks is for writing, too.
        defer { repository.store.incompleteness.settleForWriting() }
        return try repository.edit(writer, body)
    }
}
