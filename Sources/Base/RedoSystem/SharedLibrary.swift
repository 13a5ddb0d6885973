import Glibc

/// A C library that is loaded when it is first needed.
///
/// Loading libcrypto and libsodium at start-up takes 0.7 ms, a third of what a command that needs
/// neither takes in all (docs/performance.md).
@safe package struct SharedLibrary {
    private let handle: UnsafeMutableRawPointer
    private let name: String
    private let package: String

    /// Loads a library. Wraps `dlopen(3)`. It is never unloaded.
    ///
    /// - Parameter package: what Debian calls the package that has it.
    package init(_ name: String, package: String) {
        guard let handle = unsafe dlopen(name, RTLD_NOW | RTLD_LOCAL) else {
            Self.fail(name, package)
        }
        unsafe self.handle = handle
        self.name = name
        self.package = package
    }

    /// Finds a function. Wraps `dlsym(3)`.
    ///
    /// - Parameter type: the type of the function; the tests compare it with the header's.
    package func function<Function>(
        _ symbol: String, as type: Function.Type = Function.self
    ) -> Function {
        guard let address = unsafe dlsym(handle, symbol) else { fail("\(symbol) of \(name)") }
        return unsafe unsafeBitCast(address, to: type)
    }

    /// Ends the command: without the library nothing can be read or written, and no caller could go
    /// on.
    ///
    /// - Parameter what: what of the library is not there.
    package func fail(_ what: String) -> Never { Self.fail(what, package) }

    private static func fail(_ what: String, _ package: String) -> Never {
        let text =
            "error: STORAGE_001: \(what) cannot be loaded\nhint: install the package \(package)\n"
        try? writeBytes(Array(text.utf8).span, to: 2, path: "")
        Program.exit(128)
    }
}
