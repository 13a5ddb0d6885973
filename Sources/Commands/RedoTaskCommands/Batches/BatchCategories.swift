import RedoCommandLine
import RedoCommandParts
import RedoJSON
import RedoModel
import RedoRepository
import RedoSystem

/// The live categories while a batch runs: those of the log, and what operations made of them.
struct BatchCategories {
    private var live: [UUIDValue: Category] = [:]
    /// The categories that operations made, by the ids of these.
    private var made: [String: UUIDValue] = [:]
    private let user: Principal

    private struct Category {
        var name: JSONString
        var parent: UUIDValue?
        let owner: Principal
        var heads: [Node]
    }

    /// - Parameter user: who runs the batch.
    init(_ organisation: Organisation, of user: Principal) {
        self.user = user
        for category in organisation.categories {
            live[category.id] = Category(
                name: category.name, parent: category.parent, owner: category.owner,
                heads: category.heads)
        }
    }

    /// Creates the node of an operation.
    ///
    /// - Returns: the category that it is about.
    /// - Throws: as the command `category` does.
    mutating func run(
        _ operation: BatchOperation, _ writer: inout TaskWriter
    ) throws(RedoError) -> UUIDValue {
        guard let name = operation.category else { return try add(operation, &writer) }
        let id = try id(named: name)
        guard let category = live[id] else { return id }
        let member = OwnedThing(kind: .category, id: id).member
        if operation.verb == .deleteCategory {
            guard operation.fields.isEmpty else {
                throw RedoError(.schemaMismatch, "\(operation.verb.rawValue) takes no fields")
            }
            guard category.owner == user else {
                throw RedoError(
                    .permissionDenied,
                    "\(category.name.printable) belongs to \(category.owner): only its owner can delete it"
                )
            }
            try writer.add(categoryNode: .deleteCategory, after: category.heads, [member])
            live[id] = nil
        } else {
            let fields = try checked(operation.fields, of: id)
            guard !fields.isEmpty else {
                throw RedoError(
                    .schemaMismatch,
                    "\(operation.verb.rawValue) needs name, color or parentCategory")
            }
            let node = try writer.add(
                categoryNode: .updateCategory, after: category.heads, [member] + fields)
            take(fields, node, of: id)
        }
        return id
    }

    private mutating func add(
        _ operation: BatchOperation, _ writer: inout TaskWriter
    ) throws(RedoError) -> UUIDValue {
        var fields = try checked(operation.fields, of: nil)
        guard fields.contains(where: { $0.name == "name" }) else {
            throw RedoError(.schemaMismatch, "\(operation.verb.rawValue) needs name")
        }
        let most = Organisation.maximumCategoryCount
        guard live.values.count(where: { $0.owner == user }) < most else {
            throw .usage("you have \(most) categories, which is the maximum")
        }
        if !fields.contains(where: { $0.name == "color" }) {
            fields.append(
                JSONMember("color", .string(JSONString(CategoryColor.next(after: live.count)))))
        }
        let (id, certificate) = writer.newID(.category)
        let member = OwnedThing(kind: .category, id: id).member
        let node = try writer.add(
            categoryNode: .createCategory, after: [], [member] + fields + certificate)
        live[id] = Category(name: "", parent: nil, owner: user, heads: [])
        take(fields, node, of: id)
        if let name = operation.id.string?.description { made[name] = id }
        return id
    }

    private mutating func take(_ fields: [JSONMember], _ node: Node, of id: UUIDValue) {
        for field in fields {
            if field.name == "name" { live[id]?.name = field.value.string ?? "" }
            if field.name == "parentCategory" {
                live[id]?.parent = field.value.string?.uuid
            }
        }
        live[id]?.heads = [node]
    }

    /// The fields as nodes have them.
    ///
    /// - Parameter id: of the category that gets them; nil for a new one.
    private func checked(
        _ fields: [JSONMember], of id: UUIDValue?
    ) throws(RedoError) -> [JSONMember] {
        var checked: [JSONMember] = []
        for field in fields {
            guard field.name == "name" || field.name == "color" || field.name == "parentCategory"
            else {
                throw RedoError(
                    .schemaMismatch, "'\(field.name.printable)' is not a field of a category")
            }
            if field.name == "parentCategory", field.value == .null {
                checked.append(field)
                continue
            }
            guard let text = field.value.string?.description, !isBlank(text) else {
                throw RedoError(.schemaMismatch, "\(field.name.printable) must be text")
            }
            if field.name == "name" {
                let other = live.first {
                    $0.key != id && $0.value.name.description.lowercased() == text.lowercased()
                }
                if let other {
                    throw .usage(
                        "there is a category '\(other.value.name.printable)' already")
                }
                checked.append(field)
            } else if field.name == "color" {
                checked.append(
                    JSONMember("color", .string(JSONString(try CategoryColor.digits(text)))))
            } else {
                let parent = try self.id(named: text)
                if let id, isWithin(parent, id) {
                    throw .usage(
                        "\(live[id]?.name.printable ?? id.text) cannot be under "
                            + "\(live[parent]?.name.printable ?? parent.text): that would create a cycle"
                    )
                }
                checked.append(
                    JSONMember("parentCategory", .string(JSONString(parent.text))))
            }
        }
        return checked
    }

    private func isWithin(_ id: UUIDValue, _ other: UUIDValue) -> Bool {
        var seen: Set<UUIDValue> = []
        var next: UUIDValue? = id
        while let id = next, seen.insert(id).inserted {
            if id == other { return true }
            next = live[id]?.parent
        }
        return false
    }

    /// The live category that a text means: its id, its name, or `@` and the id of the operation that made it.
    private func id(named text: String) throws(RedoError) -> UUIDValue {
        var found: [UUIDValue] = []
        if text.hasPrefix("@"), let id = made[String(text.dropFirst())], live[id] != nil {
            found = [id]
        } else if let id = JSONString(text).uuid, live[id] != nil {
            found = [id]
        } else {
            found = live.filter { $0.value.name.description == text }.map(\.key)
            if found.isEmpty {
                let folded = text.lowercased()
                found = live.filter { $0.value.name.description.lowercased() == folded }.map(\.key)
            }
        }
        guard let id = found.first else {
            throw RedoError(.unknownName, "there is no category '\(text.printable)'")
        }
        guard found.count == 1 else {
            throw RedoError(
                .ambiguousName, "\(found.count) categories are called '\(text.printable)'")
        }
        return id
    }
}

extension JSONString {
    fileprivate var uuid: UUIDValue? { UUIDValue(text: utf8.span) }
}
