import RedoCommandParts
import RedoInterchange
import RedoJSON
import RedoModel
import RedoSystem

/// What has changed on both sides since a folder and a store were last in step.
struct VdirPlan {
    /// A file of a task that both sides knew.
    struct Pair {
        let name: String
        let status: FileStatus
        var details: VdirRecord.Details
        /// The new content of the file; nil if it did not change.
        var file: (task: ForeignTask, text: [UInt8])?
    }

    /// A file that was not there.
    struct NewFile {
        let name: String
        let status: FileStatus
        let task: ForeignTask
        let text: [UInt8]
        let digest: String
    }

    private(set) var pairs: [Pair] = []
    private(set) var newFiles: [NewFile] = []
    /// Files of tasks that are gone, with what was known of them.
    private(set) var gone: [VdirRecord.Entry] = []
    /// Files that are left alone, with their record.
    private(set) var others: [VdirRecord.Entry] = []
    /// The remarks about files that are left alone, each once.
    private(set) var notes: [String] = []
    /// What of a task is not imported, each once.
    private(set) var remarks: [String] = []
    /// Files that cannot be read, each time.
    private(set) var mistakes: [(name: String, mistake: ForeignMistake)] = []
    /// The number of files of tasks that the record has.
    private(set) var knownCount = 0
    /// True if any file is not as the record has it.
    private(set) var hasChangedFiles = false

    /// True if no file was written, added or removed since the record.
    ///
    /// A file that was written at the time of the record can have been written again within one tick of the clock, so
    /// its status says nothing.
    static func isUnchanged(
        _ files: [(name: String, status: FileStatus)], _ record: VdirRecord
    ) -> Bool {
        guard files.count == record.count else { return false }
        for (number, file) in files.enumerated() {
            guard record.names[number] == file.name,
                record.isTrusted(record.signatures[number], file.status)
            else { return false }
        }
        return true
    }

    /// - Parameter isForced: whether files that are left alone are named again.
    init(
        _ files: [(name: String, status: FileStatus)], _ record: VdirRecord, _ directory: VdirFolder
    ) {
        var numbers: [String: Int] = [:]
        for (number, name) in record.names.enumerated() { numbers[name] = number }
        var present: Set<String> = []
        for (name, status) in files {
            present.insert(name)
            let known = numbers[name].map(record.entry)
            if let known, !known.details.isDuplicate {
                if record.isTrusted(known.signature, status)
                    || (known.details.digest != ""
                        && directory.digest(of: name) == known.details.digest)
                {
                    keep(known, status)
                    continue
                }
            }
            hasChangedFiles = true
            add(name, status, known, directory.read(name, status))
        }
        for name in record.names where !present.contains(name) {
            guard let number = numbers[name] else { continue }
            let entry = record.entry(number)
            hasChangedFiles = true
            if entry.details.task != nil { gone.append(entry) }
        }
        knownCount = (0..<record.count).count { record.entry($0).details.task != nil }
        joinRenamed()
        leaveOutDuplicates(record, numbers)
        for pair in pairs {
            if let task = pair.file?.task { addRemarks(task, in: pair.name, pair.details.remarks) }
        }
        for file in newFiles { addRemarks(file.task, in: file.name, []) }
    }

    /// Notes what of a file's task is not imported, unless the record has it.
    private mutating func addRemarks(_ task: ForeignTask, in name: String, _ known: [String]) {
        remarks += task.remarks.filter { !known.contains($0) }
            .map { "\(name), line \(task.line): \($0)" }
    }

    private mutating func keep(_ entry: VdirRecord.Entry, _ status: FileStatus) {
        if entry.details.task != nil {
            pairs.append(
                Pair(name: entry.name, status: status, details: entry.details, file: nil))
        } else {
            others.append(
                VdirRecord.Entry(
                    name: entry.name, signature: status.signature, details: entry.details))
        }
    }

    private mutating func add(
        _ name: String, _ status: FileStatus, _ known: VdirRecord.Entry?,
        _ content: VdirFolder.Content
    ) {
        switch content {
        case .task(let task, let text, let digest):
            if let known, known.details.task != nil {
                if known.details.uid == task.uid {
                    var details = known.details
                    details.digest = digest
                    pairs.append(
                        Pair(name: name, status: status, details: details, file: (task, text)))
                    return
                }
                // Another task has taken the name.
                gone.append(known)
            }
            newFiles.append(
                NewFile(name: name, status: status, task: task, text: text, digest: digest))
        case .other(let excuse, _) where known?.details.task != nil:
            add(name, status, known, .mistake(ForeignMistake(excuse), digest: ""))
        case .other(let excuse, let digest):
            if known?.details.excuse != excuse { notes.append("\(name) is left alone: \(excuse)") }
            var details = VdirRecord.Details()
            (details.digest, details.excuse) = (digest, excuse)
            others.append(
                VdirRecord.Entry(name: name, signature: status.signature, details: details))
        case .mistake(let mistake, _):
            // Named until it is repaired. A file of a task that is damaged now is not a deletion: its record stays.
            mistakes.append((name, mistake))
            if let known { damaged.append(known) }
        }
    }

    /// Records of files that cannot be read now.
    private(set) var damaged: [VdirRecord.Entry] = []

    /// Treats a new file whose task is that of a missing file as the missing file under a new name.
    private mutating func joinRenamed() {
        if gone.isEmpty || newFiles.isEmpty { return }
        var indices: [String: Int] = [:]
        for (index, entry) in gone.enumerated() {
            if let uid = entry.details.uid { indices[uid] = index }
        }
        var joined: Set<Int> = []
        newFiles.removeAll { file in
            guard let uid = file.task.uid, let index = indices[uid],
                joined.insert(index).inserted
            else { return false }
            var details = gone[index].details
            details.digest = file.digest
            pairs.append(
                Pair(
                    name: file.name, status: file.status, details: details,
                    file: (file.task, file.text)))
            return true
        }
        gone = gone.enumerated().filter { !joined.contains($0.offset) }.map(\.element)
    }

    /// Leaves new files alone whose UID another file has: which of them says what the task is cannot be decided here.
    private mutating func leaveOutDuplicates(_ record: VdirRecord, _ numbers: [String: Int]) {
        if newFiles.isEmpty { return }
        var names: [String: String] = [:]
        for pair in pairs {
            if let uid = pair.details.uid { names[uid] = pair.name }
        }
        for entry in damaged {
            if let uid = entry.details.uid, names[uid] == nil { names[uid] = entry.name }
        }
        newFiles.removeAll { file in
            guard let uid = file.task.uid else { return false }
            guard let name = names[uid] else {
                names[uid] = file.name
                return false
            }
            var details = VdirRecord.Details()
            details.digest = file.digest
            details.leaveAlone(as: name)
            if numbers[file.name].map(record.entry)?.details != details {
                notes.append("\(file.name) is left alone: \(details.excuse ?? "")")
            }
            others.append(
                VdirRecord.Entry(
                    name: file.name, signature: file.status.signature, details: details))
            return true
        }
    }
}

extension VdirRecord {
    /// The age beyond the record that a file needs for its status to prove that it is as it was, in nanoseconds.
    private static let granularity: Int64 = 20_000_000

    /// True if a status proves that a file did not change.
    func isTrusted(_ known: FileStatus.Signature, _ status: FileStatus) -> Bool {
        known == status.signature
            && max(known.modified, known.changed) < written - Self.granularity
    }
}
