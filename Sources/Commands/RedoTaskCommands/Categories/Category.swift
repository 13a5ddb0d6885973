import RedoCommandLine
import RedoCommandParts
import RedoJSON
import RedoModel
import RedoRepository
import RedoSystem

extension Command {
    private static let name = OptionSpecification.value("name", takes: "text", "another name")
    private static let color = OptionSpecification.value(
        "color", letter: "c", takes: "color", oneOf: CategoryColor.names,
        "#RRGGBB, or the name of a colour")
    private static let parent = OptionSpecification.value(
        "parent", letter: "p", takes: .category, "the category that it is under; none for none")
    private static let json = OptionSpecification.flag(
        "json", "print a JSON object for each category")

    /// `redo category`: lists, makes, changes and deletes categories.
    package static let category = Command(
        CommandSpecification(
            "category", "List, add, edit and delete categories",
            operands: [
                ["list"], ["add", .value("name")], ["edit", .value(.category)],
                ["delete", .value(.category)],
            ],
            operandCount: 0...2, options: [name, color, parent, json], statuses: .writing())
    ) { (context) throws(RedoError) in
        let operands = context.arguments.operands
        switch (operands.first ?? "list", operands.count) {
        case ("list", 0...1):
            let repository = try context.openRepository()
            return try list(&context, try repository.family(Organisation.self))
        case ("add", 2):
            let repository = try context.repositoryForNewTasks()
            return try add(operands[1], &context, repository)
        case ("edit", 2): return try edit(operands[1], &context, try context.openRepository())
        case ("delete", 2): return try delete(operands[1], &context, try context.openRepository())
        case ("add", _), ("edit", _), ("delete", _):
            throw .usage("category \(operands[0]) takes one name")
        default: throw .usage("category takes list, add, edit or delete, not '\(operands[0])'")
        }
    }

    private static func list(
        _ context: inout CommandContext, _ organisation: Organisation
    ) throws(RedoError) -> ExitStatus {
        try refuse([name, color, parent], context, "list")
        if context.arguments.has(json) {
            for category in organisation.categories {
                try context.printLine(CanonicalJSON.bytes(category.json))
            }
            return .done
        }
        if organisation.categories.isEmpty {
            try context.print("there are no categories; 'redo category add NAME' makes one\n")
        }
        let names = CategoryNames(organisation)
        let colors = TaskColors(context)
        let lines = organisation.categories.map { (names.path(of: $0), $0) }
            .sorted { ($0.0.lowercased(), $0.1.id) < ($1.0.lowercased(), $1.1.id) }
        for (path, category) in lines {
            let mark = context.styled("■", colors.style(category.color))
            try context.print(
                "\(category.id.text.prefix(8))  \(mark) \(category.color.printable)  \(path)\n")
        }
        return .done
    }

    private static func add(
        _ text: String, _ context: inout CommandContext, _ repository: Repository
    ) throws(RedoError) -> ExitStatus {
        try refuse([name, json], context, "add")
        let organisation = try repository.family(Organisation.self)
        let title = try checkedName(text)
        if let other = organisation.categories.first(where: {
            $0.name.description.lowercased() == title.lowercased()
        }) {
            throw .usage("there is a category '\(other.name.printable)' already")
        }
        let names = CategoryNames(organisation)
        let arguments = context.arguments
        try context.edit(repository, .empty) { (writer) throws(RedoError) in
            let author = organisation.principal(of: writer.identity.author)
            let own = organisation.categories.count { $0.owner == author }
            let most = Organisation.maximumCategoryCount
            guard own < most else {
                throw .usage("you have \(own) categories, and \(most) is the most")
            }
            let (id, certificate) = writer.newID(.category)
            let digits =
                try arguments.value(color).map { text throws(RedoError) in
                    try CategoryColor.digits(text)
                } ?? CategoryColor.next(after: organisation.categories.count)
            var fields = [
                JSONMember("categoryId", .string(JSONString(id.text))),
                JSONMember("name", .string(JSONString(title))),
                JSONMember("color", .string(JSONString(digits))),
            ]
            if let member = try parentMember(arguments, of: nil, names) { fields.append(member) }
            try writer.add(categoryNode: .createCategory, after: [], fields + certificate)
        }
        try context.print("added category \(title.printable)\n")
        return .done
    }

