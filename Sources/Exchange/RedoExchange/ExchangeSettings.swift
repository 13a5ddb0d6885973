import RedoModel
import RedoStore
import RedoSystem

/// The settings in the configuration of a store that apply to exchanges with any remote.
package enum ExchangeSettings {
    /// The default of `sync.timeout`.
    package static let defaultSilenceSeconds =
        ConfigurationKey.timeout.fallback.flatMap { Int($0) } ?? 300

    /// The time in which a server may neither send nor receive, in seconds: `sync.timeout`.
    ///
    /// - Throws: wrong usage if that is not a number of seconds.
    package static func silenceSeconds(_ store: Store) throws(RedoError) -> Int {
        try store.configuration.checkedNumber(.timeout) ?? defaultSilenceSeconds
    }

    /// The authors whose nodes are admitted; nil for all.
    ///
    /// - Throws: wrong usage if `sync.allowedAuthors` has what is not a userId.
    package static func allowedAuthors(_ store: Store) throws(RedoError) -> Set<UserID>? {
        let authors = try store.configuration.userIDs(.allowedAuthors)
        return authors.isEmpty ? nil : authors
    }
}
