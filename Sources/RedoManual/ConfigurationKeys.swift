/// The names of the configuration that the suite reads. Tests compare them with the sources and with
/// redo-config(1), which says what they mean.
package enum ConfigurationKeys {
    package static let names = [
        "core.editor", "core.fsync", "firestore.keyFile", "firestore.pageSize",
        "firestore.retryDelay", "firestore.tokenHelper", "gc.auto", "gc.autoPackLimit",
        "redo.device",
        "redo.deviceName", "redo.dialect", "redo.rank", "safe.directory", "sync.allowedAuthors",
        "sync.merge", "sync.remote", "sync.timeout", "user.email", "user.key", "user.name",
    ]

    /// Those with a part that users choose.
    package static let patterns = ["alias.<name>", "list.<name>.<option>", "remote.<name>.url"]
}
