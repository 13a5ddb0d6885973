import RedoCommandLine
import RedoJSON
import RedoModel
import RedoRepository
import RedoSystem

/// The names of categories and other tasks in a form.
package struct FormNames {
    private let categories: CategoryNames
    private let ids: [TaskID]

    /// The minimum number of digits of an id that are shown: a task that comes in the meantime seldom has the same.
    private static let digitCount = 8

    package init(_ repository: Repository) throws(RedoError) {
        categories = CategoryNames(try repository.family(Organisation.self))
        ids = try repository.tasks().ids
    }

    /// The value of a field that version 1 does not have, as a form shows it; empty for none and for one of another
    /// form, which stays as it is unless something is written in its place.
    func text(of field: TaskField, _ task: TaskState) -> String {
        switch field.value(of: task) {
        case .text(let text)?, .path(let text)?: return text.description
        case .uuid(let id)?: return categories[id].map { categories.path(of: $0) } ?? id.text
        case .task(let task)?: return name(of: task)
        case .tasks(let tasks)?: return TagList.text(of: tasks.map(name))
        default: return field.text(of: task).map { isReadable(field, task) ? $0 : "" } ?? ""
        }
    }

    private func isReadable(_ field: TaskField, _ task: TaskState) -> Bool {
        field.unreadableValue(of: task) == nil
    }

    private func name(of id: TaskID) -> String {
        let text = id.description
        // One that is not here has no shorter name.
        guard ids.contains(id) else { return text }
        let shortest = shortestPrefix(of: id, inSorted: ids)
        return shortest.utf8.count < Self.digitCount
            ? String(text.prefix(Self.digitCount)) : shortest
    }
}
