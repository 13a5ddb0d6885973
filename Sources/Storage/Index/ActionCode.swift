import RedoModel

/// How an index writes an action: a number that never changes its meaning.
enum ActionCode {
    private static let actions: [Action] = [
        .create, .update, .createTodo, .addTodo, .completeTodo, .complete, .snooze, .archive,
        .unarchive, .delete, .merge,
    ]

    /// An action that has no number, since this version does not know it: its node has the name.
    static let other = UInt8.max

    static func code(of action: Action) -> UInt8 {
        actions.firstIndex(of: action).map { UInt8($0) } ?? other
    }

    /// Nil for ``other``, and for a number of a later version.
    static func action(_ code: UInt8) -> Action? {
        actions.indices.contains(Int(code)) ? actions[Int(code)] : nil
    }
}
