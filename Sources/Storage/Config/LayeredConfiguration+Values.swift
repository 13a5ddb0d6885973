import RedoModel
import RedoSystem

extension LayeredConfiguration {
    /// The value of a key; nil if there is none.
    ///
    /// - Throws: wrong usage for one that the key does not take, with the command that mends it.
    package func checkedValue(_ key: ConfigurationKey) throws(RedoError) -> String? {
        guard let setting = setting(key) else { return nil }
        guard let mistake = key.mistake(in: setting.value) else { return setting.value }
        throw .usage(
            "\(key.name) is '\(setting.value)', \(mistake)",
            hints: key.mendingHints(at: setting.origin))
    }

    /// The number of a key, or the one that counts where there is none.
    ///
    /// - Throws: wrong usage for what is no such number, with the command that mends it.
    package func checkedNumber(_ key: ConfigurationKey) throws(RedoError) -> Int? {
        (try checkedValue(key) ?? key.fallback).flatMap { Int($0) }
    }

    /// The users whose nodes are left out of what is shown.
    package var ignoredAuthors: Set<UserID> {
        Set(soundValues(.ignoredAuthors).compactMap { UserID(text: Array($0.utf8).span) })
    }

    /// The users that a key lists, in all files.
    ///
    /// - Throws: wrong usage for a value that is not a userId, with the command that mends it.
    package func userIDs(_ key: ConfigurationKey) throws(RedoError) -> Set<UserID> {
        var users: Set<UserID> = []
        for value in values(key) {
            guard let user = UserID(text: Array(value.utf8).span) else {
                throw .usage(
                    "\(key.name) has '\(value)', \(key.mistake(in: value) ?? "not a userId")",
                    hints: key.mendingHints(at: setting(key)?.origin ?? .memory))
            }
            users.insert(user)
        }
        return users
    }
}

extension ConfigurationKey {
    /// The command that puts a bad value right.
    ///
    /// - Parameter origin: of the value.
    package func mendingHints(at origin: Configuration.Origin) -> [String] {
        let option: String
        switch origin {
        case .user: option = "--global "
        case .store: option = ""
        case .commandLine, .memory: return []
        }
        if let example { return ["'redo config \(option)\(name) \(example)' mends it"] }
        return ["'redo config \(option)--unset \(name)' removes it"]
    }
}
