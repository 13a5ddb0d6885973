import RedoCalendar
import RedoCrypto
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

extension CommandContext {
    /// Opens the store that the command works on.
    ///
    /// - Throws: STORAGE_001 if there is none or it must not be used.
    package func openStore() throws(RedoError) -> Store {
        try openStore(at: try storeLocation())
    }

    /// True if there is a store for the command to work on.
    package func hasStore() throws(RedoError) -> Bool {
        try !storeLocation().isNothing
    }

    /// Opens the store in a place.
    ///
    /// - Parameter configuration: the user's; nil to read it.
    /// - Throws: STORAGE_001 if there is none or it must not be used.
    package func openStore(
        at location: StoreLocation, userConfiguration configuration: Configuration? = nil
    ) throws(RedoError) -> Store {
        if location.isNothing { throw noStore(at: location) }
        let commandLine = try home.commandLine()
        let configuration =
            if let configuration { configuration } else { try home.configuration() }
        let trust = Store.Trust(
            user: Environment.effectiveUser,
            directories: LayeredConfiguration([configuration, commandLine])
                .values(.safeDirectory))
        let store = try Store(
            opening: location, userConfiguration: configuration, commandLine: commandLine,
            trust: trust, incompleteness: incompleteness,
            ignoredSettings: ignoredSettings, keepsPacksOpen: true)
        chosenRemote.withLock { $0 = store.configuration.chosenRemote }
        if location.origin == .home, let mode = Store.makePrivate(store.path) {
            note(
                "your personal store, \(store.path), was open to others (mode \(String(mode, radix: 8))): "
                    + "it is private now")
        }
        return store
    }

    /// The location of the store: `--redo-dir`, `REDO_DIR`, the nearest `.redo` upwards, the user's own.
    package func storeLocation() throws(RedoError) -> StoreLocation {
        let named = try namedStorePath()
        let current = try currentDirectory()
        let location = StoreLocation.find(
            named: named, from: current, home: home.dataDirectoryIfAny)
        // Says that there is no home.
        guard let location else {
            return StoreLocation(path: try home.dataDirectory(), origin: .home)
        }
        return StoreLocation(path: Path.join(current, location.path), origin: location.origin)
    }

    /// The store that `--redo-dir` or `REDO_DIR` names, whether or not it is there; nil if none does.
    package func namedStorePath() throws(RedoError) -> String? {
        let named =
            storeDirectory ?? surroundings.variables.value(of: "REDO_DIR")
        guard let named else { return nil }
        return Path.join(try currentDirectory(), named)
    }

    /// The absolute path of the working folder.
    package func currentDirectory() throws(RedoError) -> String {
        return try failing(.notFound, "the current directory is gone") { () throws(SystemError) in
            try surroundings.currentDirectory()
        }
    }

    /// The user's directories, configuration and variables.
    package var home: UserHome { UserHome(surroundings.variables) }

    /// True if a store in a place is the personal store, which only its owner may read.
    package func isPersonal(_ path: String) -> Bool { home.dataDirectoryIfAny == path }

    /// True if `REDO_WALL` sets the time. The clock then does not advance.
    package var hasFixedClock: Bool { surroundings.variables.value(of: "REDO_WALL") != nil }

    /// The current time: the value of `REDO_WALL`, else that of the clock.
    ///
    /// - Throws: wrong usage if `REDO_WALL` is not a time.
    package func now() throws(RedoError) -> Instant { try surroundings.now() }

    /// Why local times are not those that `TZ` was meant to give; nil if they are.
    package var timeZoneFault: String? {
        let zone = surroundings.variables.rawValue(of: "TZ")
        guard let zone, NamedTimeZone.isUnknown(variable: zone) else { return nil }
        return "TZ is '\(zone.printable)', which is not a time zone: local times are in UTC"
    }
}

extension Surroundings {
    /// The time now; see ``CommandContext/now()``.
    package func now() throws(RedoError) -> Instant {
        guard let text = variables.value(of: "REDO_WALL") else {
            return Instant(milliseconds: Clock.milliseconds())
        }
        guard let instant = Instant(iso8601: Array(text.utf8).span) else {
            throw .usage("REDO_WALL is '\(text)', not a time such as 2025-01-31T09:00:00.000Z")
        }
        return instant
    }
}
