import RedoModel
import RedoSystem

/// The comparison of all that is below a store with the table of its files: each name, each kind, and the bytes of
/// each file except nodes, packs and indexes, which ``StoreCheck`` reads.
struct LayoutCheck: Sendable {
    private(set) var findings: [StoreFinding] = []
    private(set) var notes: [StoreFinding] = []
    /// The paths of what is not a file of a store, sorted within each directory.
    private(set) var strangers: [String] = []
    /// The paths of records and caches that are not as they were written, each once, and why. Their readers start
    /// over without them.
    private(set) var faulty: [(path: String, reason: String)] = []
    /// The nodes whose files are symbolic links.
    private(set) var linkedNodes: Set<NodeID> = []

    private let store: Store
    private let forms: StoreForms

    init(_ store: Store, _ forms: StoreForms) {
        self.store = store
        self.forms = forms
        walk(ContainedDirectory([], in: store.path), [], StoreLayout.files)
        noteUnknownRemotes()
        noteMissingOperations()
    }

    /// - Parameter rows: the rows of files below the directory.
    private mutating func walk(
        _ directory: ContainedDirectory, _ names: [String], _ rows: [StoreFile]
    ) {
        let depth = names.count
        for entry in entries(of: directory) where !StoreLayout.isForeign(entry.name) {
            let path = directory.file(entry.name)
            if entry.kind == .regular, LooseObjects.isTemporary(entry.name) { continue }
            let matching = rows.filter { $0.names[depth].matches(entry.name) }
            let file = matching.first { $0.names.count == depth + 1 && !$0.isTree }
            switch entry.kind {
            case .directory:
                let below = matching.filter { $0.names.count > depth + 1 }
                let tree = matching.first { $0.names.count == depth + 1 && $0.isTree }
                if tree != nil {
                    walkTree(directory.directory(entry.name))
                } else if !below.isEmpty {
                    walk(directory.directory(entry.name), names + [entry.name], below)
                } else {
                    addStranger(path, insteadOf: file, file == nil ? "" : "it is a folder")
                }
            case .regular:
                guard let file else {
                    addStranger(
                        path, insteadOf: nil,
                        matching.isEmpty ? "" : "it is a file in the place of a folder")
                    continue
                }
                check(file, names + [entry.name], path)
            case .link: addLink(path, names + [entry.name], file)
            case .other: addStranger(path, insteadOf: file, "it is not a regular file")
            }
        }
    }

    /// Checks a directory that another program writes. Files and directories are allowed, and links to files beside or
    /// below them. Other links may lead out of it, and special files may block a reader: both are damage, except links
    /// that libgit2 left behind. Readers refuse the same (``ContainedDirectory/firstSpecialFile(besides:)``).
    private mutating func walkTree(_ directory: ContainedDirectory, isRoot: Bool = true) {
        for entry in entries(of: directory) {
            let path = directory.file(entry.name)
            switch entry.kind {
            case .regular: continue
            case .directory: walkTree(directory.directory(entry.name), isRoot: false)
            case .link where isRoot && StoreLayout.isProbe(entry.name): continue
            case .link:
                // A link that cannot be read is damage as well.
                if (try? directory.isInnerLink(entry.name)) != true {
                    findings.append(
                        .damage(path, "it is a symbolic link that leads elsewhere, or to a folder"))
                }
            case .other:
                findings.append(.damage(path, "it is neither a file nor a folder"))
            }
        }
    }

    private mutating func entries(of directory: ContainedDirectory) -> [ContainedDirectory.Entry] {
        do throws(SystemError) {
            return try directory.entries()
        } catch {
            // A file that is missing now was removed after its name was listed.
            if !error.isNotFound { findings.append(.unreadable(directory.path, error)) }
            return []
        }
    }

    // MARK: What does not belong there

    /// - Parameter row: the row that the name matches; nil for none.
    private mutating func addStranger(
        _ path: String, insteadOf row: StoreFile?, _ reason: String
    ) {
        switch row?.role {
        case .node, .pack, .index:
            // Readers of nodes report this.
            return
        case .settings:
            // The user's settings are reported but never moved.
            findings.append(.damage(path, reason))
        default:
            findings.append(
                .damage(
                    path, "it is not a file of the store" + (reason.isEmpty ? "" : ": \(reason)")))
            strangers.append(path)
        }
    }

    private mutating func addLink(_ path: String, _ names: [String], _ row: StoreFile?) {
        guard let row else { return addStranger(path, insteadOf: nil, "it is a symbolic link") }
        if row.role == .settings { return }
        if row.role == .node, let id = NodeID("sha256:" + names.dropFirst().joined()) {
            linkedNodes.insert(id)
            return
        }
        findings.append(
            .damage(path, "it is a symbolic link: put a copy of what it leads to in its place"))
    }

    // MARK: Forms

    private mutating func check(_ row: StoreFile, _ names: [String], _ path: String) {
        if row.form == .anything { return }
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try Files.read(path)
        } catch {
            if !error.isNotFound { findings.append(.unreadable(path, error)) }
            return
        }
        let file = RecordFile(store: store, names: names, path: path, bytes: bytes)
        for fault in forms.faults(of: file, as: row.form) {
            let isCutOff = fault.gravity == .cutOff || FormFault.hasHole(bytes)
            let isNote =
                fault.gravity == .remark || row.role == .cache || isCutOff && !row.isSynced
            add(fault, row, path, isNote: isNote)
        }
    }

    private mutating func add(
        _ fault: FormFault, _ row: StoreFile, _ path: String, isNote: Bool
    ) {
        let finding = StoreFinding(
            fault.path ?? path, at: fault.offset, .corrupted, fault.reason,
            isNote ? .note : .damage)
        if isNote { notes.append(finding) } else { findings.append(finding) }
        if fault.gravity != .remark, row.isReplaceable, row.role != .settings,
            faulty.last?.path != path
        {
            faulty.append((path, fault.reason))
        }
    }

    /// Reports operations that are missing: each operation is recorded under the next number.
    private mutating func noteMissingOperations() {
        for numbers in store.missingOperations {
            let name = OperationRecord.fileName(numbers.lowerBound)
            let count = numbers.count - 1
            notes.append(
                StoreFinding(
                    store.operationsDirectory.file(name), .corrupted,
                    "the record of an operation is missing"
                        + (count == 0 ? "" : ", and \(count) after it"), .note))
        }
    }

    /// Reports records of remotes that the configuration does not have. A command that was killed while it renamed or
    /// removed a remote leaves them.
    private mutating func noteUnknownRemotes() {
        let remotes = store.configuration.remotes
        for kind in StoreLayout.directoriesOfRemotes {
            let directory = ContainedDirectory([kind], in: store.path)
            for name in (try? directory.names(of: .directory)) ?? [] where remotes[name] == nil {
                notes.append(
                    StoreFinding(
                        directory.file(name), .corrupted,
                        "it is the record of a remote that the configuration does not have", .note))
            }
        }
    }
}
