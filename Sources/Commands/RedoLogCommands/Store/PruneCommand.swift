import RedoCommandLine
import RedoCommandParts
import RedoStore
import RedoSystem

/// `redo prune`: removes files that nothing needs.
package struct PruneCommand: ParsableCommand {
    private static let quarantine = OptionSpecification.flag(
        "quarantine", "also remove the damaged files in quarantine")
    private static let dryRun = OptionSpecification.dryRun(
        "remove nothing, and say what would be removed")
    private static let quiet = OptionSpecification.flag("quiet", letter: "q", "print nothing")

    package static let specification = CommandSpecification(
        "prune",
        "Remove old temporary files and loose copies of packed nodes; never the last copy",
        options: [quarantine, dryRun, quiet])

    private let includesQuarantine: Bool
    private let isDryRun: Bool
    private let isQuiet: Bool

    package init(_ arguments: Arguments) {
        includesQuarantine = arguments.has(Self.quarantine)
        isDryRun = arguments.has(Self.dryRun)
        isQuiet = arguments.has(Self.quiet)
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let store = try context.openStore()
        let stale = try store.removeStaleFiles(isDry: isDryRun)
        let copies = try store.removePackedLooseNodes(isDry: isDryRun)
        if copies == nil { context.note("another command is packing this store already") }
        let setAside = includesQuarantine ? try store.emptyQuarantine(isDry: isDryRun) : 0
        if isQuiet { return .done }
        let word = isDryRun ? "would remove" : "removed"
        if stale > 0 { try context.print("\(word) \(counted(stale, "temporary file"))\n") }
        if let copies, copies > 0 {
            try context.print(
                "\(word) \(copies) loose \(copies == 1 ? "copy" : "copies")\n")
        }
        if setAside > 0 { try context.print("\(word) \(counted(setAside, "damaged file"))\n") }
        return .done
    }
}

extension Store {
    /// Removes what interrupted commands have left behind.
    ///
    /// - Returns: how many files these are.
    func removeStaleFiles(isDry: Bool = false) throws(RedoError) -> Int {
        try removeStaleFiles(now: Int(Clock.milliseconds() / 1000), isDry: isDry)
    }
}
