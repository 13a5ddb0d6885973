import RedoModel
import RedoSystem

// Fetching only the newest commits: libgit2 1.5 cannot omit their ancestors, but git can.

extension GitRemote {
    /// Fetches the targets of references of a server, without the ancestors of these commits, and sets references here
    /// to them. Runs `git fetch --depth=1`.
    ///
    /// The child reads no configuration except what it receives here, runs no hook, and uses only the protocol of the
    /// address. Names and passwords are passed through pipes from `git credential`, which reads the user's
    /// configuration.
    ///
    /// - Parameters:
    ///   - refspecs: refspecs with full names, and a destination each.
    ///   - progress: receives the number of received objects, and of all.
    /// - Returns: why it was impossible; nil if it succeeded. Git discards the received objects of a failed fetch.
    /// - Throws: if a signal to end the process is pending.
    package func fetchNewest(
        _ refspecs: [String], progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws(RedoError) -> String? {
        guard GitRepository.sendsFromShallow else {
            return "this version of libgit2 could not push after that"
        }
        guard let authentication, let command = NewestCommits(self, authentication) else {
            return "the configuration of git has what cannot be handed on"
        }
        defer { repository.refresh() }
        return try command.run(refspecs, progress)
    }
}

/// A child process with `git fetch --depth=1`.
private struct NewestCommits {
    private let arguments: [String]
    private let environment: [String: String]
    private let isGroupLeader: Bool
    private let silence: Int

    /// Variables by which git uses other files, or runs programs. `GIT_DIR` and others are set after that.
    private static let unset = [
        "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR", "GIT_CONFIG", "GIT_CONFIG_COUNT",
        "GIT_CONFIG_PARAMETERS", "GIT_CONFIG_SYSTEM", "GIT_GRAFT_FILE", "GIT_INDEX_FILE",
        "GIT_NAMESPACE", "GIT_OBJECT_DIRECTORY", "GIT_PREFIX", "GIT_PROXY_COMMAND",
        "GIT_PROXY_SSL_CERT", "GIT_REPLACE_REF_BASE", "GIT_SHALLOW_FILE", "GIT_SSH",
        "GIT_TEMPLATE_DIR", "GIT_WORK_TREE",
    ]
    /// The maximum size of git's output that is kept.
    private static let maximumOutputByteCount = 1 << 14
    /// The time that a person may take to enter a passphrase, in seconds.
    private static let secondsToAnswer = 3600

    /// - Returns: nil if a proxy with a password is configured.
    init?(_ remote: GitRemote, _ authentication: GitAuthentication) {
        let mayAsk = authentication.mayAsk
        isGroupLeader = !mayAsk
        silence = mayAsk ? Self.secondsToAnswer : authentication.silenceSeconds
        var settings = [
            "core.hooksPath=/dev/null", "core.fsmonitor=false", "core.alternateRefsCommand=",
            "credential.helper=", "fetch.unpackLimit=1", "fetch.writeCommitGraph=false",
            "gc.auto=0", "http.followRedirects=false", "http.lowSpeedLimit=1",
            "http.lowSpeedTime=\(authentication.silenceSeconds)", "maintenance.auto=false",
            "pack.writeReverseIndex=false", "protocol.allow=never",
        ]
        let scheme: String
        switch remote.url.location {
        case .path: return nil
        case .ssh: scheme = "ssh"
        case .server(let name, _, _, _): scheme = name
        }
        settings.append("protocol.\(scheme).allow=always")
        for name in ["http.sslCAInfo", "http.proxy"] {
            guard let value = remote.setting(name) else { continue }
            // Arguments are visible to everyone on this machine.
            if value.contains("@") { return nil }
            settings.append("\(name)=\(value)")
        }
        settings += [
            "credential.helper=\(Self.helper(authentication))", "credential.useHttpPath=true",
        ]
        let script = "unset \(Self.unset.joined(separator: " ")); exec git \"$@\" 2>&1"
        arguments =
            ["-c", script, "git"] + settings.flatMap { ["-c", $0] } + [
                "fetch", "--depth=1", "--no-tags", "--no-write-fetch-head",
                "--no-auto-maintenance", "--no-recurse-submodules", "--progress", "--stdin", "--",
                remote.url.text,
            ]
        var environment = authentication.environment
        environment["LC_ALL"] = "C"
        environment["GIT_DIR"] = remote.repository.path
        environment["GIT_CONFIG_NOSYSTEM"] = "1"
        environment["GIT_CONFIG_GLOBAL"] = "/dev/null"
        environment["GIT_ALLOW_PROTOCOL"] = scheme
        if !mayAsk {
            environment["GIT_TERMINAL_PROMPT"] = "0"
            environment["GIT_ASKPASS"] = ""
            environment["SSH_ASKPASS"] = ""
        }
        // The same command as in SSHConnection.
        let ssh = authentication.sshCommand ?? remote.setting("core.sshCommand")
        let program = ssh.map { Path.name(of: String($0.split(separator: " ").first ?? "")) }
        if program ?? "ssh" == "ssh" {
            environment["GIT_SSH_COMMAND"] =
                "\(ssh ?? "ssh")\(mayAsk ? "" : " -o BatchMode=yes")"
            environment["GIT_SSH_VARIANT"] = "ssh"
        } else {
            environment["GIT_SSH_COMMAND"] = ssh
        }
        self.environment = environment
    }

