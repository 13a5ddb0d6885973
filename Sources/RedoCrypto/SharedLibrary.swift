import Glibc
import RedoSystem

/// A C library that is loaded when it is first needed.
///
/// Loading libcrypto and libsodium at start-up takes 0.7 ms, a third of what a command that needs
/// neither takes in all (docs/performance.md).
@safe struct SharedLibrary {
    private let handle: UnsafeMutableRawPointer
    private let name: String

    /// Loads a library. Wraps `dlopen(3)`. It is never unloaded.
    init(_ name: String) {
        guard let handle = unsafe dlopen(name, RTLD_NOW | RTLD_LOCAL) else { Self.fail(name) }
        unsafe self.handle = handle
        self.name = name
    }

    /// Finds a function. Wraps `dlsym(3)`.
    ///
    /// - Parameter type: the type of the function; the tests compare it with the header's.
    func function<Function>(_ symbol: String, as type: Function.Type = Function.self) -> Function {
        guard let address = unsafe dlsym(handle, symbol) else { Self.fail("\(symbol) of \(name)") }
        return unsafe unsafeBitCast(address, to: type)
    }

    /// Without digests and signatures nothing can be read or written, and no caller could go on.
    static func fail(_ what: String) -> Never {
        let text =
            "error: STORAGE_001: \(what) cannot be loaded\nhint: install the suite's libraries: libssl3 and libsodium23\n"
        try? writeBytes(Array(text.utf8).span, to: 2, path: "")
        Program.exit(128)
    }
}
