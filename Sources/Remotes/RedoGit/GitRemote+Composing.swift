import RedoModel
import RedoSystem

// Who is writing a message now. Nothing of it is kept: each notice takes the place of the one before.

extension GitRemote {
    /// How many references of devices are looked at.
    private static let greatestComposingCount = 64
    /// The most that is received for their sake: a commit and a tree each.
    private static var composingLimits: GitLimits {
        var limits = GitLimits()
        limits.objectCount = 4 * greatestComposingCount
        limits.byteCount = 1 << 20
        return limits
    }

    /// The notices of the other side, each in the form that it must have. Whose they are is not looked at.
    ///
    /// On this machine nothing is copied. From servers all is received at once, and one by one if that fails: one device
    /// can have put there whatever it likes.
    ///
    /// - Throws: NETWORK_001, NETWORK_002, or STORAGE_001 if there is no such repository.
    package func composing(at now: Instant) throws(RedoError) -> [ComposingNotice] {
        let advertised = try references(for: .fetch)
            .filter { $0.name.hasPrefix(ComposingCommit.prefix) }
            .prefix(Self.greatestComposingCount)
        if advertised.isEmpty { return [] }
        let source: GitRepository
        if case .path(let path) = url.place {
            source = try Self.folder(path)
        } else {
            receive(advertised.map(\.name))
            source = repository
        }
        return advertised.compactMap { reference in
            guard
                case .object(let object) = source.read(
                    reference.target, limit: ComposingCommit.greatestByteCount),
                object.kind == .commit
            else { return nil }
            return ComposingCommit.notice(in: object.content, of: reference.name, at: now)
        }
    }

    private func receive(_ names: [String]) {
        let before = limits
        limits = Self.composingLimits
        defer { limits = before }
        do throws(RedoError) {
            try fetch(names, setting: false)
        } catch {
            if names.count == 1 || Signals.isTerminationPending { return }
            for name in names { try? fetch([name], setting: false) }
        }
    }

    /// Puts a notice in the place of the last one of its device.
    ///
    /// - Throws: NETWORK_001, NETWORK_002, STORAGE_001 if there is no such repository, STORAGE_003 if the other side does not
    ///   take it.
    package func set(_ notice: ComposingNotice) throws(RedoError) {
        let commit = ComposingCommit(notice)
        let name = ComposingCommit.reference(of: notice.device.description)
        let destination: GitRepository
        if case .path(let path) = url.place {
            destination = try Self.folder(path)
        } else {
            destination = repository
        }
        try destination.write(GitObject(.tree, []))
        try destination.write(GitObject(.commit, commit.content))
        let previous = try destination.target(of: name)
        if previous != commit.id {
            try destination.setReference(name, to: commit.id, from: previous)
        }
        guard case .path = url.place else { return try expectTaken(push(["+\(name):\(name)"])) }
    }

    /// Removes the notice of a device, if there is one.
    ///
    /// - Throws: as ``set(_:)``.
    package func removeComposing(of device: String) throws(RedoError) {
        let name = ComposingCommit.reference(of: device)
        guard try references(for: .push).contains(where: { $0.name == name }) else { return }
        if case .path(let path) = url.place {
            return try Self.folder(path).removeReference(name)
        }
        try expectTaken(push([":\(name)"]))
    }

    private func expectTaken(
        _ verdicts: [(name: String, refusal: String?)]
    ) throws(RedoError) {
        guard let refusal = verdicts.lazy.compactMap(\.refusal).first else { return }
        throw RedoError(.writeFailed, "\(url.text) refused who is writing: \(refusal.printable)")
    }
}
