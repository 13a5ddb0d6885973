import RedoCommand
import RedoExchange
import RedoGit
import RedoLog
import RedoPlumbing
import RedoStore
import RedoSystem

extension Command {
    /// `redo clone`: makes a store of what a remote has.
    package static let clone = Command(.clone) { (context) throws(CommandError) in
        let operands = context.arguments.operands
        guard context.arguments.value(CommandSpecification.redoDirectory) == nil else {
            throw .usage("clone takes a folder as its second operand, not --redo-dir")
        }
        try Remote.check(url: operands[0])
        let url = try Remote.absolute(operands[0], context)
        let name = operands.dropFirst().first ?? lastPart(of: url)
        guard !name.isEmpty else { throw .usage("name a folder: the URL has no last part") }
        let folder = Path.join(try context.currentDirectory(), name)
        let place = try ClonePlace(in: folder)
        // A signal ends what is being done, or removes what was made after a second of waiting for
        // somebody else; it comes when this is over.
        let remainder = place.remainder
        let patience = PatientTermination { remainder.remove() }
        defer { _ = patience }
        do throws(CommandError) {
            let status = try clone(url, at: place, &context)
            guard !Signals.isTerminationPending else {
                throw CommandError(.importFailed, "the clone was interrupted")
            }
            try place.finish()
            let store = try context.openStore(at: place.location)
            if !context.arguments.has(SyncOptions.porcelain) {
                let count = try reporting { () throws(StoreError) in try store.ids() }.count
                try context.print("made a store of \(counted(count, "node")): \(place.path)\n")
            }
            return status
        } catch {
            remainder.remove()
            throw error
        }
    }

    private static func clone(
        _ url: String, at place: borrowing ClonePlace, _ context: inout CommandContext
    ) throws(CommandError) -> ExitStatus {
        var configuration = newStoreConfiguration()
        Remote.add(Remote.defaultName, url, to: &configuration)
        _ = try reporting { () throws(StoreError) in
            try Store.create(at: place.temporaryPath, configuration: configuration)
        }
        let store = try context.openStore(
            at: StoreLocation(path: place.temporaryPath, origin: .named))
        if try ConfiguredRemote.firestoreURL(url) != nil {
            var words = ["--redo-dir", place.temporaryPath]
            for option in [SyncOptions.porcelain, SyncOptions.requireSignature, Progress.option] {
                if let isSet = context.arguments.setting(option) {
                    words.append(isSet ? "--\(option.name)" : "--no-\(option.name)")
                }
            }
            let status = try FirestoreProgram.run(
                "fetch", words + ["--", Remote.defaultName], &context)
            guard status == .done || status == .no else {
                // What it could not do it has said.
                throw CommandError(.failed, "FIREBASE_002", "the replica could not be read")
            }
            return status
        }
        let remote = try Remote.named(Remote.defaultName, of: store)
        return try fetch(from: remote, to: store, &context)
    }

    /// What stands after the last slash or colon, without `.git`.
    private static func lastPart(of url: String) -> String {
        if let url = try? ConfiguredRemote.firestoreURL(url) { return url.project }
        var url = url[...]
        while url.hasSuffix("/") { url = url.dropLast() }
        if url.hasSuffix("/.git") { url = url.dropLast("/.git".count) }
        let part = url.split { $0 == "/" || $0 == ":" }.last ?? ""
        return String(part.hasSuffix(".git") ? part.dropLast(".git".count) : part)
    }
}

/// Where a store is being made: beside the place where it will be, so that it is there as a whole or not
/// at all.
///
/// ```
/// DIR/.redo           the store, when it is done
/// DIR/.redo-clone     until then
/// ```
private struct ClonePlace: ~Copyable {
    let path: String
    let temporaryPath: String
    private let folder: String
    /// Whether the folder was made for the store.
    private let isFolderNew: Bool
    private let lock: FileLock

    private static let temporaryName = ".redo-clone"

    /// - Throws: STORAGE_003 where a store is there, another clone is being made, or nothing can be
    ///   written.
    init(in folder: String) throws(CommandError) {
        isFolderNew = !Files.isDirectory(folder)
        do throws(SystemError) {
            lock = try Self.prepare(folder)
        } catch {
            throw CommandError(error, .importFailed, "no store can be made in \(folder)")
        }
        // Without dots and links, as people are shown it.
        let folder = (try? Path.resolved(folder)) ?? folder
        self.folder = folder
        path = Path.join(folder, StoreLocation.directoryName)
        temporaryPath = Path.join(folder, Self.temporaryName)
    }

    /// - Throws: also where a store is there, or another clone is being made.
    private static func prepare(_ folder: String) throws(SystemError) -> FileLock {
        let path = Path.join(folder, StoreLocation.directoryName)
        guard try Files.statusOfLink(path) == nil else {
            throw SystemError(code: 17, call: "mkdir", path: path)
        }
        try Files.makeDirectories(folder)
        // The folder itself is locked: what is in it is removed and made anew.
        guard let lock = try FileLock.take(directory: folder) else {
            throw SystemError(code: 16, call: "flock", path: folder)
        }
        // What a clone that was killed has left behind.
        try Files.removeTree(Path.join(folder, temporaryName))
        return lock
    }

    var location: StoreLocation { StoreLocation(path: path, origin: .named) }

    /// Gives the store its place.
    func finish() throws(CommandError) {
        do throws(SystemError) {
            try Files.synchronizeFileSystem(of: temporaryPath)
            try Files.rename(temporaryPath, to: path)
            try Files.synchronizeDirectory(folder)
        } catch {
            throw CommandError(error, .importFailed, "the store cannot be given its name")
        }
    }

    /// What is to be removed where the store is not finished.
    var remainder: CloneRemainder {
        CloneRemainder(temporaryPath: temporaryPath, newFolder: isFolderNew ? folder : nil)
    }
}

/// What a clone that ends early has made.
private struct CloneRemainder: Sendable {
    let temporaryPath: String
    /// Nil where it was there before.
    let newFolder: String?

    /// So often what is added meanwhile is removed as well.
    private static let attemptCount = 100

    func remove() {
        for _ in 0..<Self.attemptCount {
            try? Files.removeTree(temporaryPath)
            guard let _ = try? Files.statusOfLink(temporaryPath) else { break }
        }
        if let newFolder { try? Files.removeEmptyDirectory(newFolder) }
    }
}
