import RedoCrypto
import RedoSystem

/// What a device shows to be let into an encrypted remote: its key, and its box key.
///
/// Both are public. As text it is a word that can be copied: `redo:card:KEY:BOX`, 64 hexadecimal digits each.
package struct MemberCard: Hashable, Sendable {
    package let device: Member.Device

    private static let prefix = "redo:card:"

    package init(_ device: Member.Device) { self.device = device }

    /// Reads the text; nil for anything else.
    package init?(_ text: String) {
        guard text.hasPrefix(Self.prefix) else { return nil }
        let parts = text.dropFirst(Self.prefix.count).split(
            separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let key = PublicKey(hexadecimal: Array(parts[0].utf8).span),
            let box = BoxPublicKey(hexadecimal: Array(parts[1].utf8).span)
        else { return nil }
        self.init(Member.Device(key: key, box: box))
    }

    package var text: String {
        "\(Self.prefix)\(device.key.hexadecimal):\(device.box.hexadecimal)"
    }

    /// What both sides show: no other card has these words.
    package var compared: ComparedWords { ComparedWords(of: text) }
}