    private static func edit(
        _ text: String, _ context: inout CommandContext, _ repository: Repository
    ) throws(RedoError) -> ExitStatus {
        try refuse([json], context, "edit")
        let names = CategoryNames(try repository.family(Organisation.self))
        let category = try names.category(named: text)
        let arguments = context.arguments
        var changes: [JSONMember] = []
        if let text = arguments.value(name) {
            let title = JSONString(try checkedName(text))
            if title != category.name { changes.append(JSONMember("name", .string(title))) }
        }
        if let text = arguments.value(color) {
            let digits = JSONString(try CategoryColor.digits(text))
            if digits != category.color { changes.append(JSONMember("color", .string(digits))) }
        }
        if let member = try parentMember(arguments, of: category, names),
            member.value != (category.parent.map { .string(JSONString($0.text)) } ?? .null)
        {
            changes.append(member)
        }
        guard [name, color, parent].contains(where: { arguments.value($0) != nil }) else {
            throw .usage("give --name, --color or --parent")
        }
        guard !changes.isEmpty else {
            try context.print("unchanged \(category.name.printable)\n")
            return .done
        }
        let listed = changes.map(\.name.description).joined(separator: ", ")
        _ = try context.edit(repository, .empty) { (writer) throws(RedoError) in
            try writer.add(
                categoryNode: .updateCategory, after: category.heads,
                [JSONMember("categoryId", .string(JSONString(category.id.text)))] + changes)
        }
        try context.print("edited category \(category.name.printable): \(listed)\n")
        return .done
    }

    private static func delete(
        _ text: String, _ context: inout CommandContext, _ repository: Repository
    ) throws(RedoError) -> ExitStatus {
        try refuse([name, color, parent, json], context, "delete")
        let organisation = try repository.family(Organisation.self)
        let category = try CategoryNames(organisation).category(named: text)
        let tasks = try repository.tasks().state.tasks.count {
            $0.fields["category"]?.string.flatMap { UUIDValue(text: $0.utf8.span) } == category.id
        }
        if context.surroundings.hasTerminalInput {
            let loss = tasks == 0 ? "" : " \(tasks) \(tasks == 1 ? "task has" : "tasks have") it."
            let question = "delete the category \(category.name.printable) permanently?\(loss)"
            guard try context.isConfirmed(question) else { return .no }
        }
        let access = try repository.sharedLog().authority.access(toCategory: category.id)
        let names = try context.personNames(repository)
        _ = try context.edit(repository, .empty) { (writer) throws(RedoError) in
            let own = organisation.principal(of: writer.identity.author)
            guard own == category.owner || access?.permission(of: own) == .admin else {
                throw RedoError(
                    .permissionDenied,
                    "\(category.name.printable) belongs to \(names.text(of: category.owner)): only its owner "
                        + "and its admins can delete it", status: .no,
                    hints: ["'redo shares --category \(category.id.text)' shows who may do what"])
            }
            try writer.add(
                categoryNode: .deleteCategory, after: category.heads,
                [JSONMember("categoryId", .string(JSONString(category.id.text)))])
        }
        let freed = tasks == 0 ? "" : ", which \(tasks) \(tasks == 1 ? "task" : "tasks") had"
        try context.print("deleted category \(category.name.printable)\(freed)\n")
        return .done
    }

    // MARK: Options

    private static func refuse(
        _ options: [OptionSpecification], _ context: borrowing CommandContext, _ verb: String
    ) throws(RedoError) {
        for option in options where context.arguments.setting(option) != nil {
            throw .usage("category \(verb) takes no --\(option.name)")
        }
    }

    private static func checkedName(_ text: String) throws(RedoError) -> String {
        guard !isBlank(text) else { throw .usage("the name is empty") }
        return text
    }

    /// The field that `--parent` asks for; nil without the option.
    ///
    /// - Parameter category: the one that is changed; nil for a new one.
    private static func parentMember(
        _ arguments: Arguments, of category: Organisation.Category?, _ names: CategoryNames
    ) throws(RedoError) -> JSONMember? {
        guard let text = arguments.value(parent) else { return nil }
        if text == "none" { return JSONMember("parentCategory", .null) }
        let other = try names.category(named: text)
        if let category, names.isWithin(other.id, category.id) {
            throw .usage(
                "\(category.name.printable) cannot be under \(names.path(of: other)): "
                    + "that would close a circle")
        }
        return JSONMember("parentCategory", .string(JSONString(other.id.text)))
    }
}
