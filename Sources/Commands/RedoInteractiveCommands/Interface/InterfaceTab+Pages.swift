import RedoStore

/// The table of tabs: what each is called, and the page that it begins with.
extension InterfaceTab {
    var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

    var firstPage: any Page {
        switch self {
        case .tasks: TaskListPage()
        case .agenda: OutputPage("Agenda", [["agenda"]])
        case .projects: ProjectPage()
        case .categories: CategoryPage()
        case .log: OutputPage("Log", [["log", "--graph"]], isLog: true)
        case .rooms: RoomsPage()
        case .stats: OutputPage("Stats", [["stats"]])
        case .settings: SettingsPage()
        case .you: PersonPage()
        }
    }
}
