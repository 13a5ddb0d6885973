import RedoCommandLine
import RedoCommandParts
import RedoExchange
import RedoStore
import RedoSystem

/// The packing of nodes by a command, and whether it prints what was done.
struct Packing {
    static let everything = OptionSpecification.flag(
        "all", letter: "a", "put everything into one pack")
    static let quiet = OptionSpecification.flag("quiet", letter: "q", "print nothing")
    static let dryRun = OptionSpecification.dryRun("change nothing; print what would be done")

    static let options = [everything, dryRun, quiet, Progress.option, Jobs.option]

    private let scope: PackScope
    let isQuiet: Bool
    /// True if nothing is changed.
    let isDry: Bool

    init(_ arguments: Arguments) {
        scope = arguments.has(Self.everything) ? .all : .geometric
        isQuiet = arguments.has(Self.quiet)
        isDry = arguments.has(Self.dryRun)
    }

    /// Packs what needs packing, or only reports what would be packed.
    ///
    /// - Returns: nil if another process does it, which is said on standard error.
    func pack(
        _ store: Store, _ context: borrowing CommandContext
    ) throws(RedoError) -> PackReport? {
        if isDry { return try store.packingPreview(scope) }
        var progress = Progress("Packing nodes", context)
        let report = try store.pack(scope) { progress.show(done: $0, total: $1) }
        progress.finish()
        if report == nil { context.note("another command is packing this store already") }
        // What is packed is all that is here, which need not be all that was.
        try store.noteMissingNodes()
        return report
    }
}
