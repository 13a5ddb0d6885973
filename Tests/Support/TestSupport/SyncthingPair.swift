import Foundation
import RedoSystem

/// Two processes of Syncthing, which keep two folders alike over a connection within this machine: nothing is announced, no
/// relay is used, no port is mapped, nothing is reported. They end with this object.
public final class SyncthingPair {
    private let directories: [String]
    /// Where each process has its key, its configuration and its log.
    private let homes: [String]
    private var processes: [ChildProcess?] = [nil, nil]

    /// - Parameters:
    ///   - directories: two, which exist.
    ///   - home: a folder for what the processes keep; it exists.
    public init(between directories: [String], in home: String) throws {
        self.directories = directories
        homes = (0...1).map { "\(home)/syncthing-\($0)" }
        let ids = try homes.map { home in
            _ = try Self.run([
                "generate", "--home=\(home)", "--no-default-folder", "--skip-port-probing",
            ])
            return try Self.run(["--home=\(home)", "--device-id"])
                .trimmingCharacters(in: .whitespacesAndNewlines)
        }
        // Both are held until both are known, so that they differ.
        let held = try (0...1).map { _ in try DeafPort() }
        let ports = held.map(\.port)
        for place in 0...1 {
            let text = Self.configuration(
                directory: directories[place], port: ports[place], Array(zip(ids, ports)))
            try text.write(
                toFile: "\(homes[place])/config.xml", atomically: true, encoding: .utf8)
        }
        withExtendedLifetime(held) {}
    }

    deinit { for place in 0...1 { stop(place) } }

    private static func configuration(
        directory: String, port: Int, _ devices: [(id: String, port: Int)]
    ) -> String {
        let members = devices.map { "<device id=\"\($0.id)\"/>" }.joined()
        let addresses = devices.map {
            "<device id=\"\($0.id)\"><address>tcp://127.0.0.1:\($0.port)</address></device>"
        }.joined()
        return """
            <configuration version="36">
              <folder id="redo" path="\(directory)" type="sendreceive" rescanIntervalS="1" fsWatcherEnabled="false">
                <maxConflicts>-1</maxConflicts>
                \(members)
              </folder>
              \(addresses)
              <gui enabled="false"/>
              <options>
                <listenAddress>tcp://127.0.0.1:\(port)</listenAddress>
                <globalAnnounceEnabled>false</globalAnnounceEnabled>
                <localAnnounceEnabled>false</localAnnounceEnabled>
                <announceLANAddresses>false</announceLANAddresses>
                <relaysEnabled>false</relaysEnabled>
                <natEnabled>false</natEnabled>
                <stunKeepaliveStartS>0</stunKeepaliveStartS>
                <urAccepted>-1</urAccepted>
                <crashReportingEnabled>false</crashReportingEnabled>
                <autoUpgradeIntervalH>0</autoUpgradeIntervalH>
                <startBrowser>false</startBrowser>
                <reconnectionIntervalS>1</reconnectionIntervalS>
              </options>
            </configuration>

            """
    }

    /// Runs Syncthing for an answer.
    private static func run(_ words: [String]) throws -> String {
        let outcome = try CommandRunner().run("/usr/bin/syncthing", words)
        guard outcome.status == 0 else {
            throw ServerFailure(what: "syncthing \(words)", output: "\(outcome)")
        }
        return outcome.text
    }

    // MARK: Processes

    /// Starts the process of a folder.
    public func start(_ place: Int) throws {
        let home = homes[place]
        let line =
            "exec /usr/bin/syncthing serve --home='\(home)' --no-browser --no-restart --no-upgrade "
            + ">>'\(home)/log' 2>&1"
        // STMONITORED: one process, and not another one that starts it again.
        processes[place] = try ChildProcess(
            "python3", arguments: ["-c", ServerProcess.alone, "/bin/sh", "-c", line],
            environment: [
                "HOME": home, "PATH": "/usr/bin:/bin", "STMONITORED": "1", "STNOUPGRADE": "1",
            ], errors: .captured, isGroupLeader: true)
    }

    /// Ends the process of a folder, and waits for its end.
    public func stop(_ place: Int) {
        processes[place]?.end()
        processes[place]?.finish(within: 10)
        processes[place] = nil
    }

    // MARK: Folders

    /// The files of a folder that are copied, by path.
    private func files(_ place: Int) -> [String: Data] {
        var files: [String: Data] = [:]
        guard let names = FileManager.default.enumerator(atPath: directories[place]) else {
            return files
        }
        for case let name as String in names where !name.contains(".syncthing.") {
            let path = "\(directories[place])/\(name)"
            var isDirectory: ObjCBool = false
            // One that goes meanwhile is not there.
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory),
                !isDirectory.boolValue, let bytes = FileManager.default.contents(atPath: path)
            else { continue }
            files[name] = bytes
        }
        return files
    }

    /// The paths of files that Syncthing keeps of conflicts.
    public func conflicts(_ place: Int) -> [String] {
        files(place).keys.filter { $0.contains(".sync-conflict-") }.sorted()
    }

    /// Waits until both folders have the same files.
    ///
    /// - Throws: an error with the ends of the logs if they have not after two minutes.
    public func waitUntilEqual() throws {
        for _ in 0..<1200 {
            let first = files(0)
            if first == files(1) { return }
            usleep(100_000)
        }
        let logs = homes.map { home in
            (try? String(contentsOfFile: "\(home)/log", encoding: .utf8))?.suffix(2000) ?? ""
        }
        throw ServerFailure(
            what: "the folders do not become the same",
            output: "\(files(0).keys.sorted())\n\(files(1).keys.sorted())\n\(logs)")
    }
}
