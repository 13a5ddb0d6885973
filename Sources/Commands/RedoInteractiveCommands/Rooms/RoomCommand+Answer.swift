import RedoCommandLine
import RedoInsight
import RedoMachine
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

extension RoomCommand {
    /// `redo room answer`: asks the machine of a room, and writes what it answers.
    struct Answer: RoomSubcommand {
        private static let watch = OptionSpecification.flag(
            "watch", "answer: keep running, and answer each time the machine is asked")
        private static let cenotaph = OptionSpecification.flag(
            "cenotaph", "answer: ask for the last words over a room that has ended")

        static let name = "answer"
        static let options = [watch, cenotaph]

        private enum Mode {
            case once(wantsCenotaph: Bool)
            /// Whenever the machine is asked.
            case always
        }

        private let room: String
        private let mode: Mode

        init(_ arguments: Arguments, _ operands: [String]) throws(RedoError) {
            room = operands[0]
            let wantsCenotaph = arguments.has(Self.cenotaph)
            if arguments.has(Self.watch) {
                guard !wantsCenotaph else {
                    throw .usage("--watch and --cenotaph exclude one another")
                }
                mode = .always
            } else {
                mode = .once(wantsCenotaph: wantsCenotaph)
            }
        }

        func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
            let hall = try RoomHall(context)
            let room = try hall.chosen(room, context).room
            let answering = try RoomAnswering(context, room, hall.repository.store)
            switch mode {
            case .once(let wantsCenotaph):
                try answerOnce(wantsCenotaph: wantsCenotaph, room, answering, hall, &context)
                return .done
            case .always:
                var loop = try RoomAnswerLoop(answering, room.id, hall.repository.store)
                return try loop.run(&context)
            }
        }

        private func answerOnce(
            wantsCenotaph: Bool, _ room: Room, _ answering: RoomAnswering, _ hall: RoomHall,
            _ context: inout CommandContext
        ) throws(RedoError) {
            let sync = try RoomSync(hall.repository.store)
            sync?.runOnce()
            let now = try RoomHall(context).view(of: room.id.description)
            guard let question = RoomQuestion(now.room, wantsCenotaph: wantsCenotaph)
            else {
                throw RedoError(
                    wantsCenotaph ? .roomState : .notYourTurn,
                    "the machine is not asked: \(now.situation)", status: .no)
            }
            // Whatever ends this process ends the machine's command first.
            let deferral = DeferredTermination()
            defer { _ = deferral }
            if context.surroundings.hasTerminalErrors { context.note("the machine is listening…") }
            let exchange = try answering.send(question, of: now.room, errors: .inherited)
            var answer: MachineAnswer?
            while answer == nil {
                answer = try answering.answer(from: exchange, to: question, within: 50)
            }
            guard let answer, let after = try answering.write(answer, to: question, context) else {
                throw RedoError(
                    .notYourTurn,
                    "nothing is written: the room has changed since the machine was asked",
                    status: .no)
            }
            try context.print("\(after.title()): \(hall.view(of: after).situation)\n")
            try context.flush()
            sync?.runOnce()
            if let failure = sync?.failure {
                context.warn(.unreachable, "not sent yet: \(failure)")
            }
        }
    }
}
