import RedoModel
import RedoScreen

/// A page of a tab: what it shows, and what keys and actions do there.
protocol Page {
    /// The name of the page in the trail.
    var title: String { get }
    /// The commands that print what it shows, as a person would type them.
    var commandLine: String { get }
    /// The tasks that an action applies to.
    var targets: [TaskID] { get }
    /// The one whose details are shown.
    var selectedTask: TaskID? { get }
    /// The id of what is selected.
    var copiedID: String? { get }
    /// The text at the right of the bottom line; empty for none.
    var position: String { get }
    /// The possible actions here, for the last line.
    var actions: [UserAction] { get }
    /// The scroll that a search changes; nil for a page that cannot be searched.
    var query: String? { get }
    /// The position in the page, for the next start; nil for a page that has no rows.
    var bookmark: InterfaceRecord.Position? { get }
    /// True if the selected task is shown to its right, where there is room.
    var hasDetail: Bool { get }
    /// True if it is made for a width, and recreated for another one.
    var followsWidth: Bool { get }

    /// True if what it shows depends on the time.
    var followsTime: Bool { get }

    /// The keys that mean something on this page alone: they come before those of actions.
    var ownKeys: [PageKey] { get }

    /// Whether it is a conversation: what others say there is fetched at once.
    var isConversation: Bool { get }

    /// Why an action cannot be used here now; nil if nothing is known against it.
    func refusal(of action: UserAction, _ source: PageSource) -> String?
    /// Reads its contents again, and keeps the selection.
    mutating func refresh(_ source: PageSource)
    /// Handles a key that does not belong to an action.
    mutating func handle(_ key: Key, _ source: PageSource)
    /// - Parameter top: the row of the screen that it begins at.
    /// - Returns: whether what is selected should be opened.
    mutating func handlePointer(_ event: InputEvent, top: Int) -> Bool
    /// - Returns: what to do; nil for an action that means nothing special here.
    mutating func perform(_ action: UserAction, _ source: PageSource) -> PageAnswer?
    mutating func search(_ query: String, _ source: PageSource)
    /// Selects a task.
    ///
    /// - Returns: whether the page has it.
    mutating func select(_ task: TaskID) -> Bool
    /// Goes to where it was left; what is not there any more leaves it where it is.
    mutating func go(to position: InterfaceRecord.Position)
    /// Performs one of its own keys, which has no reason against it.
    mutating func perform(own key: Key, _ source: PageSource) -> PageAnswer?
    /// Takes what was typed when it asked for a field.
    mutating func take(_ text: String, for field: String, _ source: PageSource) -> PageAnswer?
    mutating func draw(_ frame: inout Frame, rows: Range<Int>, width: Int, _ source: PageSource)
}

/// The result of an action on a page.
enum PageAnswer {
    /// It has done what there was to do.
    case done
    case open(any Page)
    case ask(Prompt)
    /// Fill in a form.
    case form(Sheet)
    /// Run a command with the terminal, where it asks for what it needs.
    case dialog([String])
    /// Run a command that says nothing when it is done, and say this.
    case change([String], done: String)
    /// Run a command that ends what the page is for.
    case write([String])
    /// Run a command that takes long, beside the screen.
    case run(BackgroundWork)
    /// Run a command that says what it did.
    case command([String])
    /// Something was written into a room, with how it stands now.
    case wrote(String)
    /// Nothing was done, for a reason.
    case refuse(String)
}

extension Page {
    var targets: [TaskID] { [] }
    var selectedTask: TaskID? { targets.first }
    var actions: [UserAction] { [.open, .back, .search, .command, .help, .quit] }
    var copiedID: String? { targets.first?.description }
    var position: String { "" }
    var query: String? { nil }
    var hasDetail: Bool { false }
    var followsWidth: Bool { false }
    var followsTime: Bool { false }
    var bookmark: InterfaceRecord.Position? { nil }
    var ownKeys: [PageKey] { [] }
    var isConversation: Bool { false }

    func refusal(of action: UserAction, _ source: PageSource) -> String? {
        source.refusal(of: action, on: targets)
    }
    mutating func search(_ query: String, _ source: PageSource) {}
    mutating func select(_ task: TaskID) -> Bool { false }
    mutating func go(to position: InterfaceRecord.Position) {}
    mutating func perform(own key: Key, _ source: PageSource) -> PageAnswer? { nil }
    mutating func take(_ text: String, for field: String, _ source: PageSource) -> PageAnswer? {
        nil
    }
}

/// A page of rows, one of which is selected: keys and the pointer move the selection.
protocol RowsPage: Page {
    var scroll: ListScroll { get set }
}

extension RowsPage {
    var bookmark: InterfaceRecord.Position? { InterfaceRecord.Position(row: scroll.selected) }

    mutating func go(to position: InterfaceRecord.Position) { scroll.select(position.row) }

    mutating func handle(_ key: Key, _ source: PageSource) { _ = scroll.handle(key) }

    mutating func handlePointer(_ event: InputEvent, top: Int) -> Bool {
        scroll.handle(event, top: top)
    }
}
