import RedoCommandLine
import RedoStore
import RedoSystem

/// `redo count-objects`: how many nodes there are and how much space they take.
package struct CountObjectsCommand: ParsableCommand {
    private static let verbose = OptionSpecification.flag(
        "verbose", letter: "v", "print one 'name: number' per line, for programs")

    package static let specification = CommandSpecification(
        "count-objects", "Print how many nodes the store has and how much space they take",
        options: [verbose], effect: .reads)

    private let isVerbose: Bool

    package init(_ arguments: Arguments) {
        isVerbose = arguments.has(Self.verbose)
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let store = try context.openStore()
        let count = try store.objectCount()
        if isVerbose {
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
}
