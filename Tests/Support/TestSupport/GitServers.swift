import Foundation
import Testing

/// How a repository elsewhere is reached.
public enum Transport: String, CaseIterable, CustomTestStringConvertible, Sendable {
    case path, file, ssh, http, daemon

    public var testDescription: String { rawValue }

    /// The address of a repository, whose server is started.
    public func url(of name: String = "there.git", _ servers: GitServers) throws -> String {
        let path = servers.path(name)
        return switch self {
        case .path: path
        case .file: "file://\(path)"
        case .ssh: "ssh://\(NSUserName())@127.0.0.1:\(try servers.secureShell())\(path)"
        case .http: "http://127.0.0.1:\(try servers.web().port)/\(name)"
        case .daemon: "git://127.0.0.1:\(try servers.gitDaemon())/\(name)"
        }
    }
}

/// The real servers for the repositories of a folder, which end with this object, and the keys of ssh.
public final class GitServers {
    public let directory: String
    private var servers: [ServerProcess] = []

    /// What connections of this process would be led elsewhere by.
    private static let proxyVariables = ["http_proxy", "https_proxy", "all_proxy"]
    private static let withoutProxies: Void = {
        for name in proxyVariables {
            unsetenv(name)
            unsetenv(name.uppercased())
        }
    }()

    public init(_ directory: String) {
        self.directory = directory
        Self.withoutProxies
    }

    public func path(_ name: String) -> String { "\(directory)/\(name)" }

    /// Runs a program, which must end well.
    @discardableResult
    public static func run(_ program: String, _ arguments: [String]) throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.environment = [
            "PATH": "/usr/bin:/bin", "GIT_CONFIG_GLOBAL": "/dev/null",
            "GIT_CONFIG_SYSTEM": "/dev/null",
        ]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.runWithoutMask()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "\(program) \(arguments)")
        return String(decoding: text, as: UTF8.self)
    }

    private func start(_ server: ServerProcess) -> ServerProcess {
        servers.append(server)
        return server
    }

    /// Starts a web server.
    public func web(_ arguments: String...) throws -> ServerProcess {
        try web(arguments: arguments)
    }

    /// Starts a web server.
    public func web(arguments: [String]) throws -> ServerProcess {
        start(try ServerProcess(script: "git_http.py", ["--root", directory] + arguments))
    }

    /// Starts git's own server, and returns its port.
    public func gitDaemon() throws -> Int {
        start(
            try ServerProcess(
                each: "/usr/bin/git",
                [
                    "daemon", "--inetd", "--log-destination=none", "--base-path=\(directory)",
                    "--export-all",
                ])
        ).port
    }

    /// Starts a server that takes what it gets and never answers, and returns its port.
    public func silence() throws -> Int {
        start(try ServerProcess(each: "/bin/sleep", ["1000"])).port
    }

    /// What a proxy does with a connection when enough has passed.
    public enum Ending: String, Sendable { case cut, hold }

    /// Starts a proxy before a port.
    ///
    /// - Parameter side: whose bytes are counted, `server` or `client`.
    public func proxy(
        to port: Int, _ ending: Ending, _ side: String, after byteCount: Int
    ) throws -> ServerProcess {
        start(
            try ServerProcess(
                script: "proxy.py", ["\(port)", side, "\(byteCount)", ending.rawValue]))
    }

    /// Starts a server whose list of references never ends, over http and as a daemon; returns its port.
    public func endlessReferences() throws -> Int {
        start(try ServerProcess(script: "endless_references.py", [])).port
    }

    // MARK: ssh

    /// Starts sshd with a host key, and makes the user's key and known hosts; returns its port.
    ///
    /// - Parameter knownKey: which host key is known, `none` for no one.
    public func secureShell(knownKey: String = "host") throws -> Int {
        for name in ["host", "other", "user", "stranger"] {
            try Self.run(
                "/usr/bin/ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", path(name)])
        }
        // sshd wants it where root starts it.
        if getuid() == 0 { mkdir("/run/sshd", 0o755) }
        // Without SHLVL bash reads the user's .bashrc for each connection. The first key exchange is the cheapest.
        let configuration = """
            SetEnv SHLVL=1
            KexAlgorithms curve25519-sha256
            HostKey \(path("host"))
            AuthorizedKeysFile \(path("user.pub"))
            PidFile none
            StrictModes no
            UsePAM no
            PasswordAuthentication no
            KbdInteractiveAuthentication no
            Subsystem sftp internal-sftp

            """
        try Data(configuration.utf8).write(to: URL(filePath: path("sshd_config")))
        let server = start(
            try ServerProcess(
                each: "/usr/sbin/sshd", ["-i", "-e", "-f", path("sshd_config")]))
        if knownKey != "none" { try know(knownKey, at: server.port) }
        return server.port
    }

    /// Lets a host key be one that is known for a port.
    public func know(_ key: String, at port: Int) throws {
        let words = try String(contentsOfFile: path("\(key).pub"), encoding: .utf8).split(
            separator: " ")
        let known = (try? String(contentsOfFile: path("known_hosts"), encoding: .utf8)) ?? ""
        let line = "[127.0.0.1]:\(port) \(words[0]) \(words[1])\n"
        try Data((known + line).utf8).write(to: URL(filePath: path("known_hosts")))
    }

    /// The port of an address, and the address with another one.
    public static func port(of url: String) throws -> (Int, (Int) -> String) {
        let digits = url.split(separator: ":").last?.prefix { $0.isNumber } ?? ""
        let port = try #require(Int(digits))
        return (port, { url.replacing(":\(port)/", with: ":\($0)/") })
    }

    /// The command that lets ssh use a key, and nothing of the user's.
    public func sshCommand(key: String = "user") -> String {
        "ssh -F none -i \(path(key)) -o IdentitiesOnly=yes -o IdentityAgent=none"
            + " -o UserKnownHostsFile=\(path("known_hosts")) -o GlobalKnownHostsFile=/dev/null"
    }
}
