/// Names of the configuration that differ in a part that users choose: `field.<name>.type`.
package struct ConfigurationPattern: Sendable {
    /// The name, with the parts that users choose in angle brackets.
    package let name: String
    package let form: ConfigurationKey.Form
    /// Whether it counts only in the user's own configuration and on the command line.
    package let isUsersOnly: Bool

    private init(
        _ name: String, _ form: ConfigurationKey.Form = .text, isUsersOnly: Bool = false
    ) {
        self.name = name
        self.form = form
        self.isUsersOnly = isUsersOnly
    }

    /// Sorted by name.
    package static let all = [
        ConfigurationPattern("account.<id>.uid"),
        ConfigurationPattern("agent.<name>.key", isUsersOnly: true),
        ConfigurationPattern("alias.<name>"),
        ConfigurationPattern("context.<name>.query"), ConfigurationPattern("context.<name>.set"),
        ConfigurationPattern("field.<name>.default"), ConfigurationPattern("field.<name>.label"),
        ConfigurationPattern(
            "field.<name>.type",
            .word(["text", "number", "date", "duration", "boolean", "choice"])),
        ConfigurationPattern("field.<name>.values"),
        ConfigurationPattern("rank.project.<project>.factor", .factor),
        ConfigurationPattern("rank.tag.<tag>.factor", .factor),
        ConfigurationPattern("remote.<name>.closed", .boolean),
        ConfigurationPattern("remote.<name>.composing", .boolean),
        ConfigurationPattern("remote.<name>.copied", .boolean),
        ConfigurationPattern("remote.<name>.encrypted", .boolean),
        ConfigurationPattern("remote.<name>.genesis"),
        ConfigurationPattern("remote.<name>.url"), ConfigurationPattern("report.<name>.<option>"),
        ConfigurationPattern("s3.<host>.trusted", .boolean, isUsersOnly: true),
        ConfigurationPattern("ui.<action>.keys"),
    ]

    /// Sections that are not read any more, each with its successor.
    static let renamedSections = ["list": "report"]

    /// The pattern of a name; nil if it matches none.
    package init?(_ name: Configuration.Name) {
        guard let pattern = Self.all.first(where: { $0.chosenPart(of: name) != nil }) else {
            return nil
        }
        self = pattern
    }

    /// The form of a value, for people; nil if any text is valid.
    package var expected: String? { form.expected }

    /// The mistake in a value, as the end of a sentence; nil for a valid value.
    package func mistake(in value: String) -> String? { form.mistake(in: value) }

    /// The part of a name at the first part in angle brackets; nil if the name is of another pattern.
    package func chosenPart(of name: Configuration.Name) -> String? {
        let parts = self.name.split(separator: ".")
        let isKeyChosen = parts[parts.count - 1].hasPrefix("<")
        guard name.section == parts[0], isKeyChosen || name.key == parts[parts.count - 1] else {
            return nil
        }
        guard parts.count > 2 else { return name.subsection == nil ? name.key : nil }
        let beginning = parts[1..<(parts.count - 2)].map { "\($0)." }.joined()
        guard let subsection = name.subsection, subsection.hasPrefix(beginning),
            subsection.utf8.count > beginning.utf8.count
        else { return nil }
        return String(subsection.dropFirst(beginning.count))
    }
}

extension Configuration.Name {
    /// The name that has replaced this one; nil for a name that is still read, and for one that never was.
    package var successor: Configuration.Name? {
        guard subsection != nil, let section = ConfigurationPattern.renamedSections[section] else {
            return nil
        }
        return Configuration.Name(section: section, subsection: subsection, key: key)
    }
}

extension LayeredConfiguration {
    /// The values of a key in all subsections of a section. Of several in one subsection the last one counts.
    package func values(section: String, key: String) -> [(subsection: String, value: String)] {
        var values: [(subsection: String, value: String)] = []
        for entry in layers.flatMap(\.entries)
        where entry.name.section == section && entry.name.key == key {
            guard let subsection = entry.name.subsection else { continue }
            values.removeAll { $0.subsection == subsection }
            values.append((subsection, entry.value ?? "true"))
        }
        return values
    }
}
