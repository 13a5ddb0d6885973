import RedoModel
import RedoScreen
import RedoSystem

/// The rooms, the latest first: whose turn it is, what is new, and the last words.
struct RoomsPage: RoomActingPage {
    private var views: [RoomView] = []
    private var namesakes: Set<NodeID> = []
    private var hiddenCount = 0
    private var mistake: String?
    private(set) var scroll = ListScroll()
    var asked: RoomKey?

    let title = "Rooms"
    let commandLine = "redo room list"

    var selectedRoom: RoomView? {
        views.indices.contains(scroll.selected) ? views[scroll.selected] : nil
    }

    var actions: [UserAction] { [.open, .sync, .command, .help, .quit] }
    var followsTime: Bool { true }

    var position: String {
        views.isEmpty ? "" : "\(scroll.selected + 1)/\(views.count)"
    }

    mutating func refresh(_ source: PageSource) {
        let (index, id) = (scroll.selected, selectedRoom?.room.id)
        do throws(RedoError) {
            let hall = try source.roomHall()
            let listed = hall.rooms.latestFirst.map { hall.view(of: $0) }.filter(\.isListed)
            views = listed.filter { !$0.isHidden }
            hiddenCount = listed.count - views.count
            namesakes = hall.namesakes
            mistake = nil
        } catch {
            mistake = error.message
        }
        scroll.update(count: views.count, height: scroll.height)
        scroll.select(id.flatMap { id in views.firstIndex { $0.room.id == id } } ?? index)
    }

    mutating func handle(_ key: Key, _ source: PageSource) { _ = scroll.handle(key) }

    mutating func handlePointer(_ event: InputEvent, top: Int) -> Bool {
        scroll.handle(event, top: top)
    }

    mutating func perform(_ action: UserAction, _ source: PageSource) -> PageAnswer? {
        guard action == .open else { return nil }
        return selectedRoom.map { .open(RoomTalkPage($0.room.id)) } ?? .done
    }

    // MARK: Drawing

    /// From this many columns on the last words are shown.
    private static let wideColumns = 60

    mutating func draw(
        _ frame: inout Frame, rows area: Range<Int>, width: Int, _ source: PageSource
    ) {
        let hidden =
            hiddenCount > 0
            ? "\(counted(hiddenCount, "room")) hidden here: redo room list --all" : ""
        scroll.update(count: views.count, height: area.count - (hidden.isEmpty ? 0 : 1))
        if views.isEmpty {
            let reason = mistake ?? "No rooms. 'o' opens one: a conversation by turns."
            frame.put(StyledText(reason, .faint), row: area.lowerBound, column: 1, limit: width - 1)
        }
        let titles = views[scroll.visible].map(title)
        let titleWidth = min(titles.map(\.columns).max() ?? 0, width / 2)
        let states = views[scroll.visible].map(state)
        let stateWidth = min(states.map(\.columns).max() ?? 0, width / 3)
        for (index, number) in scroll.visible.enumerated() {
            let (row, view) = (area.lowerBound + index, views[number])
            if view.choices?.speech == .turn {
                frame.put(StyledText("*", .bold), row: row, column: 0)
            }
            frame.put(titles[index], row: row, column: 2, limit: titleWidth)
            let column = titleWidth + 4
            frame.put(states[index], row: row, column: column, limit: width - column)
            if width >= Self.wideColumns {
                let last = column + stateWidth + 2
                frame.put(
                    StyledText(words(view), .faint), row: row, column: last, limit: width - last)
            }
            if number == scroll.selected {
                frame.put("▸", row: row, column: 1)
                frame.underlay(.selected, row: row, columns: 0..<width)
            }
        }
        let row = area.lowerBound + (views.isEmpty ? 1 : scroll.visible.count)
        if !hidden.isEmpty, area.contains(row) {
            frame.put(StyledText(hidden, .faint), row: row, column: 2, limit: width - 2)
        }
    }

    /// The participants, with a mark at whoever's turn it is.
    private func title(_ view: RoomView) -> StyledText {
        let room = view.room
        var text = StyledText("")
        for index in room.roster.participants.indices {
            if index > 0 { text += StyledText(", ") }
            text += StyledText(view.name(index), room.current == index ? .bold : .plain)
        }
        let names = room.roster.participants.indices.map { view.name($0) }
        return text
            + StyledText(String(room.title(names: names).dropFirst(text.text.count)), .faint)
    }

    private func state(_ view: RoomView) -> StyledText {
        let text = StyledText(view.situation, view.choices?.speech == .turn ? .bold : .plain)
        return view.unreadCount == 0
            ? text : StyledText("\(view.unreadCount) new  ", .bold) + text
    }

    /// The last words; before them the beginning of a room whose people have another one.
    private func words(_ view: RoomView) -> String {
        let last = view.lastWords ?? ""
        guard namesakes.contains(view.room.id) else { return last }
        return view.room.messages.count < 2 ? view.beginning : "\(view.beginning) … \(last)"
    }
}
