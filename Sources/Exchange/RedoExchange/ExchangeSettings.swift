import RedoModel
import RedoStore
import RedoSystem

/// What the configuration of a store says of exchanges with any remote.
package enum ExchangeSettings {
    /// What counts where `sync.timeout` says nothing.
    package static let defaultSilenceSeconds =
        ConfigurationKey.timeout.fallback.flatMap { Int($0) } ?? 300

    /// How long a server may send and take nothing: `sync.timeout`.
    ///
    /// - Throws: wrong usage if that is not a number of seconds.
    package static func silenceSeconds(_ store: Store) throws(RedoError) -> Int {
        try store.configuration.checkedNumber(.timeout) ?? defaultSilenceSeconds
    }

    /// Whose nodes are admitted; nil for everyone's.
    ///
    /// - Throws: wrong usage if `sync.allowedAuthors` has what is not a userId.
    package static func allowedAuthors(_ store: Store) throws(RedoError) -> Set<UserID>? {
        let authors = try store.configuration.userIDs(.allowedAuthors)
        return authors.isEmpty ? nil : authors
    }
}
