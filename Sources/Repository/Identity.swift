import RedoCrypto
import RedoModel

/// Who writes: an author and the key that signs for them.
package struct Identity: ~Copyable {
    package let author: Author
    package let key: SigningKey

    package init(author: Author, key: consuming SigningKey) {
        self.author = author
        self.key = key
    }
}
