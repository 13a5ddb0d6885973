import RedoModel
import RedoSystem

extension People {
    private static let smallestPrefix = 4

    /// The person that a name means: its name, or the beginning of its id.
    ///
    /// - Throws: NAME_001 if there is none, NAME_002 if there are several.
    package func person(named name: String) throws(RedoError) -> Person {
        try match(name).one(named: name, orElse: UnclearName.person)
    }

    private func match(_ name: String) -> NameMatch<Person> {
        let prefix = "\(NodeID.prefix)"
        let digits = name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name
        let range = digits.count < Self.smallestPrefix ? nil : NodeID.range(ofPrefix: digits)
        let byID = persons.filter { range?.contains($0.id) ?? false }
        let found = byID.isEmpty ? persons.filter { $0.name.description == name } : byID
        if found.count > 1 {
            return .several(name, found.map { "\($0.id) \($0.name.printable)" })
        }
        return found.first.map { .one($0) } ?? .none
    }
}
