import RedoSystem

/// A setting that does not count.
package struct IgnoredSetting: Sendable {
    /// Why a setting does not count.
    package enum Reason: Sendable {
        /// It stands in a store's file and counts in the user's only.
        case isUsersOnly
        /// The key does not take the value.
        case isMistaken
    }

    package let key: ConfigurationKey
    package let value: String
    package let origin: Configuration.Origin
    package let reason: Reason
    /// Where a mistake stands, and the command that fixes it.
    package let hints: [String]
}

/// Which settings a process has looked for and ignored: a command names each once, when it ends.
package final class IgnoredSettings: Sendable {
    private let settings = Locked<[IgnoredSetting]>([])

    package init() {}

    /// Notes a setting; once is enough.
    func note(_ setting: IgnoredSetting) {
        settings.withLock { settings in
            let isKnown = settings.contains {
                $0.key.name == setting.key.name && $0.value == setting.value
                    && $0.origin == setting.origin
            }
            if !isKnown { settings.append(setting) }
        }
    }

    /// Those that were noted, in that order.
    package var all: [IgnoredSetting] { settings.withLock { $0 } }
}
