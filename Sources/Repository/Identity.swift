import RedoCrypto
import RedoModel

/// Who writes: an author and what signs for them.
package struct Identity: Sendable {
    package let author: Author
    package let signer: Signer

    package init(author: Author, signer: Signer) {
        self.author = author
        self.signer = signer
    }
}
