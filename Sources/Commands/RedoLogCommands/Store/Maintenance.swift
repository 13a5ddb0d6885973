import RedoCommandLine
import RedoExchange
import RedoRepository
import RedoStore
import RedoSystem

extension Command {
    private static let verbose = OptionSpecification.flag(
        "verbose", letter: "v", "print one 'name: number' per line, for programs")

    /// `redo count-objects`: how many nodes there are and how much space they take.
    package static let countObjects = Command(
        CommandSpecification(
            "count-objects", "Print how many nodes the store has and how much space they take",
            options: [verbose], effect: .reads)
    ) { (context) throws(RedoError) in
        let store = try context.openStore()
        let count = try store.objectCount()
        if context.arguments.has(verbose) {
            try context.print(
                """
                count: \(count.loose)
                size: \(count.looseBytes / 1024)
                in-pack: \(count.packed)
                packs: \(count.packs)
                size-pack: \(count.packBytes / 1024)
                prune-packable: \(count.prunable)
                garbage: \(count.garbage)
                size-garbage: \(count.garbageBytes / 1024)

                """)
        } else {
            let nodes = count.loose + count.packed - count.prunable
            let kilobytes = (count.looseBytes + count.packBytes) / 1024
            try context.print("\(nodes) objects, \(kilobytes) kilobytes\n")
        }
        return .done
    }

    private static let quiet = OptionSpecification.flag("quiet", letter: "q", "print nothing")
    private static let everything = OptionSpecification.flag(
        "all", letter: "a", "put everything into one pack")

    /// `redo pack`: packs loose nodes.
    package static let pack = Command(
        CommandSpecification(
            "pack", "Pack loose nodes and small packs, and print the name of the new pack",
            options: [everything, quiet, Progress.option, Jobs.option])
    ) { (context) throws(RedoError) in
        let store = try context.openStore()
        let scope = context.arguments.has(everything) ? PackScope.all : .geometric
        guard let report = try packed(&context, store, scope) else { return .done }
        if let name = report.name, !context.arguments.has(quiet) {
            try context.print("\(name)\n")
        }
        return .done
    }

    /// `redo gc`: packs nodes, removes what interrupted commands have left behind, never a node, and deletes
    /// for good what has been in the trash long enough.
    package static let gc = Command(
        CommandSpecification(
            "gc",
            "Clean up: pack nodes, remove leftovers, archive expired tasks, delete old trash",
            options: [everything, quiet, Progress.option, Jobs.option])
    ) { (context) throws(RedoError) in
        let repository = try context.openRepository()
        let store = repository.store
        let archived = archiveExpired(context, repository)
        let deleted = emptyOldTrash(context, repository)
        let scope = context.arguments.has(everything) ? PackScope.all : .geometric
        guard let report = try packed(&context, store, scope) else { return .done }
        let stale = try removeStaleFiles(store)
        let epochs = store.removeUnneededEpochs()
        try store.removeOldOperations()
        try store.removeOldArrivals(now: Int(Clock.milliseconds() / 1000))
        guard !context.arguments.has(quiet) else { return .done }
        if archived > 0 { try context.print("archived \(count(archived, "expired task"))\n") }
        if deleted > 0 {
            try context.print("deleted \(count(deleted, "task")) of the trash permanently\n")
        }
        if report.name != nil { try context.print("packed \(count(report.nodeCount, "node"))\n") }
        if stale > 0 { try context.print("removed \(count(stale, "temporary file"))\n") }
        if epochs > 0 {
            try context.print("removed \(count(epochs, "epoch file")) of remotes\n")
        }
        return .done
    }

    /// Packs what needs packing.
    ///
    /// - Returns: nil if another process does it, which is said on standard error.
    private static func packed(
        _ context: inout CommandContext, _ store: Store, _ scope: PackScope
    ) throws(RedoError) -> PackReport? {
        var progress = Progress("Packing nodes", context)
        let report = try store.pack(scope) { progress.show(done: $0, total: $1) }
        progress.finish()
        if report == nil { context.note("another command is packing this store already") }
        // What is packed is all that is here, which need not be all that was.
        try store.noteMissingNodes()
        return report
    }

    private static let quarantine = OptionSpecification.flag(
        "quarantine", "also remove the damaged files in quarantine")

    private static let dryRun = OptionSpecification.flag(
        "dry-run", letter: "n", "remove nothing, and say what would be removed")

    /// `redo prune`: removes files that nothing needs.
    package static let prune = Command(
        CommandSpecification(
            "prune",
            "Remove old temporary files and loose copies of packed nodes; never the last copy",
            options: [quarantine, dryRun, quiet])
    ) { (context) throws(RedoError) in
        let store = try context.openStore()
        let isDry = context.arguments.has(dryRun)
        let stale = try removeStaleFiles(store, isDry: isDry)
        let copies = try store.removePackedLooseNodes(isDry: isDry)
        if copies == nil { context.note("another command is packing this store already") }
        var setAside = 0
        if context.arguments.has(quarantine) {
            setAside = try store.emptyQuarantine(isDry: isDry)
        }
        guard !context.arguments.has(quiet) else { return .done }
        let word = isDry ? "would remove" : "removed"
        if stale > 0 { try context.print("\(word) \(count(stale, "temporary file"))\n") }
        if let copies, copies > 0 {
            try context.print("\(word) \(count(copies, "loose copy", "loose copies"))\n")
        }
        if setAside > 0 { try context.print("\(word) \(count(setAside, "damaged file"))\n") }
        return .done
    }

    private static func removeStaleFiles(
        _ store: Store, isDry: Bool = false
    ) throws(RedoError) -> Int {
        let now = Clock.milliseconds() / 1000
        return try store.removeStaleFiles(now: Int(now), isDry: isDry)
    }

    private static func count(_ count: Int, _ one: String, _ several: String? = nil) -> String {
        "\(count) \(count == 1 ? one : several ?? one + "s")"
    }
}
