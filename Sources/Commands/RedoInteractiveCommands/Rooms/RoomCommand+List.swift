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
            let views = hall.rooms.latestFirst.map { hall.view(of: $0) }
                .filter { isAll || $0.isListed }
            for view in views {
                switch form {
                case .table: try context.print(view.line(context) + "\n")
                case .json: try context.printLine(CanonicalJSON.bytes(view.json))
                case .ids(let end): try context.print("\(view.room.id)\(end)")
                }
            }
            if views.isEmpty, form == .table {
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
    fileprivate func line(_ context: borrowing CommandContext) -> String {
        let isOwnTurn = own != nil && room.current == own
        let mark = isOwnTurn ? context.styled("*", .soon) : " "
        let names = room.roster.participants.indices.map { index in
            room.current == index ? context.styled(name(index), .bold) : name(index)
        }
        let title = room.title(names: names)
        return "\(mark) \(room.id.shortText)  \(title)  \(context.styled(situation, .faint))"
    }

    /// The room for programs: the members of the canonical state, and how it stands to who asks.
    var json: JSONValue {
        guard case .object(let members) = room.json else { return room.json }
        let name = own.map { JSONValue.string(room.roster.participants[$0].id) }
        return .object(
            members + [
                JSONMember(
                    "can", .array(commands.map { .string(JSONString($0)) })),
                JSONMember("me", name ?? .null),
                JSONMember("title", .string(JSONString(room.title { $0.description }))),
            ])
    }
}
