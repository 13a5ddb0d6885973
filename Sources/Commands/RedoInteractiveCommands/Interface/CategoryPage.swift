import RedoCommandLine
import RedoJSON
import RedoModel
import RedoRepository
import RedoScreen
import RedoSystem

/// The categories, each below the one that it is under.
struct CategoryPage: RowsPage {
    private struct Row {
        let category: Organisation.Category
        /// The names of those that it is under, and its own: the order of the rows.
        let path: [String]
        /// The query of its tasks.
        let query: String
        /// Of open tasks that are not hidden.
        let count: Int
        /// Why the user cannot delete it; nil for one that they can.
        let refusal: String?
    }

    private var rows: [Row] = []
    var scroll = ListScroll()
    /// The error of the last reading.
    private var mistake: String?

    let title = "Categories"
    let commandLine = "redo category"
    var actions: [UserAction] { [.open, .add, .edit, .delete, .undo, .command, .help, .quit] }
    var followsTime: Bool { true }
    var copiedID: String? { selected?.category.id.text }

    var position: String {
        rows.isEmpty ? "" : "\(scroll.selected + 1)/\(rows.count)"
    }

    private var selected: Row? {
        rows.indices.contains(scroll.selected) ? rows[scroll.selected] : nil
    }

    mutating func refresh(_ source: PageSource) {
        let id = selected?.category.id
        do throws(RedoError) {
            rows = try Self.rows(source)
            mistake = nil
        } catch {
            mistake = error.message
        }
        scroll.update(count: rows.count, height: scroll.height)
        if let row = rows.firstIndex(where: { $0.category.id == id }) { scroll.select(row) }
    }

    private static func rows(_ source: PageSource) throws(RedoError) -> [Row] {
        let board = source.board
        let organisation = try board.repository.family(Organisation.self)
        var counts: [UUIDValue: Int] = [:]
        for task in board.tasks.state.tasks
        where task.isOpen && !task.isHidden(at: board.table.moment) {
            if case .uuid(let id)? = TaskField.category.value(of: task) {
                counts[id, default: 0] += 1
            }
        }
        var names: [JSONString: Int] = [:]
        for category in organisation.categories { names[category.name, default: 0] += 1 }
        let facts = OrganisationFacts(organisation)
        let rows = organisation.categories.map { category -> Row in
            let isAlone = names[category.name] == 1 && !category.name.description.contains("\"")
            return Row(
                category: category,
                path: facts.path(of: category.id).map { $0.description.lowercased() },
                query: isAlone
                    ? "category:\"\(category.name)\"" : "category:\(category.id.text)",
                count: counts[category.id] ?? 0,
                refusal: source.rights.reasonNotToDelete(category))
        }
        return rows.sorted { (left: Row, right: Row) -> Bool in
            if left.path == right.path { return left.category.id < right.category.id }
            return left.path.lexicographicallyPrecedes(right.path)
        }
    }

    // MARK: Actions

    func refusal(of action: UserAction, _ source: PageSource) -> String? {
        switch action {
        case .open, .edit: return selected == nil ? "no category is selected" : nil
        case .delete:
            guard let selected else { return "no category is selected" }
            return selected.refusal
        case .add: return nil
        default: return source.refusal(of: action, on: [])
        }
    }

    mutating func perform(_ action: UserAction, _ source: PageSource) -> PageAnswer? {
        switch action {
        case .open: return selected.map { .open(TaskListPage($0.query)) }
        case .add:
            return .form(Sheet(.newCategory, SheetField.category(nil, source), source.board))
        case .edit:
            return selected.map {
                let fields = SheetField.category($0.category, source)
                return .form(Sheet(.category($0.category.id), fields, source.board))
            }
        case .delete: return selected.map { .ask(Self.deletion($0, source).prompt) }
        default: return nil
        }
    }

    /// The question before a category is deleted permanently. It names the number of tasks that lose the category.
    private static func deletion(_ row: Row, _ source: PageSource) -> Question {
        let tasks = source.board.tasks.state.tasks.count {
            TaskField.category.value(of: $0) == .uuid(row.category.id)
        }
        let loss =
            tasks == 0 ? "" : " \(counted(tasks, "task")) \(tasks == 1 ? "has" : "have") it."
        return .confirmation(
            "delete \(row.category.name.printable) permanently?\(loss)",
            ["category", "delete", row.category.id.text])
    }

    // MARK: Drawing

    mutating func draw(
        _ frame: inout Frame, rows area: Range<Int>, width: Int, _ source: PageSource
    ) {
        scroll.update(count: rows.count, height: area.count)
        if rows.isEmpty {
            let text = mistake ?? "There are no categories. 'a' adds one."
            frame.put(StyledText(text, .faint), row: area.lowerBound, column: 1, limit: width - 1)
        }
        for (index, number) in scroll.visible.enumerated() {
            let row = area.lowerBound + index
            let category = rows[number]
            let count = StyledText("\(category.count)", .faint)
            frame.put(count, row: row, column: max(0, 6 - count.columns), limit: 6)
            let color = RGBColor(category.category.color.description)
            let mark = StyledText("■", TextStyle(foreground: color.map { .exact($0) }))
            let column = min(8 + 2 * (category.path.count - 1), width / 2)
            frame.put(mark, row: row, column: column)
            frame.put(
                StyledText(category.category.name.printable), row: row, column: column + 2,
                limit: width - column - 2)
            if number == scroll.selected {
                frame.underlay(.selected, row: row, columns: 0..<width)
            }
        }
    }
}

extension SheetField {
    /// The fields of a category: a new one, or one that is edited.
    static func category(_ category: Organisation.Category?, _ source: PageSource) -> [SheetField] {
        let organisation = try? source.board.repository.family(Organisation.self)
        let others = (organisation?.categories ?? []).filter { $0.id != category?.id }
        let parent = others.first { $0.id == category?.parent }
        return [
            SheetField(
                "Name", category == nil ? nil : "--name", .text,
                category?.name.description ?? ""),
            SheetField(
                "Colour", "--color", .text, category?.color.description ?? "",
                source.choices(of: "color", in: "category")),
            SheetField(
                "Under", "--parent", .text, parent?.name.description ?? "",
                others.map(\.name.description).sorted()),
        ]
    }
}
