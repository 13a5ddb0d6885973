import RedoCommandLine
import RedoJSON
import RedoModel
import RedoSystem

extension RoomCommand {
    /// `redo room show`: what was said in a room, and how it stands.
    struct Show: RoomSubcommand {
        static let name = "show"
        static let options = [json]

        private let room: String
        private let isJSON: Bool

        init(_ arguments: Arguments, _ operands: [String]) {
            room = operands[0]
            isJSON = arguments.has(json)
        }

        func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
            let hall = try RoomHall(context)
            // To free the rooms takes a fortieth of the time.
            keepUntilExit(hall)
            var view = try hall.chosen(room, context)
            if isJSON {
                try context.printLine(CanonicalJSON.bytes(view.json))
                return .done
            }
            view.asking = hall.asking(in: view.room, context)
            // What goes to a program was not read by a person.
            if context.surroundings.hasTerminalOutput {
                hall.repository.store.noteRead(view.room.messages.count, in: view.room.id)
            }
            let page = RoomPage(view, columns: context.terminalColumns, isStyled: context.isColored)
            context.startPager()
            try context.print(page.bytes)
            return .done
        }
    }
}
