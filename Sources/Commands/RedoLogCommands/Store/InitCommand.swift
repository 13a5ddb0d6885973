import RedoCommandLine
import RedoCommandParts
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// `redo init`: makes a store and says where.
package struct InitCommand: ParsableCommand {
    private static let home = OptionSpecification.flag(
        "home", "make the personal store, which is used where there is no other")
    private static let force = OptionSpecification.flag(
        "force", letter: "f", "make the store even if it hides the personal store"
    )
    private static let quiet = OptionSpecification.flag(
        "quiet", letter: "q", "print nothing")

    package static let specification = CommandSpecification(
        "init", "Make a store",
        operands: [.optional(.value(.directory))], options: [home, force, quiet],
        statuses: .plain(
            done: "there is a store", no: "it was refused", failed: "it could not be created"))

    /// Where the store is.
    private enum Location {
        case home
        case directory(String)
        /// Where `--redo-dir` or `REDO_DIR` says, else in the current directory.
        case named
    }

    private let location: Location
    private let isForced: Bool
    private let isQuiet: Bool

    package init(_ arguments: Arguments) throws(RedoError) {
        let directory = arguments.operands.first
        if arguments.has(Self.home) {
            guard directory == nil else { throw .usage("--home takes no directory") }
            location = .home
        } else {
            location = directory.map { .directory($0) } ?? .named
        }
        isForced = arguments.has(Self.force)
        isQuiet = arguments.has(Self.quiet)
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let path = try storePath(context)
        let hint = try hidingHint(path, context)
        let isNew = try Store.create(
            at: path, configuration: .ofNewStore(),
            isPrivate: context.isPersonal(path))
        if isQuiet { return .done }
        let location = (try? Path.resolved(path)) ?? path
        try context.print(
            withPaths:
                "\(isNew ? "made an empty store" : "there is a store already"): \(location)\n")
        // Before what is said on standard error.
        try context.flush()
        if let hint { context.note(hint.printable) }
        return .done
    }

    /// What to say of a store that hides the personal store, or of that log if it is hidden.
    ///
    /// - Throws: STORAGE_003 for a new store that would hide a log that is there, unless it is forced.
    private func hidingHint(
        _ path: String, _ context: borrowing CommandContext
    ) throws(RedoError) -> String? {
        // Where a store is named, neither HOME nor the log need be there.
        guard let personal = try? PersonalLog(context) else { return nil }
        if case .home = location { return personal.hiddenHint }
        // A folder that is there hides it already.
        let isNew = !Files.isDirectory(path)
        guard isNew, personal.isThere, personal.isHidden(by: path), !isForced
        else { return personal.hint(for: path) }
        throw RedoError(
            .writeFailed,
            "a store in \(Path.parent(of: path)) would hide your personal store, \(personal.path), from your "
                + "home folder and all below it", status: .no,
            hints: [
                "commands already use your personal store where there is no other store",
                "'redo init --force' creates the store all the same",
            ])
    }

    /// The named directory's `.redo`, else the store that `--redo-dir` or `REDO_DIR` names, else the
    /// current directory's `.redo`.
    private func storePath(_ context: borrowing CommandContext) throws(RedoError) -> String {
        if case .home = location { return try context.home.dataDirectory() }
        let current = try context.currentDirectory()
        if case .directory(let directory) = location {
            return try Self.storePath(in: Path.join(current, directory))
        }
        let location = try context.storeLocation()
        return location.origin == .named ? location.path : try Self.storePath(in: current)
    }

    /// A directory's `.redo`, unless that is a link, which other commands would not use.
    private static func storePath(in directory: String) throws(RedoError) -> String {
        let path = Path.join(directory, StoreLocation.directoryName)
        if ((try? Files.statusOfLink(path)) ?? nil)?.kind == .link {
            throw RedoError(
                .notPermitted,
                "\(path) is a symbolic link; such a store is used only if you name it",
                hints: ["to use it all the same: --redo-dir \(path), or REDO_DIR"])
        }
        return path
    }
}
