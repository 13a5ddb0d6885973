import RedoCommandLine
import RedoRemotes
import RedoRepository
import RedoSystem

/// `redo release`: gives claims up before their time.
package struct ReleaseCommand: ParsableCommand {
    private static let force = OptionSpecification.flag(
        "force", letter: "f",
        "also release what another store with the same key holds or, of a task of yours, anyone")

    package static let specification = CommandSpecification(
        "release", "Release claims before they end", operands: [.repeated(.value(.task))],
        options: [force], readsNames: true,
        statuses: .writing(
            done: "all were released",
            no: "this store has no claim on a task, and you do not own it"))

    private let names: [InputName]
    private let isForced: Bool
    package var open = RemoteExchange.byKind

    package init(_ arguments: Arguments) throws(RedoError) {
        names = arguments.names
        isForced = arguments.has(Self.force)
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        var desk = try ClaimDesk(context.openStore(), open, context)
        return try desk.each(of: desk.tasks(named: names), &context) {
            (desk, task, context) throws(RedoError) in
            try desk.release(task, forced: isForced, context)
            return "released \(task.title.printable)\n"
        }
    }
}
