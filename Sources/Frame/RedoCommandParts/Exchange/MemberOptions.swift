import RedoCommandLine
import RedoSystem

/// Options of commands for encrypted remotes.
package enum MemberOptions {
    package static let encrypt = OptionSpecification.flag(
        "encrypt", "with add: make the remote an encrypted one, which must be empty")
    package static let trust = OptionSpecification.value(
        "trust", takes: "invitation",
        "the remote is encrypted: trust this invitation, or this id of its first list of members")
    package static let noRecovery = OptionSpecification.flag(
        "no-recovery",
        isExpert: true,
        "make no recovery key; if all devices are lost, nothing can be read any more")
    package static let words = OptionSpecification.value(
        "words", takes: "words",
        "with add: the eight words that the other device shows; others are refused")
    package static let yes = OptionSpecification.flag("yes", letter: "y", "do not ask")
    package static let json = OptionSpecification.flag(
        "json", "with list: print a JSON object for each member")
    package static let revoke = OptionSpecification.value(
        "revoke", takes: "key", isRepeatable: true,
        "with recover: the device with this key is no longer a member")
    package static let revokeAll = OptionSpecification.flag(
        "revoke-all", "with recover: none of the member's other devices is a member any more")
}
