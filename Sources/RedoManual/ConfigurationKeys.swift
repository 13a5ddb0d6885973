/// The names of the configuration that the suite reads. Tests compare them with the sources and with
/// redo-config(1), which says what they mean.
package enum ConfigurationKeys {
    package static let names = [
        "core.fsync", "gc.auto", "redo.device", "redo.deviceName", "redo.dialect", "redo.rank",
        "safe.directory", "sync.allowedAuthors", "sync.merge", "sync.remote", "user.email",
        "user.key", "user.name",
    ]

    /// Those with a part that users choose.
    package static let patterns = ["alias.<name>", "remote.<name>.url"]
}
