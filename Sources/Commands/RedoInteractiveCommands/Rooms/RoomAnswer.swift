import RedoCommandLine
import RedoMachine
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

extension RoomSubcommand {
    /// `redo room answer`: asks the machine of a room, and writes what it answers.
    static let answer = RoomSubcommand(
        "answer", [.value(.room)], options: [RoomOptions.answerWatch, RoomOptions.answerCenotaph]
    ) { (context, operands) throws(RedoError) in
        let wantsCenotaph = context.arguments.has(RoomOptions.answerCenotaph)
        let hall = try RoomHall(context)
        let view = try hall.view(of: operands[0])
        let store = hall.repository.store
        let answering = try RoomAnswering(context, view.room, store)
        if context.arguments.has(RoomOptions.answerWatch) {
            guard !wantsCenotaph else { throw .usage("--watch and --cenotaph exclude one another") }
            var loop = try RoomAnswerLoop(answering, view.room.id, store)
            return try loop.run(&context)
        }
        let sync = try RoomSync(store)
        sync?.runOnce()
        let now = try RoomHall(context).view(of: view.room.id.description)
        guard let question = RoomAnswering.Question(now.room, wantsCenotaph: wantsCenotaph) else {
            throw RedoError(
                wantsCenotaph ? .roomState : .notYourTurn,
                "the machine is not asked: \(now.situation)", status: .no)
        }
        // Whatever ends this process ends the machine's command first.
        let deferral = DeferredTermination()
        defer { _ = deferral }
        if context.surroundings.hasTerminalErrors { context.note("the machine is listening…") }
        let exchange = try answering.ask(question, of: now.room, errors: .inherited)
        var answer: MachineAnswer?
        while answer == nil {
            answer = try answering.answer(from: exchange, to: question, within: 50)
        }
        guard let answer, let after = try answering.write(answer, to: question, context) else {
            throw RedoError(
                .notYourTurn,
                "nothing is written: the room has moved on while the machine was asked",
                status: .no)
        }
        try context.print("\(after.title()): \(hall.view(of: after).situation)\n")
        try context.flush()
        sync?.runOnce()
        if let failure = sync?.failure { context.warn(.unreachable, "not sent yet: \(failure)") }
        return .done
    }
}

extension RoomOptions {
    static let answerWatch = OptionSpecification.flag(
        "watch", "answer: keep running, and answer each time the machine is asked")
    static let answerCenotaph = OptionSpecification.flag(
        "cenotaph", "answer: ask for the last words over a room that has ended")
}
