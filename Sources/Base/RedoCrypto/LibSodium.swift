internal import CSodium
import RedoSystem

/// libsodium, which must be loaded and initialized before its functions are called.
enum LibSodium {
    /// Loads and initializes the library on the first call. A ``SecretMemory`` exists only after that.
    static func load() { precondition(isLoaded) }

    /// Any thread may call its functions after `sodium_init` (libsodium's manual).
    private static let isLoaded: Bool = {
        unsafe SharedLibrary.require(.sodium, redo_sodium_addresses(), redo_sodium_names())
        // The call fails only if the system has no random generator.
        guard sodium_init() >= 0 else {
            SharedLibrary.fail("the randomness of libsodium.so.23", of: .sodium)
        }
        return true
    }()
}
