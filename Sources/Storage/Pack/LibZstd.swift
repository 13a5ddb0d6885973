internal import CZstd
import RedoSystem

/// libzstd, which has to be loaded before one of its functions is called.
enum LibZstd {
    /// Loads it, unless it is loaded. The owner of a context has done so.
    static func load() { precondition(isLoaded) }

    /// Different threads may use different contexts (Zstandard's manual).
    private static let isLoaded: Bool = {
        unsafe SharedLibrary.require(.zstd, redo_zstd_addresses(), redo_zstd_names())
        return true
    }()
}
