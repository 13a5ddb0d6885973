import RedoSystem

/// What connecting to another machine may need, beside what git's configuration says.
package struct GitAuthentication {
    /// Whether a person can be asked for names, passwords and passphrases, and whether host
    /// keys are good.
    package var mayAsk: Bool
    /// What runs in the place of `ssh`: a line for the shell, as in `GIT_SSH_COMMAND`. Nil for what
    /// `core.sshCommand` says.
    package var sshCommand: String?
    /// Variables for the programs that are run, beside those of this process.
    package var environment: [String: String]
    /// A file that is read in the place of the user's configuration of git; nil for that one.
    package var configurationPath: String?
    /// How long a credential helper may take if no person can be asked, in seconds.
    package var helperSeconds: Int
    /// How long the other side may send and take nothing, in seconds.
    package var silenceSeconds: Int
    /// When a server is asked again that is busy; nil for never.
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

/// The most that is received.
package struct GitLimits: Sendable {
    /// References that the other side has, and bytes of one's name.
    package var referenceCount = 200_000
    package var nameByteCount = 1024
    /// Bytes that may come before the references are over.
    package var listByteCount = 1 << 24
    /// Objects of one transfer, and their bytes as they are sent.
    package var objectCount = 100_000_000
    package var byteCount = 1 << 36

    package init() {}
}
