import Glibc

/// C libraries that are loaded when they are first needed, and never unloaded.
///
/// Loading libcrypto and libsodium at start-up takes 0.7 ms, a third of the run time of a command that needs
/// neither (docs/performance.md).
package enum SharedLibrary {
    /// Loads a library, and fills in the addresses to which the stubs of its C module jump (`Sources/C/stubs.h`). Wraps
    /// `dlopen(3)` and `dlsym(3)`.
    ///
    /// - Parameter names: the names of the functions in the order of the addresses, each with a NUL after it, and
    ///   another NUL at the end.
    /// - Throws: STORAGE_001 if the library cannot be loaded, or lacks one of the functions.
    package static func load(
        _ file: LibraryFile, _ addresses: UnsafeMutablePointer<UnsafeMutableRawPointer?>,
        _ names: UnsafePointer<CChar>
    ) throws(RedoError) {
        guard let (handle, name) = unsafe file.load() else {
            let names = file.names.joined(separator: " or ")
            Trace.note(.open, "library \(names): cannot be loaded")
            throw missing(names, file)
        }
        Trace.note(.open, "library \(name)")
        var (slot, symbol) = unsafe (addresses, names)
        while unsafe symbol.pointee != 0 {
            guard let address = unsafe dlsym(handle, symbol) else {
                throw missing("\(unsafe String(cString: symbol)) of \(name)", file)
            }
            unsafe slot.pointee = address
            unsafe slot += 1
            unsafe symbol += strlen(symbol) + 1
        }
    }

    /// Loads a library as ``load(_:_:_:)`` does, for callers that cannot continue without it: a failure prints the
    /// error and exits with status 128.
    package static func require(
        _ file: LibraryFile, _ addresses: UnsafeMutablePointer<UnsafeMutableRawPointer?>,
        _ names: UnsafePointer<CChar>
    ) {
        do throws(RedoError) {
            try unsafe load(file, addresses, names)
        } catch {
            fail(error)
        }
    }

    /// Prints an error and exits with status 128, since no caller can continue without the library.
    ///
    /// - Parameter missing: what the library lacks.
    package static func fail(_ missing: String, of file: LibraryFile) -> Never {
        fail(Self.missing(missing, file))
    }

    private static func fail(_ error: RedoError) -> Never {
        let line = Diagnostic(.error, error.code, error.message).line
        let text = "\(line)\nhint: \(error.hints.joined())\n"
        try? writeBytes(Array(text.utf8).span, to: 2, path: "")
        Program.exit(error.status.rawValue)
    }

    private static func missing(_ name: String, _ file: LibraryFile) -> RedoError {
        RedoError(
            .notFound, "\(name) cannot be loaded", hints: [file.installationHint])
    }
}
