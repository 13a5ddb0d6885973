internal import CZstd
import RedoSystem

/// libzstd, which has to be loaded before a function of it is called.
enum LibZstd {
    /// Loads it unless that was done. Whoever has a context has done so.
    static func load() { precondition(isLoaded) }

    /// Different threads may use different contexts (Zstandard's manual).
    private static let isLoaded: Bool = {
        unsafe SharedLibrary.require(.zstd, redo_zstd_addresses(), redo_zstd_names())
        return true
    }()
}
