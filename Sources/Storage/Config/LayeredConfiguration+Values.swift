import RedoModel
import RedoSystem

extension LayeredConfiguration {
    /// The value of a key; nil if there is none.
    ///
    /// - Throws: wrong usage for an invalid value, with the command that fixes it.
    package func checkedValue(_ key: ConfigurationKey) throws(RedoError) -> String? {
        guard let setting = setting(key) else { return nil }
        guard let mistake = key.mistake(in: setting.value) else { return setting.value }
        throw .usage(
            "\(key.name) is '\(setting.value)', \(mistake)",
            hints: mendingHints(key, setting.value, at: setting.origin))
    }

    /// The number of a key; its default if it is not set.
    ///
    /// - Throws: wrong usage for a value that is not such a number, with the command that fixes it.
    package func checkedNumber(_ key: ConfigurationKey) throws(RedoError) -> Int? {
        (try checkedValue(key) ?? key.fallback).flatMap { Int($0) }
    }

    /// The users whose nodes are left out of what is shown.
    package var ignoredAuthors: Set<UserID> {
        Set(soundValues(.ignoredAuthors).compactMap { UserID(text: Array($0.utf8).span) })
    }

    /// The persons whose statements have no effect on this device.
    package var ignoredPersons: Set<NodeID> {
        Set(soundValues(.ignoredPersons).compactMap { NodeID($0) })
    }

    /// The rooms that lists leave out on this device.
    package var hiddenRooms: Set<NodeID> {
        Set(soundValues(.roomHidden).compactMap { NodeID($0) })
    }

    /// The users that a key lists, in all files.
    ///
    /// - Throws: wrong usage for a value that is not a userId, with the command that fixes it.
    package func userIDs(_ key: ConfigurationKey) throws(RedoError) -> Set<UserID> {
        var users: Set<UserID> = []
        for value in values(key) {
            guard let user = UserID(text: Array(value.utf8).span) else {
                throw .usage(
                    "\(key.name) has '\(value)', \(key.mistake(in: value) ?? "not a userId")",
                    hints: mendingHints(key, value))
            }
            users.insert(user)
        }
        return users
    }

    /// The location of an invalid value, and the command that corrects it; empty for a value that is not in a file.
    ///
    /// - Parameter origin: where the value comes from; if it is not given, the last layer that has the value.
    package func mendingHints(
        _ key: ConfigurationKey, _ value: String, at origin: Configuration.Origin? = nil
    ) -> [String] {
        guard let name = Configuration.Name(key.name) else { return [] }
        for layer in layers(for: name).reversed() where origin == nil || layer.origin == origin {
            guard let line = layer.line(of: name, value) else { continue }
            guard let path = layer.origin.path else { return [] }
            let option = layer.origin.isStore ? "" : "--global "
            let location = "line \(line) of \(path)"
            if let example = key.example {
                return ["'redo config \(option)\(key.name) \(example)' fixes it: \(location)"]
            }
            return ["'redo config \(option)--unset \(key.name)' removes it: \(location)"]
        }
        return []
    }
}
