import RedoCrypto

extension ComparedWords {
    /// The words that two devices show before one of them lets the other in: they identify the key and the person.
    ///
    /// They are computed from the text `redo:pair:`, the id of the person and the key, both as hexadecimal digits.
    package init(pairing key: PublicKey, with person: NodeID) {
        self.init(of: "redo:pair:\(person)\(key.hexadecimal)")
    }
}
