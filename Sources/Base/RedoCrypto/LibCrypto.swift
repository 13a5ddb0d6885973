internal import CCrypto
import RedoSystem

/// OpenSSL's libcrypto, which must be loaded and initialized before its functions are called.
enum LibCrypto {
    /// Omits the system's configuration file: it could load other code into the process, and reading it takes longer
    /// than computing a thousand digests.
    private static let options =
        UInt64(OPENSSL_INIT_NO_LOAD_CONFIG) | UInt64(OPENSSL_INIT_NO_ATEXIT)

    /// Loads and initializes the library on the first call. A context, a key or a ``FetchedDigest`` exists only after
    /// that.
    static func load() { precondition(isLoaded) }

    /// Any thread may call its functions.
    private static let isLoaded: Bool = {
        unsafe SharedLibrary.require(.crypto, redo_crypto_addresses(), redo_crypto_names())
        guard OPENSSL_init_crypto(options, nil) == 1 else {
            SharedLibrary.fail("SHA-256 of libcrypto.so.3", of: .crypto)
        }
        return true
    }()

    /// A context for digests, which the caller frees. Wraps `EVP_MD_CTX_new(3)`.
    static func newContext() -> OpaquePointer {
        load()
        guard let context = unsafe EVP_MD_CTX_new() else { fatalError("out of memory") }
        return unsafe context
    }
}

/// A digest algorithm, fetched on first use: fetching it for each digest is three times slower.
@safe struct FetchedDigest {
    /// The fetched `EVP_MD`.
    let algorithm: OpaquePointer

    static let sha256 = FetchedDigest("SHA256", "SHA-256")
    static let sha1 = FetchedDigest("SHA1", "SHA-1")

    /// Fetches an algorithm by its name. Wraps `EVP_MD_fetch(3)`.
    ///
    /// - Parameter title: its name in errors.
    private init(_ name: String, _ title: String) {
        LibCrypto.load()
        guard let algorithm = unsafe EVP_MD_fetch(nil, name, nil) else {
            SharedLibrary.fail("\(title) of libcrypto.so.3", of: .crypto)
        }
        unsafe self.algorithm = algorithm
    }
}

/// Unchecked: OpenSSL never changes a fetched algorithm and counts references to it atomically (openssl-threads(7)).
extension FetchedDigest: @unchecked Sendable {}
