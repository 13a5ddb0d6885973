import RedoCommandLine
import RedoModel
import RedoStore
import RedoSystem

extension RoomCommand {
    /// `redo room hide`: leaves a room out of lists and announcements of this device.
    struct Hide: RoomSubcommand {
        static let name = "hide"
        private let room: String

        init(_ arguments: Arguments, _ operands: [String]) { room = operands[0] }

        func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
            try context.setHidden(true, room)
        }
    }

    /// `redo room unhide`: shows a room in lists again.
    struct Unhide: RoomSubcommand {
        static let name = "unhide"
        private let room: String

        init(_ arguments: Arguments, _ operands: [String]) { room = operands[0] }

        func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
            try context.setHidden(false, room)
        }
    }
}

extension CommandContext {
    /// Hides a room, or shows it again, and prints that.
    fileprivate mutating func setHidden(
        _ isHidden: Bool, _ room: String
    ) throws(RedoError) -> ExitStatus {
        let hall = try RoomHall(self)
        let view = try hall.chosen(room, self)
        if view.isHidden == isHidden {
            try print("\(view.room.title()): \(isHidden ? "hidden already" : "not hidden")\n")
            return .done
        }
        try hall.setHidden(isHidden, view)
        let effect = isHidden ? "hidden on this device" : "shown again"
        try print("\(view.room.title()): \(effect)\n")
        try flush()
        if isHidden, view.room.state != .defunct {
            note("the others see nothing of this, and wait for you if it is your turn")
        }
        return .done
    }
}

extension RoomHall {
    /// Hides a room on this device, or shows it again: a setting of the store, which is not synced.
    func setHidden(_ isHidden: Bool, _ view: RoomView) throws(RedoError) {
        let name = try Configuration.Name(checking: ConfigurationKey.roomHidden.name)
        let id = view.room.id.description
        try repository.store.configurationFile.change { (configuration) throws(RedoError) in
            if isHidden {
                configuration.add(name, id)
            } else {
                _ = configuration.remove(name, id)
            }
        }
    }
}
