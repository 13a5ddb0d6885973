import RedoSystem

/// The user's folder of hooks. Nothing inside a store is ever looked at.
///
/// ```
/// hooks/NAME                      for all stores
/// hooks/stores/PATH/NAME          for the store /PATH, which is named without links
/// ```
struct HookFolder {
    private let path: String
    /// The user id that must own folders and files.
    private let owner: UInt32

    private static let storesName = "stores"
    /// The permissions with which others can replace or change what runs.
    private static let writableByOthers: UInt32 = 0o022

    /// A file or folder that is not used, and why.
    struct Refusal {
        let path: String
        let reason: String
    }

    /// A file with the name of a hook.
    enum Finding {
        case program(String)
        case refused(Refusal)
    }

    init(path: String, owner: UInt32) {
        self.path = path
        self.owner = owner
    }

    /// What a look at a folder says.
    enum Look {
        case absent
        case usable
        case refused(Refusal)
    }

    /// Looks at the folder itself: one call where there is none.
    func look() -> Look { look(path) }

    /// What there is for a hook: for all stores, then for one.
    ///
    /// - Parameter store: the store's absolute path.
    func find(_ hook: Hook, forStore store: String) -> [Finding] {
        var findings: [Finding] = []
        if let finding = file(hook.name, in: path) { findings.append(finding) }
        // A path that cannot be resolved is that of no store.
        guard let store = try? Path.resolved(store) else { return findings }
        var folder = path
        for part in [Self.storesName] + store.split(separator: "/").map(String.init) {
            folder = Path.join(folder, part)
            switch look(folder) {
            case .absent: return findings
            case .refused(let refusal): return findings + [.refused(refusal)]
            case .usable: break
            }
        }
        if let finding = file(hook.name, in: folder) { findings.append(finding) }
        return findings
    }

    private func look(_ folder: String) -> Look {
        do throws(SystemError) {
            guard let status = try Files.status(of: folder) else { return .absent }
            let fault = status.kind == .directory ? fault(of: status) : "it is not a folder"
            return fault.map { .refused(Refusal(path: folder, reason: $0)) } ?? .usable
        } catch {
            return .refused(Refusal(path: folder, reason: "it cannot be looked at: \(error)"))
        }
    }

    /// Looks at a file with the name of a hook in a folder that was looked at.
    ///
    /// - Returns: nil if there is none.
    private func file(_ name: String, in folder: String) -> Finding? {
        let path = Path.join(folder, name)
        do throws(SystemError) {
            guard try Files.statusOfLink(path) != nil else { return nil }
            let nowhere = Refusal(path: path, reason: "the link leads nowhere")
            guard try Files.status(of: path) != nil else { return .refused(nowhere) }
            // From here on only the user and root could put something else there. Where links lead is what is run.
            let program: String
            switch try HookPath(owner: owner).follow(path) {
            case .refused(let refusal): return .refused(refusal)
            case .path(let found): program = found
            }
            guard let status = try Files.status(of: program) else { return .refused(nowhere) }
            if let reason = fault(of: program, status) {
                return .refused(Refusal(path: path, reason: reason))
            }
            if case .refused(let refusal) = look(Path.parent(of: program)) {
                return .refused(refusal)
            }
            return .program(program)
        } catch {
            return .refused(Refusal(path: path, reason: "it cannot be looked at: \(error)"))
        }
    }

    private func fault(of path: String, _ status: FileStatus) -> String? {
        switch status.kind {
        case .directory: return "it is a folder"
        case .link, .other: return "it is not a regular file"
        case .regular: break
        }
        if let fault = fault(of: status) { return fault }
        return Files.isExecutable(path) ? nil : "it is not executable"
    }

    /// Why what others own or can write to is not used; nil if it is the user's alone.
    private func fault(of status: FileStatus) -> String? {
        if status.owner != owner { return "it belongs to user \(status.owner), not to you" }
        if status.permissions & Self.writableByOthers != 0 {
            return "others can write to it (mode \(String(status.permissions, radix: 8)))"
        }
        return nil
    }
}
