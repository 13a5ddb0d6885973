import RedoSystem

/// A configuration on disk.
package struct ConfigurationFile: Sendable {
    package let path: String

    package init(path: String) { self.path = path }

    /// A configuration is written by hand; this is far more than anybody writes.
    private static let greatestByteCount = 1 << 20

    /// Reads the file; an empty configuration where there is none.
    ///
    /// - Throws: STORAGE_001 where it cannot be read, STORAGE_004 with the line that is not in the
    ///   syntax.
    package func read() throws(StoreError) -> Configuration {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try Files.read(path, limit: Self.greatestByteCount)
        } catch {
            if error.isNotFound { return Configuration() }
            throw StoreError(.notFound, "the configuration cannot be read", cause: error)
        }
        do throws(Configuration.SyntaxError) {
            return try Configuration(parsing: String(decoding: bytes, as: UTF8.self))
        } catch {
            throw StoreError(
                .corrupted, "line \(error.line) of \(path) is not in the syntax of a configuration",
                hints: [
                    "mend the line with an editor: a section is [name], an entry is key = value"
                ])
        }
    }

    /// Replaces the file in one step. One that is a link into a folder of such files stays one, and what
    /// it leads to is replaced.
    ///
    /// - Throws: STORAGE_003 where it cannot be written.
    package func write(_ configuration: Configuration) throws(StoreError) {
        do throws(SystemError) {
            try Files.makeDirectories(Path.parent(of: path))
            try Files.replaceTarget(
                of: path, with: Array(configuration.text.utf8).span, mode: .kept(orNew: 0o644))
        } catch {
            throw StoreError(.importFailed, "the configuration cannot be written", cause: error)
        }
    }
}
