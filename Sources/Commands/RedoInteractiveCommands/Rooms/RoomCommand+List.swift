import RedoCommandLine
import RedoJSON
import RedoModel
import RedoSystem

extension RoomCommand {
    /// `redo room list`: the rooms, the latest first.
    struct List: RoomSubcommand {
        private static let all = OptionSpecification.flag(
            "all", letter: "a", "list: also rooms that ended before anything was said")

        static let name = "list"
        static let operands: [OperandForm] = []
        static let options = [all, json] + IDListing.options

        private let isAll: Bool
        private let form: IDListing.Form

        init(_ arguments: Arguments, _ operands: [String]) {
            isAll = arguments.has(Self.all)
            form = IDListing.Form(arguments, json: json)
        }

        func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
            let hall = try RoomHall(context)
            let listed = hall.rooms.latestFirst.map { hall.view(of: $0) }
                .filter { isAll || $0.isListed }
            let views = listed.filter { isAll || !$0.isHidden }
            let namesakes = hall.namesakes
            for view in views {
                switch form {
                case .table:
                    let isAlike = namesakes.contains(view.room.id)
                    try context.print(view.line(context, isAlike: isAlike) + "\n")
                case .json: try context.printLine(CanonicalJSON.bytes(view.json))
                case .ids(let end): try context.print("\(view.room.id)\(end)")
                }
            }
            let hiddenCount = listed.count - views.count
            if hiddenCount > 0, form == .table {
                try context.print(
                    "\(counted(hiddenCount, "room")) hidden here; 'redo room list --all' shows all\n"
                )
            } else if views.isEmpty, form == .table {
                try context.print(
                    hall.rooms.rooms.isEmpty
                        ? "there are no rooms; 'redo room open' opens one\n"
                        : "all rooms ended before anything was said; 'redo room list --all' shows them\n"
                )
            }
            return .done
        }
    }
}

extension RoomView {
    /// True if lists have it: a room that ended before anything was said is left out.
    var isListed: Bool { room.state != .defunct || !room.messages.isEmpty }

    /// The room in a list: a mark at the user's own turn, the beginning of the id, the title, and how it stands.
    ///
    /// - Parameter isAlike: whether another room has the same participants, so that its beginning is shown, too.
    fileprivate func line(_ context: borrowing CommandContext, isAlike: Bool) -> String {
        let isOwnTurn = own != nil && room.current == own
        let mark = isOwnTurn ? context.styled("*", .soon) : " "
        let names = room.roster.participants.indices.map { index in
            room.current == index ? context.styled(name(index), .bold) : name(index)
        }
        let title = room.title(names: names)
        var parts = ["\(mark) \(room.id.shortText)", title, context.styled(situation, .faint)]
        if unreadCount > 0 { parts.append(context.styled("\(unreadCount) new", .bold)) }
        if isHidden { parts.append(context.styled("hidden", .faint)) }
        if isAlike { parts.append(context.styled(beginning, .faint)) }
        return parts.joined(separator: "  ")
    }

    /// The room for programs: the members of the canonical state, and how it stands to who asks.
    var json: JSONValue {
        guard case .object(let members) = room.json else { return room.json }
        let name = own.map { JSONValue.string(room.roster.participants[$0].id) }
        return .object(
            members + [
                JSONMember(
                    "can", .array(commands.map { .string(JSONString($0)) })),
                JSONMember("hidden", .bool(isHidden)),
                JSONMember("me", name ?? .null),
                JSONMember("title", .string(JSONString(room.title { $0.description }))),
                JSONMember("unread", .number(Double(unreadCount))),
            ])
    }
}
