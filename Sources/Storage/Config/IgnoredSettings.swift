import RedoSystem

/// A setting that does not count.
package struct IgnoredSetting: Sendable {
    /// Why a setting does not count.
    package enum Reason: Sendable {
        /// It is in a store's file, but counts only in the user's.
        case isUsersOnly
        /// The value is invalid for the key.
        case isMistaken
    }

    package let key: ConfigurationKey
    package let value: String
    package let origin: Configuration.Origin
    package let reason: Reason
    /// The location of the mistake, and the command that fixes it.
    package let hints: [String]
}

/// The settings that a process has read but ignored. A command reports each once, when it ends.
package final class IgnoredSettings: Sendable {
    private let settings = Locked<[IgnoredSetting]>([])

    package init() {}

    /// Notes a setting, unless it is noted already.
    func note(_ setting: IgnoredSetting) {
        settings.withLock { settings in
            let isKnown = settings.contains {
                $0.key.name == setting.key.name && $0.value == setting.value
                    && $0.origin == setting.origin
            }
            if !isKnown { settings.append(setting) }
        }
    }

    /// The noted settings, in order.
    package var all: [IgnoredSetting] { settings.withLock { $0 } }
}
