import RedoScreen
import RedoStore

/// An action of a key in `redo ui`: the one table of actions, with their keys and the commands that they run.
enum UserAction: String, CaseIterable {
    case add, edit, done, delete, snooze, skip, work, comment, priority, project, category,
        undo, mark, open,
        back, search, command, copy, sync,
        merge, repair, news, refresh
    case nextTab, previousTab, help, quit

    /// In a footer.
    var label: String {
        switch self {
        case .nextTab: "next tab"
        case .previousTab: "previous tab"
        case .work: "start or stop"
        default: rawValue
        }
    }

    /// The keys that it has unless `ui.<action>.keys` names others.
    var usualKeys: [Key] {
        switch self {
        case .add: [.character("a")]
        case .edit: [.character("e")]
        case .done: [.character("d")]
        case .delete: [.character("x"), .delete]
        case .snooze: [.character("s")]
        case .skip: [.character(">")]
        case .work: [.character("t")]
        case .comment: [.character("c")]
        case .priority: [.character("p")]
        case .project: [.character("P")]
        case .category: [.character("C")]
        case .undo: [.character("u")]
        case .mark: [.character(" ")]
        case .open: [.enter, .character("l"), .right]
        case .back: [.escape, .character("h"), .left, .backspace]
        case .search: [.character("/")]
        case .command: [.character(":")]
        case .copy: [.character("y")]
        case .sync: [.character("S")]
        case .merge: [.character("m")]
        case .repair: [.character("R")]
        case .news: [.character("n")]
        case .refresh: [.control("l")]
        case .nextTab: [.tab]
        case .previousTab: [.backTab]
        case .help: [.character("?"), .function(1)]
        case .quit: [.character("q"), .control("c")]
        }
    }

    /// Whether it writes to the selected tasks.
    var changesTasks: Bool {
        switch self {
        case .edit, .done, .delete, .snooze, .skip, .work, .comment, .priority, .project, .category,
            .merge:
            true
        default: false
        }
    }

    /// The command that it runs on a task; nil for what runs none.
    var commandName: String? {
        switch self {
        case .add, .edit, .done, .delete, .snooze, .skip, .undo, .sync, .merge: rawValue
        case .work: "start"
        case .comment: "comment add"
        case .priority: "edit --priority"
        case .project: "edit --project"
        case .category: "edit --category"
        case .repair: "fsck"
        case .open: "show"
        case .search: "list --query"
        default: nil
        }
    }
}

/// The keys of all actions.
struct KeyMap {
    private var actions: [Key: UserAction] = [:]
    /// The first key of each action.
    private(set) var keys: [UserAction: Key] = [:]

    /// - Parameter configuration: whose `ui.<action>.keys` names keys, with spaces between them; what is not a key is
    ///   left out.
    init(_ configuration: LayeredConfiguration) {
        var chosen: [UserAction: [Key]] = [:]
        // A store that comes from others says nothing of it: their keys would do what one does not expect.
        for entry in configuration.layers.filter({ !$0.origin.isStore }).flatMap(\.entries)
        where entry.name.section == "ui" && entry.name.key == "keys" {
            guard let name = entry.name.subsection, let action = UserAction(rawValue: name) else {
                continue
            }
            chosen[action] = (entry.value ?? "").split(separator: " ").compactMap {
                Key(String($0))
            }
        }
        for action in UserAction.allCases {
            let keys = chosen[action] ?? action.usualKeys
            self.keys[action] = keys.first
            // A key that a person has chosen is theirs.
            for key in keys where chosen[action] != nil || actions[key] == nil {
                actions[key] = action
            }
        }
    }

    func action(of key: Key) -> UserAction? { actions[key] }

    /// The name of an action's first key; empty for an action without a key.
    func name(of action: UserAction) -> String { keys[action]?.description ?? "" }
}
