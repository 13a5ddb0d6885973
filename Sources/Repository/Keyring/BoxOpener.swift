import RedoCrypto
import RedoSystem

/// Opens boxes that were sealed to one user, any number of them.
package struct BoxOpener {
    package let publicKey: BoxPublicKey
    private let open: ([UInt8]) -> [UInt8]?

    init(_ publicKey: BoxPublicKey, open: @escaping ([UInt8]) -> [UInt8]?) {
        self.publicKey = publicKey
        self.open = open
    }

    /// What was in a box; nil for one that was sealed to another key, or was changed, or that the program which keeps the
    /// key does not open.
    package func callAsFunction(_ box: Span<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.append(box)
        return open(bytes)
    }
}

/// The key of a user that was opened: it opens boxes, and signs.
package struct OpenedKey {
    package let publicKey: PublicKey
    package let box: BoxOpener
    /// Nil if what signs has to be asked for by itself: a program keeps the key.
    package let signer: Signer?
}
