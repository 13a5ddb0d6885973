import RedoSystem

/// The user's directory of hooks. Files inside a store are never run.
///
/// ```
/// hooks/NAME                      for all stores
/// hooks/stores/PATH/NAME          for the store /PATH, which is named without links
/// ```
struct HookDirectory {
    private let path: String
    /// The user id that must own directories and files.
    private let owner: UInt32

    private static let storesName = "stores"
    /// The permissions with which others could replace or change what runs.
    private static let writableByOthers: UInt32 = 0o022

    /// A file or directory that is not used, and why.
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

    /// The result of checking a directory.
    enum Condition {
        case absent
        case usable
        case refused(Refusal)
    }

    /// Checks the directory itself: a single call if there is none.
    func check() -> Condition { check(path) }

    /// The files for a hook: those for all stores, then those for one.
    ///
    /// - Parameter store: the store's absolute path.
    func find(_ hook: Hook, forStore store: String) -> [Finding] {
        var findings: [Finding] = []
        if let finding = file(hook.name, in: path) { findings.append(finding) }
        // A path that cannot be resolved is not that of a store.
        guard let store = try? Path.resolved(store) else { return findings }
        var directory = path
        for part in [Self.storesName] + store.split(separator: "/").map(String.init) {
            directory = Path.join(directory, part)
            switch check(directory) {
            case .absent: return findings
            case .refused(let refusal): return findings + [.refused(refusal)]
            case .usable: break
            }
        }
        if let finding = file(hook.name, in: directory) { findings.append(finding) }
        return findings
    }

    private func check(_ directory: String) -> Condition {
        do throws(SystemError) {
            guard let status = try Files.status(of: directory) else { return .absent }
            let fault = status.kind == .directory ? fault(of: status) : "it is not a folder"
            return fault.map { .refused(Refusal(path: directory, reason: $0)) } ?? .usable
        } catch {
            return .refused(Refusal(path: directory, reason: "it cannot be examined: \(error)"))
        }
    }

    /// Checks a file with the name of a hook in a directory that has been checked.
    ///
    /// - Returns: nil if it is missing.
    private func file(_ name: String, in directory: String) -> Finding? {
        let path = Path.join(directory, name)
        do throws(SystemError) {
            guard try Files.statusOfLink(path) != nil else { return nil }
            let nowhere = Refusal(path: path, reason: "the link leads nowhere")
            guard try Files.status(of: path) != nil else { return .refused(nowhere) }
            // From here on only the user and root could replace it. Links are resolved, and their target is run.
            let program: String
            switch try HookPath(owner: owner).follow(path) {
            case .refused(let refusal): return .refused(refusal)
            case .path(let found): program = found
            }
            guard let status = try Files.status(of: program) else { return .refused(nowhere) }
            if let reason = fault(of: program, status) {
                return .refused(Refusal(path: path, reason: reason))
            }
            if case .refused(let refusal) = check(Path.parent(of: program)) {
                return .refused(refusal)
            }
            return .program(program)
        } catch {
            return .refused(Refusal(path: path, reason: "it cannot be examined: \(error)"))
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

    /// Why a file is not used that others own or can write to; nil if only the user can.
    private func fault(of status: FileStatus) -> String? {
        if status.owner != owner { return "it belongs to user \(status.owner), not to you" }
        if status.permissions & Self.writableByOthers != 0 {
            return "others can write to it (mode \(String(status.permissions, radix: 8)))"
        }
        return nil
    }
}
