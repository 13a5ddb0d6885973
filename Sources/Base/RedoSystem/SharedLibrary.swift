import Glibc

/// A C library that is loaded on first use.
///
/// Loading libcrypto and libsodium at start-up takes 0.7 ms, a third of the run time of a command that needs
/// neither (docs/performance.md).
@safe package struct SharedLibrary {
    private let handle: UnsafeMutableRawPointer
    private let file: LibraryFile
    /// The name that it was loaded by.
    private let name: String

    /// Loads a library, which is never unloaded. Wraps `dlopen(3)`.
    ///
    /// - Throws: STORAGE_001 if the library cannot be loaded.
    package init(loading file: LibraryFile) throws(RedoError) {
        guard let (handle, name) = unsafe file.load() else {
            let names = file.names.joined(separator: " or ")
            Trace.note(.open, "library \(names): cannot be loaded")
            throw Self.missing(names, file)
        }
        Trace.note(.open, "library \(name)")
        unsafe self.handle = handle
        self.name = name
        self.file = file
    }

    /// Loads a library that no caller can continue without; see ``fail(_:)``.
    package init(_ file: LibraryFile) {
        do throws(RedoError) {
            try self.init(loading: file)
        } catch {
            Self.fail(error)
        }
    }

    /// Fills in the addresses that the stubs of a C module jump to (`Sources/C/stubs.h`).
    ///
    /// - Parameter names: the names of the functions in the order of the addresses, each with a NUL after it, and one
    ///   more at the end.
    /// - Throws: STORAGE_001 if the library lacks one of the functions.
    package func fill(
        _ addresses: UnsafeMutablePointer<UnsafeMutableRawPointer?>,
        _ names: UnsafePointer<CChar>
    ) throws(RedoError) {
        var (slot, symbol) = unsafe (addresses, names)
        while unsafe symbol.pointee != 0 {
            guard let address = unsafe dlsym(handle, symbol) else {
                throw Self.missing("\(unsafe String(cString: symbol)) of \(name)", file)
            }
            unsafe slot.pointee = address
            unsafe slot += 1
            unsafe symbol += strlen(symbol) + 1
        }
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
    package func fail(_ missing: String) -> Never { Self.fail(Self.missing(missing, file)) }

    private static func fail(_ error: RedoError) -> Never {
        let text = "error: \(error.code): \(error.message)\nhint: \(error.hints.joined())\n"
        try? writeBytes(Array(text.utf8).span, to: 2, path: "")
        Program.exit(error.status.rawValue)
    }

    private static func missing(_ name: String, _ file: LibraryFile) -> RedoError {
        RedoError(
            .notFound, "\(name) cannot be loaded", hints: [file.installationHint])
    }
}
