import RedoModel
import RedoStore

extension PageSource {
    /// Why an action would be refused; nil if nothing is known against it. The command decides: this says it before.
    ///
    /// - Parameter tasks: those that the action applies to.
    func refusal(of action: UserAction, on tasks: [TaskID]) -> String? {
        if action == .sync, board.repository.store.configuration.remotes.isEmpty {
            return "there is no remote: ':remote add NAME URL' adds one"
        }
        if action == .undo, !hasOperations { return "there is no change to take back" }
        guard action.changesTasks else { return nil }
        guard !tasks.isEmpty else { return "no task is selected" }
        if let reason = rights.reasonNotToChange(tasks) { return reason }
        let states = tasks.compactMap { board.tasks.state[$0] }
        guard !states.isEmpty || action == .merge else { return "the task is not here any more" }
        switch action {
        case .skip where !states.contains(where: \.isRecurring): return "it does not recur"
        case .done where states.allSatisfy(\.isDone): return "it is done already"
        case .merge
        where !tasks.contains(where: board.table.facts.organisation.divergedTasks.contains):
            return "the task has not diverged"
        default: return nil
        }
    }
}
