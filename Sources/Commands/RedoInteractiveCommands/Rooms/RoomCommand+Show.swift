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
            let view = try hall.view(of: room)
            if isJSON {
                try context.printLine(CanonicalJSON.bytes(view.json))
                return .done
            }
            let page = RoomPage(view, columns: context.terminalColumns, isStyled: context.isColored)
            context.startPager()
            try context.print(page.bytes)
            return .done
        }
    }
}
