import RedoCrypto
import RedoModel

extension ComparedWords {
    /// The words that two devices show before one adds the other to a person and encrypted remotes at once: no other
    /// person, key or box key has them.
    ///
    /// They are derived from the text `redo:pair:`, the id of the person and the text of the card. No key has the form
    /// of a card, so they are never those of a key alone.
    package init(pairing card: MemberCard, with person: NodeID) {
        self.init(of: "redo:pair:\(person)\(card.text)")
    }
}
