import RedoCrypto
import RedoModel
import RedoSystem

/// A text of any length that can be read several times without being in memory: it is in a nameless file of the
/// store, which disappears with the process.
package struct SpooledText: ~Copyable {
    private let writer: FileDescriptor
    private let reader: FileDescriptor
    private let path: String

    /// Starts a text.
    ///
    /// - Throws: STORAGE_003 if no file can be created.
    package init(in store: Store) throws(RedoError) {
        let file = ContainedFile(LooseObjects.temporaryName(), in: store.objects.directory)
        let writer = try Self.keeping { () throws(SystemError) in try file.create(mode: 0o600) }
        let reader = try Self.keeping { () throws(SystemError) in
            let reader = try FileDescriptor(opening: file.path, for: .readRegular)
            try file.remove()
            return reader
        }
        self.writer = writer
        self.reader = reader
        path = file.path
    }

    private static func keeping<Result: ~Copyable>(
        _ body: () throws(SystemError) -> Result
    ) throws(RedoError) -> Result {
        try failing(.writeFailed, "the input cannot be kept", body)
    }

    /// Appends bytes.
    ///
    /// - Throws: STORAGE_003.
    package func append(_ bytes: Span<UInt8>) throws(RedoError) {
        try Self.keeping { () throws(SystemError) in try writer.write(bytes) }
    }

    /// The text.
    ///
    /// - Throws: STORAGE_003.
    package consuming func mapped() throws(RedoError) -> MappedFile {
        try Self.keeping { () throws(SystemError) in try MappedFile(reader, path: path) }
    }
}
