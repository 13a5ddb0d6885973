import RedoCommandLine
import RedoCrypto
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// How many tasks of a store have several heads. The number is kept in a file until nodes come, since
/// counting takes longer than all else that a `redo sync` does where nothing is new.
///
/// ```
/// diverged.cache      one line: version of the suite, fingerprint of the store, number, and the SHA-256
///                     of what stands before it
/// ```
package enum DivergedTasks {
    static let fileName = "diverged.cache"
    private static let greatestByteCount = 1024

    /// - Throws: STORAGE_001 if the store cannot be read.
    static func count(
        in repository: Repository, _ context: borrowing CommandContext
    ) throws(RedoError) -> Int {
        // Before anything is read: what comes later is counted the next time.
        let fingerprint = try repository.store.fingerprint()
        let rule = repository.rule(.effective)
        let heading = "\(Version.text) \(fingerprint.hexadecimal)\(rule.cacheSuffix) "
        let path = Path.join(repository.store.path, fileName)
        if let count = keptCount(path, heading) { return count }
        let count = try repository.heads().divergedPlaces.count
        let text = "\(heading)\(count) "
        let line = Array("\(text)\(checksum(text))\n".utf8)
        // What cannot be kept is counted again.
        try? Files.replace(path, with: line.span, mode: 0o644, isSynced: false)
        return count
    }

    private static func keptCount(_ path: String, _ heading: String) -> Int? {
        guard let bytes = try? Files.read(path, limit: greatestByteCount) else { return nil }
        let line = String(decoding: bytes, as: UTF8.self)
        guard line.hasPrefix(heading) else { return nil }
        let number = line.dropFirst(heading.count).prefix { $0 != " " }
        let text = "\(heading)\(number) "
        return line == "\(text)\(checksum(text))\n" ? Int(number) : nil
    }

    /// Whether bytes are those of the file, of whichever store and version.
    static func isKept(_ bytes: [UInt8]) -> Bool {
        let line = String(decoding: bytes, as: UTF8.self)
        guard line.hasSuffix("\n"), let space = line.lastIndex(of: " ") else { return false }
        let text = line[...space]
        return line[line.index(after: space)...].dropLast() == checksum(String(text))
    }

    private static func checksum(_ text: String) -> String {
        var sha256 = IncrementalSHA256()
        let bytes = Array(text.utf8)
        sha256.update(bytes.span)
        return sha256.digest().hexadecimal
    }

    /// Says how many tasks have diverged, if any, and what settles it; nothing to programs.
    ///
    /// - Parameter porcelain: the option of the command that asks for the output for programs.
    /// - Returns: how many tasks have diverged.
    @discardableResult
    package static func report(
        in repository: Repository, unless porcelain: OptionSpecification,
        _ context: inout CommandContext
    ) throws(RedoError) -> Int {
        let count = try count(in: repository, context)
        guard count > 0, !context.arguments.has(porcelain) else { return count }
        try context.print(
            count == 1
                ? "1 task has diverged: 'redo merge --all' settles it\n"
                : "\(count) tasks have diverged: 'redo merge --all' settles them\n")
        return count
    }
}
