import RedoModel
import RedoSystem

/// The names of live categories.
package struct CategoryNames {
    private let categories: [Organisation.Category]
    private let byID: [UUIDValue: Organisation.Category]
    private let facts: OrganisationFacts

    package init(_ organisation: Organisation) {
        categories = organisation.categories
        byID = Dictionary(uniqueKeysWithValues: organisation.categories.map { ($0.id, $0) })
        facts = OrganisationFacts(organisation)
    }

    package subscript(id: UUIDValue) -> Organisation.Category? { byID[id] }

    /// The names of a category and of the categories that contain it, the outermost first: `Home / Garden`. It is
    /// bounded like ``OrganisationFacts/path(of:)``.
    package func path(of category: Organisation.Category) -> String {
        facts.path(of: category.id).map(\.printable).joined(separator: " / ")
    }

    /// Whether a category is another one, or is inside it.
    package func isWithin(_ id: UUIDValue, _ other: UUIDValue) -> Bool {
        var seen: Set<UUIDValue> = []
        var next: UUIDValue? = id
        while let id = next, seen.insert(id).inserted {
            if id == other { return true }
            next = byID[id]?.parent
        }
        return false
    }

    /// The category that a name means: its name, its path, the beginning of its id, or a part of its name.
    ///
    /// - Throws: NAME_001 if it means nothing, NAME_002 if it means several.
    package func category(named name: String) throws(RedoError) -> Organisation.Category {
        let lowercased = name.lowercased()
        let isID = name.utf8.count >= 4
        let ways: [(Organisation.Category) -> Bool] = [
            { $0.name.description == name },
            { $0.name.description.lowercased() == lowercased },
            { path(of: $0).lowercased() == lowercased },
            { isID && $0.id.text.hasPrefix(lowercased) },
            { $0.name.description.lowercased().containsText(lowercased) },
        ]
        for way in ways where !name.isEmpty {
            let found = categories.filter(way)
            if found.count > 1 {
                throw UnclearName.ambiguous(
                    name, found.map { "\($0.id.text.prefix(8)) \(path(of: $0))" })
            }
            if let category = found.first { return category }
        }
        throw RedoError(
            .unknownName, "there is no category '\(name)'",
            hints: ["'redo category list' shows them, 'redo category add' creates one"],
            detail: WrongName(name))
    }
}
