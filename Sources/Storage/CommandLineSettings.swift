import RedoSystem

/// Settings given on the command line, before the command: `redo -c name=value`.
///
/// The dispatcher passes them in environment variables, as git does: `REDO_CONFIG_COUNT` is their number, and
/// `REDO_CONFIG_KEY_n` and `REDO_CONFIG_VALUE_n` are each one, from 0 on.
package enum CommandLineSettings {
    package static let countVariable = "REDO_CONFIG_COUNT"
    package static let maximumCount = 1000

    package static func keyVariable(_ number: Int) -> String { "REDO_CONFIG_KEY_\(number)" }
    package static func valueVariable(_ number: Int) -> String { "REDO_CONFIG_VALUE_\(number)" }

    /// The number of settings.
    ///
    /// - Throws: wrong usage if the value of the variable is invalid.
    package static func count(_ variables: EnvironmentVariables) throws(RedoError) -> Int {
        guard let text = variables.value(of: countVariable) else { return 0 }
        guard let count = Int(text), (0...maximumCount).contains(count) else {
            throw .usage("\(countVariable) is '\(text)', not a number from 0 to \(maximumCount)")
        }
        return count
    }

    /// The settings, as a configuration.
    ///
    /// - Throws: wrong usage if the variables are invalid.
    package static func configuration(
        in variables: EnvironmentVariables
    ) throws(RedoError) -> Configuration {
        var configuration = Configuration()
        configuration.origin = .commandLine
        for number in 0..<(try count(variables)) {
            guard let text = variables.rawValue(of: keyVariable(number)),
                let name = Configuration.Name(text)
            else { throw .usage("\(keyVariable(number)) is not a key of the configuration") }
            configuration.add(name, variables.rawValue(of: valueVariable(number)) ?? "")
        }
        return configuration
    }
}
