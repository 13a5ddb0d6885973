import RedoScreen

/// The projects and categories of open tasks.
struct GroupPage: Page {
    private var groups: [(title: String, query: String, count: Int)] = []
    private(set) var scroll = ListScroll()

    let title = "Projects"
    let commandLine = "redo list --group project"

    var followsTime: Bool { true }

    mutating func refresh(_ source: PageSource) {
        groups = source.board.groups()
        scroll.update(count: groups.count, height: scroll.height)
    }

    var bookmark: InterfaceRecord.Position? { InterfaceRecord.Position(row: scroll.selected) }

    mutating func go(to position: InterfaceRecord.Position) { scroll.select(position.row) }

    mutating func handle(_ key: Key, _ source: PageSource) { _ = scroll.handle(key) }

    mutating func handlePointer(_ event: InputEvent, top: Int) -> Bool {
        scroll.handle(event, top: top)
    }

    mutating func perform(_ action: UserAction, _ source: PageSource) -> PageAnswer? {
        guard action == .open else { return nil }
        guard groups.indices.contains(scroll.selected) else { return .done }
        return .open(TaskListPage(groups[scroll.selected].query))
    }

    mutating func draw(
        _ frame: inout Frame, rows area: Range<Int>, width: Int, _ source: PageSource
    ) {
        scroll.update(count: groups.count, height: area.count)
        if groups.isEmpty {
            frame.put(
                StyledText("No task has a project or a category.", .faint), row: area.lowerBound,
                column: 1)
        }
        for (index, number) in scroll.visible.enumerated() {
            let row = area.lowerBound + index
            let count = StyledText("\(groups[number].count)", .faint)
            frame.put(count, row: row, column: max(0, 6 - count.columns), limit: 6)
            frame.put(StyledText(groups[number].title), row: row, column: 8, limit: width - 8)
            if number == scroll.selected {
                frame.underlay(.selected, row: row, columns: 0..<width)
            }
        }
    }
}
