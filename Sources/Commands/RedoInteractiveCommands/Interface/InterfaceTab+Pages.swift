import RedoStore

/// The table of tabs: what each is called, and the page that it begins with.
extension InterfaceTab {
    var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

    var firstPage: any Page {
        switch self {
        case .tasks: TaskListPage()
        case .agenda: OutputPage("Agenda", [["agenda"]])
        case .projects: GroupPage()
        case .categories: OutputPage("Categories", [["category"]])
        case .log: OutputPage("Log", [["log", "--graph"]], isLog: true)
        case .rooms: RoomsPage()
        case .stats: OutputPage("Stats", [["stats"]])
        case .settings: OutputPage("Settings", [["config", "--list"]])
        case .you: OutputPage("You", [["person", "list"], ["key", "list"], ["remote"]])
        }
    }
}
