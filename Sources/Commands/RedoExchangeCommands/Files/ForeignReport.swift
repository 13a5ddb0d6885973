import RedoCommandLine
import RedoCommandParts
import RedoInterchange
import RedoJSON
import RedoModel
import RedoStore
import RedoSystem

/// The report of an import.
struct ForeignReport {
    private let run: ForeignImport
    private let files: [ForeignFile]
    private let isDry: Bool

    /// - Parameter isDry: whether nothing was written.
    init(_ run: ForeignImport, _ files: [ForeignFile], isDry: Bool) {
        self.run = run
        self.files = files
        self.isDry = isDry
    }

    /// The maximum number of remarks that are shown one by one.
    private static let maximumRemarkCount = 20

    /// The maximum number of tasks that a hint names.
    private static let maximumNameCount = 5

    /// True if an entry was refused.
    var hasRefused: Bool { run.count(.refused) > 0 }

    // MARK: For people

    /// Names what was refused and what could not be kept, on standard error, and counts the rest.
    func print(_ context: inout CommandContext) throws(RedoError) {
        var errors = ListedErrors()
        for entry in run.entries {
            guard let mistake = entry.mistake else { continue }
            errors.report(.schemaMismatch, mistake.text(of: entry.file), context)
        }
        errors.finish(context, allWith: TaskImport.json)
        context.note(remarks: remarks, atMost: Self.maximumRemarkCount, allWith: TaskImport.json)
        if isDry {
            let width = context.terminalColumns
            try context.print(ImportPreview(run.entries).text(width: width))
        }
        try context.print(summary + "\n")
        guard !run.archived.isEmpty else { return }
        try context.flush()
        context.note(
            "\(counted(run.archived.count, "known task")) of the files "
                + (run.archived.count == 1
                    ? "is archived and stays so" : "are archived and stay so"))
        let names = run.archived.prefix(Self.maximumNameCount).map(\.description)
        let further = run.archived.count > names.count ? " …" : ""
        context.complain(
            "hint: 'redo unarchive \(names.joined(separator: " "))\(further)' brings back\n")
    }

    /// What of the files could not be kept as it was.
    private var remarks: [String] {
        var remarks: [String] = []
        for file in files { remarks += file.found.allRemarks.map { "\(file.name): \($0)" } }
        for entry in run.entries where entry.result == .added || entry.result == .updated {
            let location = entry.task.line > 0 ? ", line \(entry.task.line)" : ""
            remarks += entry.task.remarks.map { "\(entry.file)\(location): \($0)" }
        }
        return remarks
    }

    private var summary: String {
        let added = counted(run.count(.added), "task")
        var text = isDry ? "would add \(added)" : "added \(added)"
        if run.count(.updated) > 0 {
            text += isDry ? ", would update " : ", updated "
            text += "\(run.count(.updated))"
        }
        let restored = run.count(.restored)
        if restored > 0 {
            text += isDry ? ", would bring back \(restored)" : ", brought back \(restored)"
        }
        let known = run.count(.known) + run.count(.unchanged)
        if known > 0 { text += known == 1 ? ", 1 was known" : ", \(known) were known" }
        if hasRefused { text += ", refused \(run.count(.refused))" }
        return text
    }

    // MARK: For programs

    /// Prints an object for each entry of the files.
    func printJSON(_ context: inout CommandContext) throws(RedoError) {
        for entry in run.entries {
            var members = [
                JSONMember("file", .text(SystemText.printable(entry.file))),
                JSONMember("result", .text(entry.result.rawValue)),
            ]
            if let line = entry.mistake?.line ?? (entry.task.line > 0 ? entry.task.line : nil) {
                members.append(JSONMember("line", .number(Double(line))))
            }
            if let mistake = entry.mistake {
                members.append(JSONMember("message", .text(mistake.reason)))
            } else {
                members.append(JSONMember("title", .text(entry.task.title)))
                members.append(JSONMember("origin", .string(entry.origin)))
            }
            if let id = entry.id, !(isDry && entry.result == .added) {
                members.append(JSONMember("task", .text(id.description)))
            }
            if !entry.task.remarks.isEmpty {
                members.append(
                    JSONMember("remarks", .array(entry.task.remarks.map { .text($0) })))
            }
            try context.printLine(CanonicalJSON.bytes(.object(members)))
        }
        for file in files {
            for remark in file.found.allRemarks {
                try context.printLine(
                    CanonicalJSON.bytes([
                        "file": .text(SystemText.printable(file.name)), "remark": .text(remark),
                    ]))
            }
        }
    }
}

extension CommandContext {
    /// Names what of files could not be kept as it was, and counts it.
    ///
    /// - Parameters:
    ///   - maximum: how many remarks are shown; nil for all.
    ///   - option: the option that lists all.
    func note(remarks: [String], atMost maximum: Int?, allWith option: OptionSpecification?) {
        let shown = remarks.prefix(maximum ?? remarks.count)
        for remark in shown { note(remark.printable) }
        guard remarks.count > 1 else { return }
        let rest = shown.count < remarks.count ? ", \(shown.count) of them shown" : ""
        let hint = rest.isEmpty ? "" : option.map { "; --\($0.name) lists all" } ?? ""
        note("\(remarks.count) remarks\(rest)\(hint)")
    }
}
