import RedoCommandLine
import RedoCrypto
import RedoInterchange
import RedoJSON
import RedoModel
import RedoSystem

/// A folder of files of iCalendar, one for each task, as vdirsyncer and todoman use it.
struct VdirFolder {
    let path: String
    private let settings: InterchangeSettings
    private let process = CalendarTodosProcess()

    /// The maximum size in bytes of a file that is read.
    private static let maximumByteCount = 16 << 20

    init(_ path: String, _ settings: InterchangeSettings) {
        self.path = path
        self.settings = settings
    }

    /// The files that may be tasks, sorted by name.
    ///
    /// - Throws: STORAGE_001 if the folder cannot be listed.
    func files() throws(RedoError) -> [(name: String, status: FileStatus)] {
        try failing(.notFound, "the folder cannot be listed") { () throws(SystemError) in
            try Files.statuses(in: path) {
                $0.lowercased().hasSuffix(".ics") && !$0.hasPrefix(".")
            }
        }
    }

    /// The content of a file.
    enum Content {
        case task(ForeignTask, text: [UInt8], digest: String)
        /// It is of another kind, and left alone.
        case other(excuse: String, digest: String)
        /// It cannot be read.
        case mistake(ForeignMistake, digest: String)
    }

    /// Reads a file.
    func read(_ name: String, _ status: FileStatus) -> Content {
        guard status.kind == .regular else {
            return .other(excuse: "not a regular file", digest: "")
        }
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try Files.read(Path.join(path, name), limit: Self.maximumByteCount)
        } catch {
            return .mistake(ForeignMistake(error.reason), digest: "")
        }
        let digest = SHA256.digest(bytes.span).hexadecimal
        let text = InterchangeText.utf8(bytes)
        do throws(ForeignMistake) {
            if let format = CompressionFormat(of: bytes.span) {
                throw ForeignMistake("compressed (\(format.name))")
            }
            let found = try ForeignFile.read(text, process, settings)
            if let mistake = found.mistakes.first { return .mistake(mistake, digest: digest) }
            guard let task = found.tasks.first, found.tasks.count == 1 else {
                let excuse =
                    found.tasks.isEmpty
                    ? found.remarks.first ?? "no VTODO"
                    : "\(found.tasks.count) VTODOs in one file"
                return .other(excuse: excuse, digest: digest)
            }
            if let remark = found.remarks.first { return .other(excuse: remark, digest: digest) }
            guard task.uid?.isEmpty == false else {
                return .mistake(ForeignMistake("UID is missing", line: task.line), digest: digest)
            }
            return .task(task, text: text, digest: digest)
        } catch {
            return .mistake(error, digest: digest)
        }
    }

    /// The digest of a file's contents; nil if it cannot be read.
    func digest(of name: String) -> String? {
        guard let bytes = try? Files.read(Path.join(path, name), limit: Self.maximumByteCount)
        else { return nil }
        return SHA256.digest(bytes.span).hexadecimal
    }

    /// Writes a file, which appears as a whole. A new one is for its owner alone, as the personal store is.
    ///
    /// - Throws: STORAGE_002 if it cannot be written.
    func write(_ text: [UInt8], to name: String) throws(RedoError) {
        let permissions = try status(of: name)?.permissions
        try failing(.exportFailed, "a file cannot be written") { () throws(SystemError) in
            try ContainedFile(Path.join(path, name)).replace(
                with: text.span, mode: 0o600, exactMode: permissions, isSynced: false)
        }
    }

    /// Removes a file, unless it is gone.
    func remove(_ name: String) throws(RedoError) {
        guard try status(of: name) != nil else { return }
        try failing(.exportFailed, "a file cannot be removed") { () throws(SystemError) in
            try Files.remove(Path.join(path, name))
        }
    }

    /// The status of a file; nil if it is gone.
    func status(of name: String) throws(RedoError) -> FileStatus? {
        try failing(.notFound, "a file cannot be examined") { () throws(SystemError) in
            try Files.statusOfLink(Path.join(path, name))
        }
    }

    /// Waits until all files are on disk.
    func synchronize() throws(RedoError) {
        try failing(.exportFailed, "the files cannot be written") { () throws(SystemError) in
            try Files.synchronizeFileSystem(of: path)
        }
    }
}
