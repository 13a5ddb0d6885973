import RedoCommandLine
import RedoCommandParts
import RedoJSON
import RedoModel
import RedoRepository
import RedoSystem

/// `redo category`: lists, makes, changes and deletes categories.
package struct CategoryCommand: ParsableCommand {
    private static let name = OptionSpecification.value("name", takes: "text", "another name")
    private static let color = OptionSpecification.value(
        "color", letter: "c", takes: "color", oneOf: CategoryColor.names,
        "#RRGGBB, or the name of a colour")
    private static let parent = OptionSpecification.value(
        "parent", letter: "p", takes: .category, "the category that it is under; none for none")
    private static let json = OptionSpecification.flag(
        "json", "print a JSON object for each category")

    package static let specification = CommandSpecification(
        "category", "List, add, edit and delete categories",
        operands: [
            ["list"], ["add", .value("name")], ["edit", .value(.category)],
            ["delete", .value(.category)],
        ],
        operandCount: 0...2, options: [name, color, parent, json] + IDListing.options,
        constraints: IDListing.constraints(json), effect: .readsAs(["list", nil]),
        statuses: .writing())

    private enum Form {
        case list(IDListing.Form)
        case add(name: String, color: String?, parent: Parent?)
        /// Nil changes nothing.
        case edit(String, name: String?, color: String?, parent: Parent?)
        case delete(String)
    }

    /// The parent of a category.
    fileprivate enum Parent {
        case top
        case category(String)

        init(_ text: String) { self = text == "none" ? .top : .category(text) }
    }

    private let form: Form

    package init(_ arguments: Arguments) throws(RedoError) {
        let (name, color, parent, json) = (Self.name, Self.color, Self.parent, Self.json)
        let operands = arguments.operands
        let word = operands.first ?? "list"
        if word != "list" { try arguments.refuse(IDListing.options, by: "category \(word)") }
        switch (word, operands.count) {
        case ("list", 0...1):
            try arguments.refuse([name, color, parent], by: "category list")
            form = .list(IDListing.Form(arguments, json: json))
        case ("add", 2):
            try arguments.refuse([name, json], by: "category add")
            form = .add(
                name: try Self.checkedName(operands[1]), color: try Self.digits(arguments),
                parent: arguments.value(parent).map(Parent.init))
        case ("edit", 2):
            try arguments.refuse([json], by: "category edit")
            guard [name, color, parent].contains(where: { arguments.value($0) != nil }) else {
                throw .usage("give --name, --color or --parent")
            }
            form = .edit(
                operands[1], name: try arguments.value(name).map(Self.checkedName),
                color: try Self.digits(arguments),
                parent: arguments.value(parent).map(Parent.init))
        case ("delete", 2):
            try arguments.refuse([name, color, parent, json], by: "category delete")
            form = .delete(operands[1])
        case ("add", _), ("edit", _), ("delete", _):
            throw .usage("category \(operands[0]) takes one name")
        default: throw .usage("category takes list, add, edit or delete, not '\(operands[0])'")
        }
    }

    private static func checkedName(_ text: String) throws(RedoError) -> String {
        guard !isBlank(text) else { throw .usage("the name is empty") }
        return text
    }

    /// The colour that is given, as a field has it.
    private static func digits(_ arguments: Arguments) throws(RedoError) -> String? {
        try arguments.value(color).map(CategoryColor.digits)
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        switch form {
        case .list(let form):
            let organisation = try context.openRepository().family(Organisation.self)
            try Self.list(organisation, as: form, &context)
        case .add(let name, let color, let parent):
            let repository = try context.repositoryForNewTasks()
            try Self.add(name, color, parent, &context, repository)
        case .edit(let category, let name, let color, let parent):
            let repository = try context.openRepository()
            try Self.edit(category, name, color, parent, &context, repository)
        case .delete(let category):
            return try Self.delete(category, &context, try context.openRepository())
        }
        return .done
    }

    private static func list(
        _ organisation: Organisation, as form: IDListing.Form, _ context: inout CommandContext
    ) throws(RedoError) {
        if case .ids(let end) = form {
            return try context.printIDs(organisation.categories.map(\.id.text), end: end)
        }
        if form == .json {
            for category in organisation.categories {
                try context.printLine(CanonicalJSON.bytes(category.json))
            }
            return
        }
        if organisation.categories.isEmpty {
            try context.print("there are no categories; 'redo category add NAME' creates one\n")
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
    }

    private static func add(
        _ title: String, _ color: String?, _ parent: Parent?, _ context: inout CommandContext,
        _ repository: Repository
    ) throws(RedoError) {
        let organisation = try repository.family(Organisation.self)
        if let other = organisation.categories.first(where: {
            $0.name.description.lowercased() == title.lowercased()
        }) {
            throw .usage("there is a category '\(other.name.printable)' already")
        }
        let names = CategoryNames(organisation)
        try context.edit(repository, .empty, by: WritingRequest()) { (writer) throws(RedoError) in
            let author = organisation.principal(of: writer.identity.author)
            let own = organisation.categories.count { $0.owner == author }
            let most = Organisation.maximumCategoryCount
            guard own < most else {
                throw .usage("you have \(own) categories, and the maximum is \(most)")
            }
            let (id, certificate) = writer.newID(.category)
            let color = color ?? CategoryColor.next(after: organisation.categories.count)
            var fields = [
                JSONMember("categoryId", .string(JSONString(id.text))),
                JSONMember("name", .string(JSONString(title))),
                JSONMember("color", .string(JSONString(color))),
            ]
            if let parent { fields.append(try parent.member(of: nil, names)) }
            try writer.add(categoryNode: .createCategory, after: [], fields + certificate)
        }
        try context.print("added category \(title.printable)\n")
    }

    private static func edit(
        _ category: String, _ name: String?, _ color: String?, _ parent: Parent?,
        _ context: inout CommandContext, _ repository: Repository
    ) throws(RedoError) {
        let names = CategoryNames(try repository.family(Organisation.self))
        let category = try names.category(named: category)
        var changes: [JSONMember] = []
        if let name = name.map({ JSONString($0) }), name != category.name {
            changes.append(JSONMember("name", .string(name)))
        }
        if let color = color.map({ JSONString($0) }), color != category.color {
            changes.append(JSONMember("color", .string(color)))
        }
        if let member = try parent?.member(of: category, names),
            member.value != (category.parent.map { .string(JSONString($0.text)) } ?? .null)
        {
            changes.append(member)
        }
        guard !changes.isEmpty else {
            return try context.print("unchanged \(category.name.printable)\n")
        }
        let listed = changes.map(\.name.description).joined(separator: ", ")
        _ = try context.edit(repository, .empty, by: WritingRequest()) {
            (writer) throws(RedoError) in
            try writer.add(
                categoryNode: .updateCategory, after: category.heads,
                [JSONMember("categoryId", .string(JSONString(category.id.text)))] + changes)
        }
        try context.print("edited category \(category.name.printable): \(listed)\n")
    }

    private static func delete(
        _ text: String, _ context: inout CommandContext, _ repository: Repository
    ) throws(RedoError) -> ExitStatus {
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
        _ = try context.edit(repository, .empty, by: WritingRequest()) {
            (writer) throws(RedoError) in
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
}

extension CategoryCommand.Parent {
    /// The field of a category.
    ///
    /// - Parameter category: the one that is changed; nil for a new one.
    /// - Throws: wrong usage for a circle.
    fileprivate func member(
        of category: Organisation.Category?, _ names: CategoryNames
    ) throws(RedoError) -> JSONMember {
        guard case .category(let text) = self else { return JSONMember("parentCategory", .null) }
        let other = try names.category(named: text)
        if let category, names.isWithin(other.id, category.id) {
            throw .usage(
                "\(category.name.printable) cannot be under \(names.path(of: other)): "
                    + "that would create a cycle")
        }
        return JSONMember("parentCategory", .string(JSONString(other.id.text)))
    }
}
