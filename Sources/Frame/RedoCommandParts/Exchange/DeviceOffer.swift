import RedoCommandLine
import RedoCrypto
import RedoEpochs
import RedoModel
import RedoRepository
import RedoSystem

/// The identification of a device that joins a person: its key, or its card, which also has its box key and lets it
/// into encrypted remotes, too.
package enum DeviceOffer {
    case key(PublicKey)
    case card(MemberCard)

    /// Reads what was typed, pasted, or read by a camera: 64 hexadecimal digits, also in pieces, or a card; nil for
    /// anything else.
    package init?(_ text: String) {
        let text = text.lowercased()
        if let card = MemberCard(text) {
            self = .card(card)
            return
        }
        let digits = text.filter { $0 != "-" && $0 != " " }
        guard let key = PublicKey(hexadecimal: Array(digits.utf8).span) else { return nil }
        self = .key(key)
    }

    package var key: PublicKey {
        switch self {
        case .key(let key): key
        case .card(let card): card.device.key
        }
    }

    package var card: MemberCard? {
        if case .card(let card) = self { card } else { nil }
    }

    /// The words that both devices show: no other person, no other key and, of a card, no other box key has these
    /// words.
    package func words(with person: NodeID) -> ComparedWords {
        switch self {
        case .key(let key): ComparedWords(pairing: key, with: person)
        case .card(let card): ComparedWords(pairing: card, with: person)
        }
    }

    /// Prints it with its words, on a terminal below a code for cameras.
    package func show(with person: NodeID, _ context: inout CommandContext) throws(RedoError) {
        let (label, text, shown): (String, String, String)
        switch self {
        case .key(let key):
            let digits = Array(key.hexadecimal)
            let groups = stride(from: 0, to: digits.count, by: 8).map {
                String(digits[$0..<$0 + 8])
            }
            (label, text, shown) = ("key", key.hexadecimal, groups.joined(separator: " "))
        case .card(let card):
            (label, text, shown) = ("card", card.text, card.text)
        }
        if context.surroundings.hasTerminalOutput { try context.printCode(of: text.uppercased()) }
        try context.print("\(label) \(shown)\n")
        try context.print("words \(words(with: person).words.joined(separator: " "))\n")
    }
}

extension CommandContext {
    /// The card of this device. It is shown before there is a store as well.
    ///
    /// - Throws: KEYCHAIN_002 if there is no key, or it cannot be used.
    package func memberCard() throws(RedoError) -> MemberCard {
        let key = try ownKey()
        return MemberCard(
            Member.Device(key: key, box: try keyring().boxKey(of: UserID(key).description)))
    }
}
