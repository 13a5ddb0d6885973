import RedoModel
import RedoSystem

/// What persons can be called: by their names, or the beginnings of their ids.
package struct PersonNames {
    private let people: People

    private static let smallestPrefix = 4

    package init(_ people: People) { self.people = people }

    /// The person that a name means.
    ///
    /// - Throws: NAME_001 if there is none, NAME_002 if there are several.
    package func person(named name: String) throws(RedoError) -> People.Person {
        try match(name).one(named: name) { name in
            RedoError(
                .unknownName, "there is no person '\(name)'",
                hints: [
                    "a person is named by its name or the beginning of its id; 'redo person list' "
                        + "shows them"
                ])
        }
    }

    private func match(_ name: String) -> NameMatch<People.Person> {
        let prefix = "\(NodeID.prefix)"
        let digits = name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name
        let range = digits.count < Self.smallestPrefix ? nil : NodeID.range(ofPrefix: digits)
        let byID = people.persons.filter { range?.contains($0.id) ?? false }
        let found = byID.isEmpty ? people.persons.filter { $0.name.description == name } : byID
        if found.count > 1 {
            return .several(name, found.map { "\($0.id) \($0.name.printable)" })
        }
        return found.first.map { .one($0) } ?? .none
    }
}
