import RedoCommandLine
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

extension CommandContext {
    /// The store to add tasks to. Where a person has none yet, their own is made, with a key if there is
    /// none either, and standard error says where: the first task takes one command.
    ///
    /// A store that is named and not there is a mistake, and stays an error.
    package func repositoryForNewTasks() throws(RedoError) -> Repository {
        let location = try storeLocation()
        guard location.origin == .home else { return repository(try openStore(at: location)) }
        if !Files.isDirectory(Store.objectsPath(location.path)) {
            _ = try Store.create(
                at: location.path, configuration: .ofNewStore(),
                isPrivate: true)
            complain("made your store: \(location.path.printable)\n")
            for hint in otherStoreHints { complain("hint: \(hint.printable)\n") }
        }
        let store = try openStore(at: location)
        if store.configuration.value(.userKey) != nil { return repository(store) }
        try keyring().makeFirstKey(for: store)
        return repository(try openStore(at: location))
    }

    /// Other ways to a store than the one that was just made.
    private var otherStoreHints: [String] {
        storesBelow()
            + [
                "to bring your tasks from another device: 'redo remote add origin URL', then "
                    + "'redo sync'"
            ]
    }
}

extension Configuration {
    /// A new store's: the name of this device, which the nodes carry.
    package static func ofNewStore() -> Configuration {
        var configuration = Configuration()
        let host = Environment.hostName.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
        let device =
            "\(host.isEmpty ? "redo" : host.lowercased())-\(RandomBytes.hexadecimal(count: 3))"
        if let name = Configuration.Name("redo.device") { configuration.set(name, to: device) }
        return configuration
    }
}
