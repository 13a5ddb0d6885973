import RedoScreen

/// The projects of open tasks.
struct ProjectPage: RowsPage {
    private var projects: [(title: String, query: String, count: Int)] = []
    var scroll = ListScroll()

    let title = "Projects"
    let commandLine = "redo list --group project"

    var followsTime: Bool { true }

    mutating func refresh(_ source: PageSource) {
        projects = source.board.projects()
        scroll.update(count: projects.count, height: scroll.height)
    }

    mutating func perform(_ action: UserAction, _ source: PageSource) -> PageAnswer? {
        guard action == .open else { return nil }
        guard projects.indices.contains(scroll.selected) else { return .done }
        return .open(TaskListPage(projects[scroll.selected].query))
    }

    mutating func draw(
        _ frame: inout Frame, rows area: Range<Int>, width: Int, _ source: PageSource
    ) {
        scroll.update(count: projects.count, height: area.count)
        if projects.isEmpty {
            frame.put(
                StyledText("No task has a project.", .faint), row: area.lowerBound,
                column: 1)
        }
        for (index, number) in scroll.visible.enumerated() {
            let row = area.lowerBound + index
            let count = StyledText("\(projects[number].count)", .faint)
            frame.put(count, row: row, column: max(0, 6 - count.columns), limit: 6)
            frame.put(StyledText(projects[number].title), row: row, column: 8, limit: width - 8)
            if number == scroll.selected {
                frame.underlay(.selected, row: row, columns: 0..<width)
            }
        }
    }
}
