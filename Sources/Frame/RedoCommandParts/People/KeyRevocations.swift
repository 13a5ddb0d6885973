import RedoCommandLine
import RedoCrypto
import RedoJSON
import RedoModel
import RedoRepository
import RedoSystem

/// Who revoked your key, and the keys of your devices on behalf of another person: a thief can make a person with a stolen
/// key, or let it join one, and revoke it there.
package struct KeyRevocations {
    private let people: People
    private let entries: [Entry]

    private struct Entry {
        let key: PublicKey
        /// The key for people.
        let text: String
        let revocation: People.Revocation
    }

    /// - Parameters:
    ///   - own: your key; nil without one.
    ///   - persons: the persons whose devices are looked at, listed or not; nil for those that your key has ever been a
    ///     device of.
    package init(_ people: People, own: PublicKey?, of persons: [NodeID]? = nil) {
        self.people = people
        var entries: [Entry] = []
        var seen: Set<NodeID> = []
        for revocation in own.map({ people.revocations(of: $0) }) ?? []
        where seen.insert(revocation.person).inserted {
            guard let own else { continue }
            entries.append(Entry(key: own, text: "your key", revocation: revocation))
        }
        for person in persons ?? Self.persons(of: own, people) {
            for foreign in people.foreignRevocations[person] ?? []
            where !entries.contains(where: {
                $0.key == foreign.device.key && $0.revocation.person == foreign.revocation.person
            }) {
                entries.append(
                    Entry(
                        key: foreign.device.key, text: DeviceNames.text(of: foreign.device),
                        revocation: foreign.revocation))
            }
        }
        self.entries = entries
    }

    private static func persons(of own: PublicKey?, _ people: People) -> [NodeID] {
        guard let own else { return [] }
        var ids: [NodeID] = people.person(of: own).map { [$0.id] } ?? []
        for belonging in people.belongings(of: own) where !ids.contains(belonging.person) {
            ids.append(belonging.person)
        }
        return ids
    }

    /// A line for each key and person.
    package var lines: [String] {
        entries.map { entry in
            "\(entry.text) was revoked by \(name(of: entry.revocation.person)), "
                + entry.revocation.revoked.wallText
        }
    }

    /// For each person the command that takes back what it revoked.
    package var hints: [String] {
        var persons: [NodeID] = []
        for entry in entries where !persons.contains(entry.revocation.person) {
            persons.append(entry.revocation.person)
        }
        return persons.map {
            "if \(name(of: $0)) is not yours: 'redo ignore \($0)' on each of your devices "
                + "takes back what it revoked"
        }
    }

    /// The lines and the hints.
    var messages: [String] { lines + hints }

    package var json: JSONValue {
        .array(
            entries.map { entry in
                [
                    "key": .string(JSONString(entry.key.hexadecimal)),
                    "person": .string(JSONString(entry.revocation.person.description)),
                    "revoked": .string(JSONString(entry.revocation.revoked.wallText)),
                ]
            })
    }

    private func name(of person: NodeID) -> String {
        people[person]?.text ?? "person \(people.digits(of: person))"
    }
}
