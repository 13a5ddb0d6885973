import RedoModel
import RedoStore
import RedoSystem

extension CommandContext {
    /// The error if there is no store; its hints name other stores and how to make one.
    package func noStore(at location: StoreLocation) -> RedoError {
        var hints: [String] = []
        switch location.origin {
        case .home:
            hints = storesBelow()
            hints.append("'redo add <title>' creates it; 'redo init' creates one for this folder")
            hints.append(
                "'redo clone --personal URL' brings your tasks from another device")
        case .named, .discovered: hints = ["'\(location.initCommand)' creates it"]
        }
        return RedoError(.notFound, "there is no store \(location.path)", hints: hints)
    }

    /// Names the stores in the folders of the current one, as hints.
    package func storesBelow() -> [String] {
        guard let current = try? currentDirectory(), let names = try? Files.names(in: current)
        else { return [] }
        let stores = names.filter { name in
            let path = Path.join(Path.join(current, name), StoreLocation.directoryName)
            return Files.isDirectory(Store.objectsPath(path))
        }.sorted()
        return stores.prefix(Self.maximumStoreCount).map {
            "there is one in ./\($0): redo -C \(shellWord($0)) …"
        }
    }

    private static var maximumStoreCount: Int { 3 }
}