    /// A helper of credentials that forwards requests to the user's: a line for the shell, which git calls with `get`,
    /// `store` or `erase`.
    private static func helper(_ authentication: GitAuthentication) -> String {
        let path =
            authentication.configurationPath ?? authentication.environment["GIT_CONFIG_GLOBAL"]
            ?? Environment.value(of: "GIT_CONFIG_GLOBAL")
        let configuration =
            path.map { "GIT_CONFIG_GLOBAL=\(shellWord($0)); export GIT_CONFIG_GLOBAL" }
            ?? "unset GIT_CONFIG_GLOBAL"
        return "!f() { unset GIT_CONFIG_PARAMETERS GIT_CONFIG_NOSYSTEM GIT_CONFIG_COUNT; "
            + "\(configuration); GIT_DIR=/dev/null; "
            + "case $1 in get) v=fill;; store) v=approve;; *) v=reject;; esac; "
            + "git credential $v; }; f"
    }

    /// Runs the child, until it has printed nothing for too long.
    func run(
        _ refspecs: [String], _ progress: (_ done: Int, _ total: Int) -> Void
    ) throws(RedoError) -> String? {
        let deferral = DeferredTermination()
        defer { _ = deferral }
        let child: ChildProcess
        do throws(SystemError) {
            child = try ChildProcess(
                "/bin/sh", arguments: arguments, environment: environment, errors: .captured,
                isGroupLeader: isGroupLeader)
        } catch {
            return "git cannot be started: \(error.reason)"
        }
        var output: [UInt8] = []
        do throws(ChildProcess.Interruption) {
            let lines = refspecs.map { "\($0)\n" }.joined()
            try child.write(Array(lines.utf8).span, within: silence)
            child.endInput()
            while try child.read(atMost: 4096, into: &output, within: silence) > 0 {
                output = output.suffix(Self.maximumOutputByteCount)
                if let counts = GitProgressLine.counts(in: output) {
                    progress(counts.done, counts.total)
                }
            }
        } catch {
            child.end()
            switch error {
            case .terminated: throw .terminated
            case .silent: return "git has said nothing for \(silence) seconds"
            case .failed(let cause): return "git has ended: \(cause.reason)"
            }
        }
        let status = child.finish(within: silence)
        if Signals.isTerminationPending { throw .terminated }
        if status == 0 { return nil }
        let lines = output.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        let last = lines.last.map { String(decoding: $0.prefix(300), as: UTF8.self).printable }
        return last ?? "git ended with \(status)"
    }
}
