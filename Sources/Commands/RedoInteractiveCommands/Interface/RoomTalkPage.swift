import RedoInsight
import RedoModel
import RedoScreen
import RedoSystem

/// The conversation of a room, how it stands, and the keys that act in it.
struct RoomTalkPage: RoomActingPage {
    private let id: NodeID
    private var session: RoomSession?
    private var mistake: String?
    private var lines: [StyledText] = []
    private var footing: [StyledText] = []
    private(set) var scroll = ListScroll()
    var asked: RoomKey?

    init(_ id: NodeID) { self.id = id }

    var title: String { session?.view.room.title() ?? "Room" }
    var commandLine: String { "redo room show \(id)" }
    var selectedRoom: RoomView? { session?.view }
    var actions: [UserAction] { [.back, .sync, .command, .help, .quit] }
    var followsWidth: Bool { true }
    var followsTime: Bool { true }
    /// Whether what others say is fetched while it is shown.
    var isConversation: Bool { true }

    mutating func refresh(_ source: PageSource) {
        do throws(RedoError) {
            if session == nil {
                session = try source.roomSession(of: id)
            } else {
                _ = try session?.reload()
            }
            mistake = nil
        } catch {
            mistake = error.message
        }
        session?.lookForAsking()
        guard let view = session?.view else { return }
        let page = RoomPage(view, columns: source.width, isStyled: true)
        func styled(_ texts: [String]) -> [StyledText] {
            StyledText.lines(of: texts.flatMap { Array($0.utf8) + [UInt8(ascii: "\n")] })
        }
        let isAtEnd = scroll.selected >= lines.count - 1
        lines = styled(RoomTranscript(view.room).lines.flatMap { page.lines(of: $0) })
        footing = styled(page.standing)
        scroll.update(count: lines.count, height: scroll.height)
        if isAtEnd { scroll.select(lines.count - 1) }
    }

    mutating func handle(_ key: Key, _ source: PageSource) { _ = scroll.handle(key) }

    mutating func handlePointer(_ event: InputEvent, top: Int) -> Bool {
        _ = scroll.handle(event, top: top)
        return false
    }

    /// Enter says something.
    mutating func perform(_ action: UserAction, _ source: PageSource) -> PageAnswer? {
        guard action == .open else { return nil }
        if let reason = RoomKey.say.reason(in: selectedRoom) { return .refuse(reason) }
        return perform(own: RoomKey.say.key, source)
    }

    mutating func draw(
        _ frame: inout Frame, rows area: Range<Int>, width: Int, _ source: PageSource
    ) {
        if let mistake {
            frame.put(StyledText(mistake, .error), row: area.lowerBound, column: 0, limit: width)
            return
        }
        let below = footing.suffix(max(0, area.count - 1))
        scroll.update(count: lines.count, height: area.count - below.count)
        for (index, number) in scroll.visible.enumerated() {
            let row = area.lowerBound + index
            frame.put(lines[number], row: row, column: 0, limit: width)
            if number == scroll.selected {
                frame.underlay(.selected, row: row, columns: 0..<width)
            }
        }
        for (row, line) in zip(area.suffix(below.count), below) {
            frame.put(line, row: row, column: 0, limit: width)
        }
    }
}
