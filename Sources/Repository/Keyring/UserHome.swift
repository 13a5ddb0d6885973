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

    /// A variable that names a directory of the user's, and where the directory is below `HOME` without it.
    private typealias UserDirectory = (variable: String, fallback: String)
    private static let data: UserDirectory = ("XDG_DATA_HOME", ".local/share")
    private static let configuration: UserDirectory = ("XDG_CONFIG_HOME", ".config")

    private func path(of directory: UserDirectory) -> String? {
        // The specification of these variables says to ignore a relative path.
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

    /// The user's configuration, which may be missing.
    ///
    /// - Throws: STORAGE_001 if the user has no home.
    package func configurationFile() throws(RedoError) -> ConfigurationFile {
        ConfigurationFile(path: Path.join(try configurationDirectory(), "config"), isUsers: true)
    }

    /// What the user has configured; nothing where there is no file, or no home to have it in.
    package func configuration() throws(RedoError) -> Configuration {
        if path(of: Self.configuration) == nil { return Configuration() }
        return try configurationFile().read()
    }

    /// The configuration of the command line: what comes before any file.
    ///
    /// - Throws: wrong usage if the variables that hold it are broken.
    package func commandLine() throws(RedoError) -> Configuration {
        try CommandLineSettings.configuration(in: variables)
    }

    /// The user's configuration, and that of the command line above it.
    package func layers() throws(RedoError) -> LayeredConfiguration {
        LayeredConfiguration([try configuration(), try commandLine()])
    }

    /// What this device is called in a store: by `REDO_DEVICE` or `redo.device`.
    ///
    /// - Throws: wrong usage if that is not UTF-8: nodes carry it.
    package func deviceID(for store: Store) throws(RedoError) -> JSONString {
        if let device = variables.value(of: "REDO_DEVICE") {
            return try Self.written(device, "REDO_DEVICE")
        }
        let configured = store.configuration.value(.device).flatMap { $0.isEmpty ? nil : $0 }
        let device = configured ?? ConfigurationKey.device.fallback ?? ""
        return try Self.written(device, ConfigurationKey.device.name)
    }

    /// A text that nodes carry.
    ///
    /// - Parameter name: what the error calls it.
    /// - Throws: wrong usage if it is not UTF-8.
    static func written(_ text: String, _ name: String) throws(RedoError) -> JSONString {
        do throws(NotUTF8) {
            return JSONString(try SystemText.written(text))
        } catch {
            throw .usage("\(name) \(error.reason), in '\(text)'")
        }
    }
}
