import RedoCommandLine
import RedoStore
import RedoSystem

/// `redo pack`: packs loose nodes.
package struct PackCommand: ParsableCommand {
    package static let specification = CommandSpecification(
        "pack", "Pack loose nodes and small packs, and print the name of the new pack",
        options: Packing.options)

    private let packing: Packing

    package init(_ arguments: Arguments) {
        packing = Packing(arguments)
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let report = try packing.pack(context.openStore(), context)
        if let name = report?.name, !packing.isQuiet { try context.print("\(name)\n") }
        return .done
    }
}
