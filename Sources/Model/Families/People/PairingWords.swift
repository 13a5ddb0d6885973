import RedoCrypto

extension ComparedWords {
    /// The words that two devices show before one lets the other in: no other key and no other person has them.
    ///
    /// They are of the text `redo:pair:`, the id of the person and the key, both as hexadecimal digits.
    package init(pairing key: PublicKey, with person: NodeID) {
        self.init(of: "redo:pair:\(person)\(key.hexadecimal)")
    }
}
