import RedoCommandLine
import RedoRemotes
import RedoSystem

/// `redo release`: gives a claim up before its time.
package struct ReleaseCommand: ParsableCommand {
    private static let force = OptionSpecification.flag(
        "force", letter: "f",
        "also release what another store with the same key holds or, of a task of yours, anyone")

    package static let specification = CommandSpecification(
        "release", "Release a claim before it ends", operands: [.value(.task)],
        options: [force],
        statuses: .writing(
            done: "it was released", no: "this store has no claim on it, and you do not own it"))

    private let task: String
    private let isForced: Bool
    package var open = RemoteExchange.byKind

    package init(_ arguments: Arguments) throws(RedoError) {
        task = arguments.operands[0]
        isForced = arguments.has(Self.force)
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        var desk = try ClaimDesk(context.openStore(), open, context)
        let task = try desk.task(named: task)
        try desk.release(task, forced: isForced, context)
        try context.print("released \(task.title.printable)\n")
        return .done
    }
}
