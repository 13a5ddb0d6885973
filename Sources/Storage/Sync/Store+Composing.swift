import RedoModel
import RedoSystem

/// Who was writing messages in rooms at the last request to a remote:
///
/// ```
/// composing.cache     a line for each notice (docs/rooms.md); it may be removed at any time
/// ```
extension Store {
    private var composingFile: ContainedFile {
        ContainedFile("composing.cache", in: ContainedDirectory([], in: path))
    }

    private static let maximumComposingCount = 64

    /// The notices that are valid at a moment. The file is read as if a stranger had written it.
    ///
    /// - Complexity: constant if there is no file.
    package func composingNotices(at now: Instant) -> [ComposingNotice] {
        let limit = Self.maximumComposingCount * (ComposingNotice.maximumByteCount + 1)
        guard let bytes = try? Files.read(composingFile.path, limit: limit) else { return [] }
        return bytes.split(separator: UInt8(ascii: "\n")).prefix(Self.maximumComposingCount)
            .compactMap { ComposingNotice(reading: Array($0), at: now) }
    }

    /// Replaces the notices.
    ///
    /// - Throws: STORAGE_003 if it cannot be written.
    package func keep(_ notices: [ComposingNotice]) throws(RedoError) {
        let lines = notices.prefix(Self.maximumComposingCount).map {
            $0.bytes + [UInt8(ascii: "\n")]
        }
        let text = Array(lines.joined())
        try failing(.writeFailed, "who is writing in rooms cannot be noted") {
            () throws(SystemError) in
            if text.isEmpty { return try composingFile.removeIfPresent() }
            try composingFile.replace(with: text.span, mode: 0o644, isSynced: false)
        }
    }
}
