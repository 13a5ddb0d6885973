import Foundation
import RedoSystem

/// Google's emulator of Firestore with the rules of `Fixtures/firestore.rules`, and a proxy of ours in front
/// of it: started by the first test that needs them, used by all, ended with the tests.
///
/// Tests keep out of each other's way by projects of their own.
///
/// Unchecked: the processes are kept, and nobody looks at them once they have been started.
public final class FirestoreServers: @unchecked Sendable {
    public static let shared: Result<FirestoreServers, any Error> = Result {
        try FirestoreServers()
    }

    /// Whether tests that need the emulator are left out, because somebody said so.
    public static let isSkipped =
        ProcessInfo.processInfo.environment["REDO_SKIP_FIRESTORE_EMULATOR"] == "1"

    public let emulatorPort: Int
    public let proxyPort: Int
    /// Held for as long as the tests run: they end with their input. Not `Process`es of Foundation, which
    /// take a server that closes what it was given for one that has ended, and wait for it for ever.
    private let processes: [ChildProcess]

    /// What is missing, and how to get it.
    public struct Missing: Error, CustomStringConvertible {
        public let description: String
    }

    /// The Python that has Google's client of Firestore.
    public static let python = Fixtures.package.appending(path: ".build/firestore-venv/bin/python")

    private init() throws {
        guard FileManager.default.isExecutableFile(atPath: Self.python.path) else {
            throw Missing(
                description: "Google's Firestore client for Python is missing: run "
                    + "'make firestore-venv', or set REDO_SKIP_FIRESTORE_EMULATOR=1")
        }
        let rules = Fixtures.directory.appending(path: "firestore.rules").path
        let emulator = try Self.start("/usr/bin/python3", "firestore_emulator.py", [rules])
        let proxy = try Self.start(Self.python.path, "firestore_proxy.py", ["\(emulator.port)"])
        emulatorPort = emulator.port
        proxyPort = proxy.port
        processes = [emulator.process, proxy.process]
    }

    /// Starts a server that prints its port and ends with its input.
    private static func start(
        _ python: String, _ script: String, _ arguments: [String]
    ) throws -> (port: Int, process: ChildProcess) {
        let path = Fixtures.package.appending(path: "Tests/Support/Servers/\(script)").path
        let process = try ChildProcess(
            python, arguments: ["-B", path] + arguments, errors: .captured, isGroupLeader: true)
        var line: [UInt8] = []
        while line.last != UInt8(ascii: "\n") {
            if try process.read(atMost: 1, into: &line, within: 180) == 0 { break }
        }
        guard let port = Int(String(decoding: line.dropLast(), as: UTF8.self)) else {
            process.finish(within: 1)
            throw Missing(
                description: "\(script) does not start: "
                    + String(decoding: process.errorOutput, as: UTF8.self)
                    + " The emulator is the Debian package google-cloud-cli-firestore-emulator of "
                    + "Google's archive, and needs Java 17; REDO_SKIP_FIRESTORE_EMULATOR=1 leaves "
                    + "these tests out")
        }
        return (port, process)
    }
}

/// One project at the emulator: what a test sends, sees, and has go wrong.
public struct FirestoreProject: Sendable {
    public let name: String
    public let servers: FirestoreServers

    /// A request as the proxy saw it.
    public struct Request: Decodable, Sendable {
        public let method: String
        public let status: Int?
        public let uid: String?
        public let fault: String?
        public let documents: [String]?
        public let bytes: Int
        /// Documents in the answer to a query.
        public let found: Int?
    }

    private struct Log: Decodable {
        let requests: [Request]
        let violations: [String]
    }

    /// What the proxy is to do to some requests.
    public struct Fault: Encodable, Sendable {
        let method: String?
        let after: Int
        let times: Int
        let fault: String

        /// - Parameters:
        ///   - method: of the requests; nil for any.
        ///   - after: how many of them are let pass before.
        ///   - times: how many it befalls.
        public init(_ fault: String, method: String? = nil, after: Int = 0, times: Int = 1) {
            self.fault = fault
            self.method = method
            self.after = after
            self.times = times
        }
    }

    public init() throws {
        servers = try FirestoreServers.shared.get()
        name = "test-\(UUID().uuidString.lowercased().prefix(18))"
    }

    /// What programs are told: the proxy.
    public var host: String { "127.0.0.1:\(servers.proxyPort)" }

    public func url(_ uid: String = "alice", layout: String = "nodes") -> String {
        "firestore:\(name)?layout=\(layout)&uid=\(uid)"
    }

    // MARK: The proxy

    public func requests() throws -> [Request] { try log().requests }

    /// What was sent that the service would refuse.
    public func violations() throws -> [String] { try log().violations }

