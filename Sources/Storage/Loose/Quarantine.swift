import RedoSystem

/// The folder that damaged files are moved to, out of the reach of readers of nodes.
///
/// ```
/// quarantine/<name>.<random>          the file
/// quarantine/<name>.<random>.reason   why it is there, in a line
/// ```
struct Quarantine: Sendable {
    let path: String

    private var folder: ContainedFolder { ContainedFolder(path, depth: 1) }

    static let reasonSuffix = ".reason"

    /// Moves a file here. One that is gone was moved by another process.
    func take(_ file: ContainedFile, as name: String, reason: String) throws(SystemError) {
        let place = try newPlace(name)
        do throws(SystemError) {
            try file.move(to: place)
        } catch {
            if error.isNotFound { return }
            throw error
        }
        try write(reason, of: place)
    }

    /// Gives a file a second name here, so that it can still be read under its own.
    func keep(_ file: ContainedFile, as name: String, reason: String) throws(SystemError) {
        let place = try newPlace(name)
        try file.link(to: place)
        try write(reason, of: place)
    }

    /// Moves a file here unless it turns out to be wanted.
    ///
    /// Another process can put a good file in the place of a damaged one at any moment. So the file is
    /// moved first, and looked at where no writer replaces it.
    ///
    /// - Parameter isWanted: is given its contents.
    /// - Returns: whether it is here.
    func take(
        _ file: ContainedFile, as name: String, reason: String, unless isWanted: ([UInt8]) -> Bool
    ) throws(SystemError) -> Bool {
        let place = try newPlace(name)
        do throws(SystemError) {
            try file.move(to: place)
        } catch {
            if error.isNotFound { return false }
            throw error
        }
        if let bytes = try? Files.read(place.path), isWanted(bytes) {
            _ = try place.moveUnlessTaken(to: file)
            return false
        }
        try write(reason, of: place)
        return true
    }

    /// The files that are here, by name, with why.
    func contents() throws(SystemError) -> [(name: String, reason: String)] {
        let names = try folder.contents()
        return names.filter { !$0.hasSuffix(Self.reasonSuffix) }.sorted().map { name in
            let path = Path.join(path, name + Self.reasonSuffix)
            let bytes = (try? Files.read(path, limit: Self.greatestReasonByteCount)) ?? []
            let reason = String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
            return (name, reason)
        }
    }

    private static let greatestReasonByteCount = 1 << 16

    /// Removes a file from here, with its reason.
    func remove(_ path: String) throws(SystemError) {
        let place = ContainedFile(Path.name(of: path), in: folder)
        try place.appending(Self.reasonSuffix).removeIfPresent()
        try place.removeIfPresent()
    }

    private func newPlace(_ name: String) throws(SystemError) -> ContainedFile {
        try folder.make()
        return ContainedFile("\(name).\(RandomBytes.hexadecimal(count: 4))", in: folder)
    }

    private func write(_ reason: String, of place: ContainedFile) throws(SystemError) {
        try place.appending(Self.reasonSuffix).replace(
            with: Array("\(reason)\n".utf8).span, mode: 0o644)
    }
}
