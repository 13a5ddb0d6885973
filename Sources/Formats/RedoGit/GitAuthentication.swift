import RedoSystem

/// The parameters for connecting to another machine, in addition to git's configuration.
package struct GitAuthentication {
    /// Whether programs may question a person: for names, passwords and passphrases, and whether host keys are trusted.
    package var mayAsk: Bool
    /// The replacement of `ssh`: a line for the shell, as in `GIT_SSH_COMMAND`; nil for the value of `core.sshCommand`.
    package var sshCommand: String?
    /// Variables for the child processes, in addition to those of this process.
    package var environment: [String: String]
    /// A file that replaces the user's configuration of git; nil for that one.
    package var configurationPath: String?
    /// The time limit of a credential helper if no person can answer, in seconds.
    package var helperSeconds: Int
    /// The time in which the other side may neither send nor receive, in seconds.
    package var silenceSeconds: Int
    /// When requests to a busy server are repeated; nil for never.
    package var retry: RetryPolicy?

    package init(
        mayAsk: Bool, sshCommand: String? = nil, environment: [String: String] = [:],
        configurationPath: String? = nil, helperSeconds: Int = 60, silenceSeconds: Int = 300,
        retry: RetryPolicy? = nil
    ) {
        self.mayAsk = mayAsk
        self.sshCommand = sshCommand
        self.environment = environment
        self.configurationPath = configurationPath
        self.helperSeconds = helperSeconds
        self.silenceSeconds = silenceSeconds
        self.retry = retry
    }
}

/// The maximum sizes of what is received.
package struct GitLimits: Sendable {
    /// References of the other side, and the bytes of a name.
    package var referenceCount = 200_000
    package var nameByteCount = 1024
    /// The size of everything before the end of the list of references, in bytes.
    package var listByteCount = 1 << 24
    /// The objects of one transfer, and their size in transit in bytes.
    package var objectCount = 100_000_000
    package var byteCount = 1 << 36

    package init() {}
}
