import RedoCrypto
import RedoJSON
import RedoSystem

/// The folder of operations: one immutable file for each command that wrote.
///
/// ```
/// operations/<microseconds since 1970, 16 digits>-<16 digits of the SHA-256 of the file>
/// ```
///
/// The files are not synced: what they say can be told from the wall times of nodes, but for what was
/// taken back.
extension Store {
    /// An operation and the name of its file.
    package struct RecordedOperation: Sendable {
        package let name: String
        package let operation: Operation

        package init(name: String, operation: Operation) {
            self.name = name
            self.operation = operation
        }
    }

    var operationsPath: String { operationsFolder.path }

    /// How many operations are kept when old ones are removed.
    package static let keptOperationCount = 1000

    private static let greatestByteCount = 16 << 20

    /// Keeps an operation.
    ///
    /// - Parameter microseconds: the real time, which orders operations of one wall time.
    /// - Throws: ``SystemError`` where the file cannot be written; the nodes are in the store all the same.
    package func record(
        _ operation: Operation, microseconds: Int64
    ) throws(SystemError) {
        let bytes = CanonicalJSON.bytes(operation.json) + [UInt8(ascii: "\n")]
        let digits = String(max(0, microseconds))
        let name =
            String(repeating: "0", count: max(0, 16 - digits.utf8.count)) + digits + "-"
            + Self.checksum(bytes)
        if try operationsFolder.make() { note(record: "operations") }
        try ContainedFile(name, in: operationsFolder).replace(
            with: bytes.span, mode: 0o444, isSynced: false)
    }

    /// The operations that were kept, in the order of their names. What is damaged is left out.
    ///
    /// - Throws: STORAGE_001 if the folder cannot be listed.
    /// - Complexity: O(n) for n operations, each of which is read.
    package func operations() throws(RedoError) -> [RecordedOperation] {
        try operationNames().compactMap { name in
            operation(named: name).map { RecordedOperation(name: name, operation: $0) }
        }
    }

    /// Reads one operation; nil if its file is missing or damaged.
    func operation(named name: String) -> Operation? {
        let file = Path.join(operationsPath, name)
        guard let bytes = try? Files.read(file, limit: Self.greatestByteCount),
            name.hasSuffix("-" + Self.checksum(bytes))
        else { return nil }
        return Operation(bytes)
    }

    /// Removes all operations but the latest ones.
    ///
    /// - Throws: STORAGE_001 if the folder cannot be listed, STORAGE_003 if a file cannot be removed.
    package func removeOldOperations() throws(RedoError) {
        for name in try operationNames().dropLast(Self.keptOperationCount) {
            try failing(.writeFailed, "an old operation cannot be removed") {
                () throws(SystemError) in
                try ContainedFile(name, in: operationsFolder).removeIfPresent()
            }
        }
    }

    /// The names of the files, sorted.
    func operationNames() throws(RedoError) -> [String] {
        do throws(SystemError) {
            return try operationsFolder.contents().filter { !LooseObjects.isTemporary($0) }.sorted()
        } catch {
            if error.isNotFound { return [] }
            throw RedoError(.notFound, "the operations cannot be listed", cause: error)
        }
    }

    private static func checksum(_ bytes: [UInt8]) -> String {
        String(SHA256.digest(bytes.span).hexadecimal.prefix(16))
    }
}
