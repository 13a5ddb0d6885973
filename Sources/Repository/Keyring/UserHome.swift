import RedoJSON
import RedoStore
import RedoSystem

/// The user's directories, configuration and variables.
package struct UserHome: Sendable {
    package let variables: EnvironmentVariables

    package init(_ variables: EnvironmentVariables) { self.variables = variables }

    // MARK: Directories

    /// The personal store: `${XDG_DATA_HOME:-~/.local/share}/redo`; nil without a home.
    package var dataDirectoryIfAny: String? { path(of: Self.data) }

    /// The personal store.
    ///
    /// - Throws: STORAGE_001 if the user has no home.
    package func dataDirectory() throws(RedoError) -> String { try directory(Self.data) }

    /// The user's configuration and keys: `${XDG_CONFIG_HOME:-~/.config}/redo`.
    ///
    /// - Throws: STORAGE_001 if the user has no home.
    package func configurationDirectory() throws(RedoError) -> String {
        try directory(Self.configuration)
    }

    /// What can be computed again: `${XDG_CACHE_HOME:-~/.cache}/redo`.
    ///
    /// - Throws: STORAGE_001 if the user has no home.
    package func cacheDirectory() throws(RedoError) -> String { try directory(Self.cache) }

    /// A variable that names a directory of the user's, and the directory's default path below `HOME`.
    private typealias UserDirectory = (variable: String, fallback: String)
    private static let data: UserDirectory = ("XDG_DATA_HOME", ".local/share")
    private static let configuration: UserDirectory = ("XDG_CONFIG_HOME", ".config")
    private static let cache: UserDirectory = ("XDG_CACHE_HOME", ".cache")

    private func path(of directory: UserDirectory) -> String? {
        // The XDG specification of these variables requires that a relative path is ignored.
        if let path = variables.value(of: directory.variable), path.hasPrefix("/") {
            return Path.join(path, "redo")
        }
        guard let home = variables.value(of: "HOME") else { return nil }
        return Path.join(Path.join(home, directory.fallback), "redo")
    }

    private func directory(_ directory: UserDirectory) throws(RedoError) -> String {
        if let path = path(of: directory) { return path }
        throw RedoError(
            .notFound, "neither \(directory.variable) nor HOME is set",
            hints: ["set HOME, or name a store with --redo-dir"])
    }

    // MARK: Configuration

    /// The user's configuration file, which may be missing.
    ///
    /// - Throws: STORAGE_001 if the user has no home.
    package func configurationFile() throws(RedoError) -> ConfigurationFile {
        ConfigurationFile(path: Path.join(try configurationDirectory(), "config"), isUsers: true)
    }

    /// The user's configuration; empty without a file, or without a home.
    package func configuration() throws(RedoError) -> Configuration {
        if path(of: Self.configuration) == nil { return Configuration() }
        return try configurationFile().read()
    }

    /// The configuration of the command line, which overrides all files.
    ///
    /// - Throws: wrong usage if the variables that contain it are invalid.
    package func commandLine() throws(RedoError) -> Configuration {
        try CommandLineSettings.configuration(in: variables)
    }

    /// The user's configuration, and that of the command line above it.
    package func layers() throws(RedoError) -> LayeredConfiguration {
        LayeredConfiguration([try configuration(), try commandLine()])
    }

    /// The id of this device in a store: `REDO_DEVICE` or `redo.device`.
    ///
    /// - Throws: wrong usage if it is not UTF-8, since nodes contain it.
    package func deviceID(for store: Store) throws(RedoError) -> JSONString {
        if let device = variables.value(of: "REDO_DEVICE") {
            return try Self.written(device, "REDO_DEVICE")
        }
        let configured = store.configuration.value(.device).flatMap { $0.isEmpty ? nil : $0 }
        let device = configured ?? ConfigurationKey.device.fallback ?? ""
        return try Self.written(device, ConfigurationKey.device.name)
    }

    /// A text that nodes contain.
    ///
    /// - Parameter name: its name in the error.
    /// - Throws: wrong usage if it is not UTF-8.
    static func written(_ text: String, _ name: String) throws(RedoError) -> JSONString {
        do throws(NotUTF8) {
            return JSONString(try SystemText.written(text))
        } catch {
            throw .usage("\(name) \(error.reason), in '\(text)'")
        }
    }
}
