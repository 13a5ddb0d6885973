import RedoStore

/// The names of the configuration that the suite reads, for completions and the manual.
package enum ConfigurationKeys {
    package static let names = ConfigurationKey.all.map(\.name)

    /// Those with a part that users choose.
    package static let patterns = ConfigurationKey.patterns
}
