import RedoCrypto
import RedoSystem

/// An opener of boxes that were sealed to one user, for any number of them.
package struct BoxOpener {
    package let publicKey: BoxPublicKey
    private let open: ([UInt8]) -> [UInt8]?

    init(_ publicKey: BoxPublicKey, open: @escaping ([UInt8]) -> [UInt8]?) {
        self.publicKey = publicKey
        self.open = open
    }

    /// The contents of a box; nil if it was sealed to another key or changed, or if the program that keeps the key
    /// does not open it.
    package func callAsFunction(_ box: Span<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.append(box)
        return open(bytes)
    }
}

/// An unlocked key of a user, which opens boxes and signs.
package struct OpenedKey {
    package let publicKey: PublicKey
    package let box: BoxOpener
    /// Nil if the signer has to be requested separately, because a program keeps the key.
    package let signer: Signer?
}
