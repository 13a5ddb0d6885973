internal import CSodium
import RedoSystem

/// libsodium, which has to be loaded and started before a function of it is called.
enum LibSodium {
    /// Loads and starts it unless that was done. Whoever has a ``SecretMemory`` has done so.
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
