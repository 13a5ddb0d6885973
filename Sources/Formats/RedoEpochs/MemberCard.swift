import RedoCrypto
import RedoModel
import RedoSystem

/// The card that a device shows to be added to an encrypted remote: its key, and its box key.
///
/// Both are public. As text it is one word that can be copied: `redo:card:KEY:BOX`, 64 hexadecimal digits each.
package struct MemberCard: Hashable, Sendable {
    package let device: Member.Device

    private static let prefix = "redo:card:"

    package init(_ device: Member.Device) { self.device = device }

    /// Parses the text; nil for anything else, and for a card with a box key to which nothing can be sealed.
    package init?(_ text: String) {
        guard let device = Self.device(in: text), !device.box.isOfSmallOrder else { return nil }
        self.init(device)
    }

    /// Refuses a text that is a card and has a box key to which nothing can be sealed: no one could start an epoch with
    /// it.
    ///
    /// - Throws: KEYCHAIN_003 with the name of the device.
    package static func checkBoxKey(in text: String) throws(RedoError) {
        guard let device = device(in: text), device.box.isOfSmallOrder else { return }
        throw RedoError(
            .invalidKey,
            "nothing can be sealed to the box key in the card of \(UserID(device.key)): it is of small order",
            hints: ["'redo member card' prints the right card on that device"])
    }

    private static func device(in text: String) -> Member.Device? {
        guard text.hasPrefix(prefix) else { return nil }
        let parts = text.dropFirst(prefix.count).split(
            separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let key = PublicKey(hexadecimal: Array(parts[0].utf8).span),
            let box = BoxPublicKey(hexadecimal: Array(parts[1].utf8).span)
        else { return nil }
        return Member.Device(key: key, box: box)
    }

    package var text: String {
        "\(Self.prefix)\(device.key.hexadecimal):\(device.box.hexadecimal)"
    }

    /// The words that both sides compare: no other card has them.
    package var compared: ComparedWords { ComparedWords(of: text) }
}
