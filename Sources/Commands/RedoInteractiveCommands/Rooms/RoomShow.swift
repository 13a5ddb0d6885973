import RedoCommandLine
import RedoJSON
import RedoModel
import RedoSystem

extension RoomSubcommand {
    /// `redo room show`: what was said in a room, and how it stands.
    static let show = RoomSubcommand("show", [.value(.room)], options: [RoomOptions.json]) {
        (context, operands) throws(RedoError) in
        let hall = try RoomHall(context)
        // To free the rooms takes a fortieth of the time.
        keepUntilExit(hall)
        let view = try hall.view(of: operands[0])
        if context.arguments.has(RoomOptions.json) {
            try context.printLine(CanonicalJSON.bytes(view.json))
            return .done
        }
        let page = RoomPage(view, columns: context.terminalColumns, isStyled: context.isColored)
        context.startPager()
        try context.print(page.bytes)
        return .done
    }
}
