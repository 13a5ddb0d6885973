import RedoCommand
import RedoStore
import RedoSystem

extension Command {
    private static let verbose = OptionSpecification.flag(
        "verbose", letter: "v", "print one 'name: number' a line, for programs")

    /// `redo count-objects`: how many nodes there are and how much space they take.
    package static let countObjects = Command(
        CommandSpecification(
            "count-objects", "Print how many nodes the store has and how much space they take",
            options: [verbose])
    ) { (context) throws(CommandError) in
        let store = try context.openStore()
        let count = try reporting { () throws(StoreError) in try store.objectCount() }
        if context.arguments.has(verbose) {
            try context.print(
                """
                count: \(count.loose)
                size: \(count.looseBytes / 1024)
                packs: 0
                garbage: \(count.garbage)
                size-garbage: \(count.garbageBytes / 1024)

                """)
        } else {
            try context.print("\(count.loose) objects, \(count.looseBytes / 1024) kilobytes\n")
        }
        return .done
    }

    private static let quiet = OptionSpecification.flag("quiet", letter: "q", "print nothing")

    /// `redo gc`: removes what interrupted commands have left behind. Never a node.
    package static let gc = Command(
        CommandSpecification(
            "gc", "Remove temporary files that interrupted commands left behind; never a node",
            options: [quiet])
    ) { (context) throws(CommandError) in
        let store = try context.openStore()
        let now = Clock.milliseconds() / 1000
        let count = try reporting { () throws(StoreError) in
            try store.removeStaleFiles(now: Int(now))
        }
        if !context.arguments.has(quiet), count > 0 {
            try context.print("removed \(count) temporary \(count == 1 ? "file" : "files")\n")
        }
        return .done
    }
}