    private func log() throws -> Log {
        let (_, data) = try Self.send("GET", "http://\(host)/_control/\(name)", Data(), token: nil)
        return try JSONDecoder().decode(Log.self, from: data)
    }

    private struct Orders: Encodable {
        let faults: [Fault]
        let dropping: Double
        let seed: UInt64
    }

    /// Forgets the requests so far, and has others go wrong.
    ///
    /// - Parameters:
    ///   - dropping: the share of connections that are cut.
    ///   - seed: of the numbers that say which.
    public func expect(_ faults: Fault..., dropping: Double = 0, seed: UInt64 = 0) throws {
        let orders = try JSONEncoder().encode(
            Orders(faults: faults, dropping: dropping, seed: seed))
        _ = try Self.send("PUT", "http://\(host)/_control/\(name)", orders, token: nil)
    }

    /// Lets the proxy's server of tokens know a key.
    public func trust(publicKey: String, lifetime: Int) throws {
        let orders = try JSONSerialization.data(
            withJSONObject: ["publicKey": publicKey, "lifetime": lifetime])
        _ = try Self.send("PUT", "http://\(host)/_control", orders, token: nil)
    }

    // MARK: The emulator, past the proxy

    /// Sends a request to the emulator.
    ///
    /// - Parameters:
    ///   - path: after the one of the database's documents.
    ///   - token: `owner` is let do anything.
    /// - Returns: the status, and the JSON of the answer.
    @discardableResult
    public func ask(
        _ method: String = "POST", _ path: String, _ body: String = "", token: String = "owner"
    ) throws -> (status: Int, text: String) {
        let url =
            "http://127.0.0.1:\(servers.emulatorPort)/v1/projects/\(name)/databases/(default)/documents"
        let (status, data) = try Self.send(method, url + path, Data(body.utf8), token: token)
        return (status, String(decoding: data, as: UTF8.self))
    }

    /// Gives the project rules of its own.
    public func deploy(rules: String) throws {
        let orders = try JSONSerialization.data(
            withJSONObject: ["rules": ["files": [["name": "firestore.rules", "content": rules]]]])
        let url =
            "http://127.0.0.1:\(servers.emulatorPort)/emulator/v1/projects/\(name):securityRules"
        let (status, data) = try Self.send("PUT", url, orders, token: "owner")
        guard status == 200 else {
            throw FirestoreServers.Missing(description: String(decoding: data, as: UTF8.self))
        }
    }

    /// The token of a user, as the emulator takes it.
    public static func token(_ uid: String) -> String {
        func part(_ text: String) -> String {
            Data(text.utf8).base64EncodedString().replacing("+", with: "-")
                .replacing("/", with: "_").replacing("=", with: "")
        }
        return part(#"{"alg":"none","typ":"JWT"}"#) + "."
            + part(#"{"sub":"\#(uid)","user_id":"\#(uid)","iat":0}"#) + "."
    }

    /// The names of the documents of a collection, as the emulator has them.
    public func documentNames(in collection: String = "nodes") throws -> [String] {
        var names: [String] = []
        var page = ""
        repeat {
            let query = "?pageSize=300&mask.fieldPaths=version&pageToken=\(page)"
            let answer = try ask("GET", "/\(collection)\(query)")
            let object =
                try JSONSerialization.jsonObject(with: Data(answer.text.utf8)) as? [String: Any]
            let documents = object?["documents"] as? [[String: Any]] ?? []
            names += documents.compactMap {
                ($0["name"] as? String)?.split(separator: "/").last.map(String.init)
            }
            page = object?["nextPageToken"] as? String ?? ""
        } while !page.isEmpty
        return names
    }

    private static func send(
        _ method: String, _ url: String, _ body: Data, token: String?
    ) throws -> (Int, Data) {
        // curl: Foundation's networking would bring a library of its own into the tests.
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/curl")
        var arguments = [
            "-s", "--globoff", "--noproxy", "*", "-X", method, "-w", "\n%{http_code}", "-H",
            "Content-Type: application/json",
        ]
        if let token { arguments += ["-H", "Authorization: Bearer \(token)"] }
        if !body.isEmpty { arguments += ["--data-binary", "@-"] }
        process.arguments = arguments + [url]
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try body.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        process.standardInput = try FileHandle(forReadingFrom: file)
        let output = Pipe()
        process.standardOutput = output
        try process.runWithoutMask()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        let end = data.lastIndex(of: UInt8(ascii: "\n")) ?? data.startIndex
        let status = Int(String(decoding: data[end...].dropFirst(), as: UTF8.self)) ?? 0
        return (status, Data(data[..<end]))
    }
}
