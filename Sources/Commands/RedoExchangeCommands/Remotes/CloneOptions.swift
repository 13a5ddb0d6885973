import RedoCommandLine
import RedoSystem

/// Options of `redo clone` alone, for a device that has nothing yet.
package enum CloneOptions {
    package static let key = OptionSpecification.value(
        "key", takes: .file,
        "the remote is encrypted: first take in this key, which 'redo key export' has written")
    package static let recover = OptionSpecification.flag(
        "recover",
        "the remote is encrypted: ask for the words of its recovery key, and make this device a member"
    )
}
