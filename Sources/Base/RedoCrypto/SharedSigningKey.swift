/// A key pair that several threads sign with.
///
/// Unchecked: the secret is written before the object exists, and signing only reads it.
package final class SharedSigningKey: @unchecked Sendable {
    private let key: SigningKey

    /// Copies a key into memory of its own.
    package init(copying key: borrowing SigningKey) {
        let seed = key.seed()
        self.key = SigningKey(seed: seed)
    }

    /// Calls a closure with the key.
    package func withKey<Result, Failure: Error>(
        _ body: (borrowing SigningKey) throws(Failure) -> Result
    ) throws(Failure) -> Result { try body(key) }
}
