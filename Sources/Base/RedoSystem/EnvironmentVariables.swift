/// The environment variables that a command reads: those of the process, or values that a caller gives.
package struct EnvironmentVariables: Sendable {
    /// The values that replace those of the process; nil for the process's own.
    private let given: [String: String]?
    /// The variables that were set after that.
    private var changes: [String: String] = [:]

    /// The variables of this process; each is read when it is requested.
    package static let ofProcess = EnvironmentVariables(given: nil)

    private init(given: [String: String]?) { self.given = given }

    /// Variables that replace those of the process.
    package init(_ values: [String: String]) { given = values }

    /// The value of a variable; nil if it is unset or empty.
    package func value(of name: String) -> String? {
        rawValue(of: name).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The value of a variable, which may be empty; nil if it is unset.
    package func rawValue(of name: String) -> String? {
        if let changed = changes[name] { return changed }
        return given.map { $0[name] } ?? Environment.rawValue(of: name)
    }

    /// A copy in which a variable has the given value.
    package func setting(_ name: String, to value: String) -> EnvironmentVariables {
        var result = self
        result.changes[name] = value
        return result
    }

    /// Whether a supervisor has passed this process a socket that listens (`sd_listen_fds(3)`).
    package var passesListener: Bool {
        value(of: "LISTEN_PID") == "\(Environment.processID)" && value(of: "LISTEN_FDS") == "1"
    }
}
