import RedoCrypto
import RedoModel

/// The identity that writes: an author, and the signer for it.
package struct Identity: Sendable {
    package let author: Author
    package let signer: Signer

    package init(author: Author, signer: Signer) {
        self.author = author
        self.signer = signer
    }
}
