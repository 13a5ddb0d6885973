import RedoCrypto
import RedoKeys
import RedoStore
import RedoSystem

/// The key helpers of the user: built-in ones, and the programs that `key.helper` names.
///
/// A store's configuration does not count, so only the user's and the command line's are read, and only when a helper
/// is requested.
package struct KeyHelpers: Sendable {
    /// The directory of the key files.
    package let directory: String
    private let file: ConfigurationFile
    private let commandLine: Configuration
    private let variables: EnvironmentVariables

    /// The built-in helpers, by their names in key files.
    package static let builtIn = [SecretService.name, SSHAgent.name, AgeHelper.name]

    /// - Throws: as ``Keyring/init(of:_:)``.
    init(of home: UserHome) throws(RedoError) {
        directory = try home.keyDirectory()
        file = try home.configurationFile()
        commandLine = try home.commandLine()
        variables = home.variables
    }

    private func configuration() throws(RedoError) -> LayeredConfiguration {
        LayeredConfiguration([try file.read(), commandLine])
    }

    /// Returns the helper of a name.
    ///
    /// - Throws: KEYCHAIN_002 if there is none.
    package func helper(named name: String) throws(RedoError) -> any KeyHelper {
        let configuration = try configuration()
        let seconds = configuration.number(.keyHelperTimeout) ?? 60
        switch name {
        case SSHAgent.name:
            return SSHAgent(socket: variables.value(of: "SSH_AUTH_SOCK"), seconds: seconds)
        case SecretService.name: return secretService
        case AgeHelper.name:
            return AgeHelper(
                directory: directory, identity: configuration.value(.keyAgeIdentity),
                seconds: seconds)
        default: break
        }
        guard let command = Self.commands(configuration).last(where: { $0.name == name })?.command
        else {
            throw .helper(
                name, .unknown, "no key.helper names it", remedies: [Self.naming(name)])
        }
        return ProgramHelper(name, command: command, seconds: seconds)
    }

    /// The command that sets the program of a helper. Names have no characters that a shell interprets.
    package static func naming(_ name: String) -> String {
        "'redo config --global --add key.helper \"\(name) COMMAND\"' says which program it is"
    }

    /// The Secret Service of the desktop.
    package var secretService: SecretService {
        let hasDesktop = ["WAYLAND_DISPLAY", "DISPLAY"].contains { variables.value(of: $0) != nil }
        return SecretService(hasDesktop: hasDesktop)
    }

    /// The names of all available helpers.
    package func names() throws(RedoError) -> [String] {
        Self.builtIn + Self.commands(try configuration()).map(\.name)
    }

    /// Parses the values of `key.helper`: a name, white space, and a command.
    private static func commands(
        _ configuration: LayeredConfiguration
    ) -> [(name: String, command: String)] {
        configuration.values(.keyHelper).compactMap { value in
            guard let space = value.firstIndex(of: " ") else { return nil }
            let command = value[value.index(after: space)...].drop { $0 == " " }
            let name = String(value[..<space])
            guard !command.isEmpty, KeyFile.isHelperName(Array(name.utf8).span) else { return nil }
            return (name, String(command))
        }
    }

    /// The time that a key agent holds a key.
    package func agentTime() throws(RedoError) -> SpanOfTime {
        let text =
            try configuration().checkedValue(.keyAgentTime)
            ?? ConfigurationKey.keyAgentTime.fallback
        return text.flatMap(SpanOfTime.init) ?? .quarterOfAnHour
    }
}

extension SpanOfTime {
    fileprivate static let quarterOfAnHour = SpanOfTime(milliseconds: 900_000)
}
