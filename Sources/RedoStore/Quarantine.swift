import RedoSystem

/// The folder that damaged files are moved to, where nothing is lost and nobody reads them as nodes.
///
/// ```
/// quarantine/<name>.<random>          the file
/// quarantine/<name>.<random>.reason   why it is there, in a line
/// ```
struct Quarantine: Sendable {
    let path: String

    private var folder: InnerFolder { InnerFolder(path, depth: 1) }

    static let reasonSuffix = ".reason"

    /// Moves a file here. One that is gone was moved by another process.
    func take(_ file: String, as name: String, reason: String) throws(SystemError) {
        let place = try newPlace(name)
        do throws(SystemError) {
            try Files.rename(file, to: place)
        } catch {
            if error.isNotFound { return }
            throw error
        }
        try write(reason, of: place)
    }

    /// Gives a file a second name here, so that it can still be read under its own.
    func keep(_ file: String, as name: String, reason: String) throws(SystemError) {
        let place = try newPlace(name)
        try Files.link(file, to: place)
        try write(reason, of: place)
    }

    /// Moves a file here unless it turns out to be wanted.
    ///
    /// Another process can put a good file in the place of a damaged one at any moment. So the file is
    /// moved first, and looked at where nobody replaces it.
    ///
    /// - Parameter isWanted: is given its contents.
    /// - Returns: whether it is here.
    func take(
        _ file: String, as name: String, reason: String, unless isWanted: ([UInt8]) -> Bool
    ) throws(SystemError) -> Bool {
        let place = try newPlace(name)
        do throws(SystemError) {
            try Files.rename(file, to: place)
        } catch {
            if error.isNotFound { return false }
            throw error
        }
        if let bytes = try? Files.read(place), isWanted(bytes) {
            _ = try Files.renameUnlessTaken(place, to: file)
            return false
        }
        try write(reason, of: place)
        return true
    }

    /// Removes a file from here, with its reason.
    func remove(_ place: String) throws(SystemError) {
        for file in [place + Self.reasonSuffix, place] {
            do throws(SystemError) {
                try folder.remove(Path.name(of: file))
            } catch {
                if !error.isNotFound { throw error }
            }
        }
    }

    private func newPlace(_ name: String) throws(SystemError) -> String {
        try folder.make()
        return Path.join(path, "\(name).\(RandomBytes.hexadecimal(count: 4))")
    }

    private func write(_ reason: String, of place: String) throws(SystemError) {
        try Files.replace(
            place + Self.reasonSuffix, with: Array("\(reason)\n".utf8).span, mode: 0o644)
    }
}
