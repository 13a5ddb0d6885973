import RedoCommandLine
import RedoRepository
import RedoScreen
import RedoStore
import RedoSystem

/// Every key of the configuration, with its value and where that comes from.
struct SettingsPage: RowsPage {
    private var settings: [Setting] = []
    var scroll = ListScroll()

    let title = "Settings"
    let commandLine = "redo config --list"
    var actions: [UserAction] { [.edit, .add, .delete, .command, .help, .quit] }

    var position: String {
        settings.isEmpty ? "" : "\(scroll.selected + 1)/\(settings.count)"
    }

    private var selected: Setting? {
        settings.indices.contains(scroll.selected) ? settings[scroll.selected] : nil
    }

    mutating func refresh(_ source: PageSource) {
        let name = selected?.name
        settings = Setting.all(source.board.repository.store.configuration)
        scroll.update(count: settings.count, height: scroll.height)
        if let row = settings.firstIndex(where: { $0.name == name }) { scroll.select(row) }
    }

    // MARK: Actions

    func refusal(of action: UserAction, _ source: PageSource) -> String? {
        switch action {
        case .open, .edit: return selected == nil ? "no setting is selected" : nil
        case .delete:
            guard let selected else { return "no setting is selected" }
            switch selected.origin {
            case nil: return "\(selected.name) has its default"
            case .commandLine, .memory: return "it comes from the command line"
            case .user, .store: return nil
            }
        case .add: return nil
        default: return source.refusal(of: action, on: [])
        }
    }

    mutating func perform(_ action: UserAction, _ source: PageSource) -> PageAnswer? {
        guard let selected else { return nil }
        switch action {
        case .open, .edit: return .ask(SettingChange(selected).prompt)
        case .add: return .ask(SettingChange(adding: selected).prompt)
        case .delete: return .change(selected.removal, done: "removed \(selected.name)")
        default: return nil
        }
    }

    // MARK: Drawing

    /// From this many columns on a column says where each value comes from.
    private static let columnsWithOrigins = 60

    mutating func draw(
        _ frame: inout Frame, rows area: Range<Int>, width: Int, _ source: PageSource
    ) {
        // The last row is about the selected setting.
        scroll.update(count: settings.count, height: area.count - 1)
        let nameWidth = min(settings.map(\.name.count).max() ?? 0, width / 2)
        let originWidth = width < Self.columnsWithOrigins ? 0 : 13
        for (index, number) in scroll.visible.enumerated() {
            let row = area.lowerBound + index
            let setting = settings[number]
            let style: TextStyle = setting.origin == nil ? .faint : .plain
            frame.put(StyledText(setting.name, style), row: row, column: 1, limit: nameWidth)
            let column = nameWidth + 3
            frame.put(
                StyledText(setting.text, style), row: row, column: column,
                limit: max(1, width - column - originWidth))
            if originWidth > 0 {
                frame.put(
                    StyledText(setting.originText, .faint), row: row,
                    column: width - originWidth + 1)
            }
            if number == scroll.selected {
                frame.underlay(.selected, row: row, columns: 0..<width)
            }
        }
        if let selected, area.count > 1 {
            frame.put(
                StyledText(selected.note, .faint), row: area.upperBound - 1, column: 1,
                limit: width - 1)
        }
    }
}
