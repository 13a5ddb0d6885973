import RedoSystem

/// The folder that damaged files are moved to, where nothing is lost and nobody reads them as nodes.
///
/// ```
/// quarantine/<name>.<random>          the file
/// quarantine/<name>.<random>.reason   why it is there, in a line
/// ```
struct Quarantine: Sendable {
    let path: String

    /// Moves a file here. One that is gone was moved by another process.
    func take(_ file: String, as name: String, reason: String) throws(SystemError) {
        try Files.makeDirectories(path)
        let place = Path.join(path, "\(name).\(RandomBytes.hexadecimal(count: 4))")
        do throws(SystemError) {
            try Files.rename(file, to: place)
        } catch {
            if error.isNotFound { return }
            throw error
        }
        try Files.replace(place + ".reason", with: Array("\(reason)\n".utf8).span, mode: 0o644)
    }
}
