import RedoSystem

/// A setting that stands in a store's configuration and counts in the user's only.
package struct IgnoredSetting: Sendable {
    package let key: ConfigurationKey
    package let value: String
    /// The store's file.
    package let origin: Configuration.Origin
}

/// Which settings of stores a process has looked for and ignored: a command names each once, when it ends.
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
