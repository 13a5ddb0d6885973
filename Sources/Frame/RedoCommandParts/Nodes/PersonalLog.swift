import RedoCommandLine
import RedoRepository
import RedoStore
import RedoSystem

/// The personal store, and what hides it: a `.redo` in the home folder or above, which commands find first
/// from everywhere below.
package struct PersonalLog {
    /// Its path, whether or not it exists.
    package let path: String
    /// The home folder without links; nil if there is none.
    private let home: String?

    package init(_ context: borrowing CommandContext) throws(RedoError) {
        path = try context.home.dataDirectory()
        home = context.surroundings.variables.value(of: "HOME").flatMap { try? Path.resolved($0) }
    }

    package var isThere: Bool { Files.isDirectory(Store.objectsPath(path)) }

    /// True if a store in a place hides it from the whole home folder.
    package func isHidden(by store: String) -> Bool {
        guard let home, Path.name(of: store) == StoreLocation.directoryName else { return false }
        let parent = Path.parent(of: store)
        let directory = (try? Path.resolved(parent)) ?? parent
        return home == directory || home.hasPrefix(directory == "/" ? "/" : directory + "/")
    }

    /// The store that hides it.
    package var hidingStore: String? {
        guard let home else { return nil }
        let found = StoreLocation.find(named: nil, from: home, home: nil)
        return found?.path
    }

    /// The hint about a store in the home directory or above; nil for any other.
    package func hint(for store: String) -> String? {
        guard isHidden(by: store) else { return nil }
        return isThere
            ? "it hides your personal store, \(path), from your home folder and all below it"
            : "it is used in your home folder and all below it, and will hide a personal store there; "
                + "'redo init --home' creates the personal store"
    }

    /// The hint about the log if a store hides it.
    package var hiddenHint: String? {
        hidingStore.map {
            "\($0) hides it: that store is used in your home folder and all below it"
        }
    }
}
