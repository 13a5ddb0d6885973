import Glibc

/// A C library that is loaded on first use.
///
/// Loading libcrypto and libsodium at start-up takes 0.7 ms, a third of the run time of a command that needs
/// neither (docs/performance.md).
@safe package struct SharedLibrary {
    private let handle: UnsafeMutableRawPointer
    private let name: String
    /// The name of the Debian package with the library.
    private let package: String

    /// Loads a library, which is never unloaded. Wraps `dlopen(3)`.
    ///
    /// A missing library ends the process; see ``fail(_:)``.
    ///
    /// - Parameter package: the name of the Debian package with the library.
    package init(_ name: String, package: String) {
        guard let handle = unsafe dlopen(name, RTLD_NOW | RTLD_LOCAL) else {
            Self.fail(name, package)
        }
        unsafe self.handle = handle
        self.name = name
        self.package = package
    }

    /// Returns a function of the library. Wraps `dlsym(3)`.
    ///
    /// - Parameter type: the type of the function; tests compare it with the header.
    package func function<Function>(
        _ symbol: String, as type: Function.Type = Function.self
    ) -> Function {
        guard let address = unsafe dlsym(handle, symbol) else { fail("\(symbol) of \(name)") }
        return unsafe unsafeBitCast(address, to: type)
    }

    /// Prints an error and exits with status 128, since no caller can continue without the library.
    ///
    /// - Parameter missing: the missing library or function.
    package func fail(_ missing: String) -> Never { Self.fail(missing, package) }

    /// Prints an error and exits with status 128.
    private static func fail(_ missing: String, _ package: String) -> Never {
        let text =
            "error: STORAGE_001: \(missing) cannot be loaded\nhint: install the package \(package)\n"
        try? writeBytes(Array(text.utf8).span, to: 2, path: "")
        Program.exit(128)
    }
}
