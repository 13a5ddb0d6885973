import RedoCheckpoints
import RedoCrypto
import RedoJSON
import RedoModel
import RedoSystem

/// Files of a remote of rclone as a store of files by name.
///
/// rclone can neither create a file only if there is none, nor replace one in a single step: it looks, and then it
/// writes. So ``put(_:_:)`` never reports that a file exists, and redo takes no claims through it. Where the back end can
/// rename, a file is written to `incoming` first, so that no reader sees a part of it.
final class RcloneStore: StoreVerbs {
    private let server: RcloneServer
    private let address: RcloneAddress
    /// Whether a file is written under a temporary name first.
    private let renames: Bool
    /// The time in milliseconds since 1970.
    private let time: () -> Int64
    /// Whether the files of interrupted puts were looked for.
    private var hasTidied = false

    private static let incomingDirectory = "incoming"
    /// The time after which a file in `incoming` is what an interrupted put has left, in milliseconds: two days, as the
    /// back end decides in which time zone it gives times.
    private static let patience: Int64 = 2 * 86_400_000

    /// Opens the directory of an address.
    ///
    /// - Throws: STORAGE_001 if it is missing or rclone does not know the remote, STORAGE_003 if rclone encrypts it,
    ///   NETWORK_001, NETWORK_002.
    init(
        _ server: RcloneServer, _ address: RcloneAddress, time: @escaping () -> Int64
    ) throws(RedoError) {
        self.server = server
        self.address = address
        self.time = time
        let configuration = try Self.value(server.call("config/dump", [:]), in: address)
        if let crypt = Self.encryptedRemote(below: address.remote, configuration) {
            throw Self.encrypted(crypt)
        }
        let info = try Self.value(
            server.call("operations/fsinfo", ["fs": Self.json(address.text)]), in: address)
        // Also one that is defined in the environment.
        if info["String"]?.string?.hasPrefix("Encrypted drive") == true {
            throw Self.encrypted(address.remote)
        }
        let features = info["Features"]
        let isBucket = features?["BucketBased"] == true
        renames = !isBucket && features?["Move"] == true
        // A bucket has no directories. Elsewhere a missing one may be on a disk that is not mounted.
        guard !isBucket, try entries(of: "", isDeep: false) == nil else { return }
        throw RedoError(
            .notFound,
            "rclone finds no folder \(address.text.printable): 'rclone mkdir \(shellWord(address.text))' makes one"
        )
    }

    /// The remote of rclone's type `crypt` that a remote leads to; nil if there is none.
    ///
    /// - Parameter configuration: rclone's configuration: an object for each remote.
    static func encryptedRemote(below name: String, _ configuration: JSONValue) -> String? {
        guard case .object(let sections) = configuration else { return nil }
        let byName = Dictionary(
            sections.map { ($0.name.description, $0.value) },
            uniquingKeysWith: { first, _ in first })
        var (pending, seen) = ([name], Set<String>())
        while let name = pending.popLast() {
            guard seen.insert(name).inserted, let section = byName[name] else { continue }
            if section["type"]?.string?.description == "crypt" { return name }
            for key: StaticString in ["remote", "upstreams", "remotes"] {
                let text = section[key]?.string?.description ?? ""
                // 'combine' and 'union' name several, each as REMOTE:PATH or DIRECTORY=REMOTE:PATH.
                pending += text.split { $0 == " " || $0 == "=" || $0 == "\"" }
                    .compactMap { $0.contains(":") ? String($0.prefix { $0 != ":" }) : nil }
            }
        }
        return nil
    }

    private static func encrypted(_ name: String) -> RedoError {
        RedoError(
            .writeFailed,
            "rclone encrypts \(name.printable): it is of the type crypt, which cannot shut a member out "
                + "again; use the remote below it with 'redo remote add --encrypt'")
    }

    // MARK: Verbs

    func list(_ prefix: String) throws(RedoError) -> [StoredFile] {
        let directory = prefix.lastIndex(of: "/").map { String(prefix[..<$0]) } ?? ""
        var files: [StoredFile] = []
        // Without a slash the prefix begins a name at the top, where everything is: only what it begins is read deeper.
        let isDeep = !directory.isEmpty
        for entry in try entries(of: directory, isDeep: isDeep) ?? [] {
            guard let name = entry["Path"]?.string?.description, name.hasPrefix(prefix) else {
                continue
            }
            if entry["IsDir"] == true {
                if !isDeep { files += try list("\(name)/") }
            } else if StoredFileName.isName(name), let count = entry["Size"]?.integer, count >= 0 {
                files.append(StoredFile(name: name, byteCount: count))
            }
            guard files.count <= StoreProtocol.maximumFileCount else {
                throw RedoError(
                    .unreachable, "rclone lists more than \(StoreProtocol.maximumFileCount) files")
            }
        }
        return files
    }

    func get(_ name: String, limit: Int) throws(RedoError) -> [UInt8]? {
        guard let answer = try server.read(name, of: address, limit: limit) else {
            throw Self.tooLong(name)
        }
        switch answer.status {
        case 200:
            guard answer.body.count <= limit else { throw Self.tooLong(name) }
            return answer.body
        case 404: return nil
        default: throw Self.failure(answer, in: address)
        }
    }

    func put(_ name: String, _ content: [UInt8]) throws(RedoError) -> Bool {
        let present = try look(name, content)
        // Others may read a file that is whole, so it is not touched.
        if present == .same { return true }
        let (directory, last) = Self.divided(name)
        guard renames else {
            try require(server.upload(content, as: last, in: directory, of: address))
            return true
        }
        tidy()
        // rclone would keep a file of the same size if the back end has no checksums.
        if present == .different { try delete(name) }
        let temporary = "\(RandomBytes.hexadecimal(count: 16)).part"
        let path = "\(Self.incomingDirectory)/\(temporary)"
        do throws(RedoError) {
            try require(
                server.upload(content, as: temporary, in: Self.incomingDirectory, of: address))
            try require(
                server.call(
                    "operations/movefile",
                    [
                        "srcFs": Self.json(address.text), "srcRemote": Self.json(path),
                        "dstFs": Self.json(address.text), "dstRemote": Self.json(name),
                    ]))
        } catch {
            try? delete(path)
            // Another device may have put the same file in the meantime.
            guard (try? look(name, content)) == .same else { throw error }
        }
        return true
    }

    func delete(_ name: String) throws(RedoError) {
        let answer = try server.call(
            "operations/deletefile", ["fs": Self.json(address.text), "remote": Self.json(name)])
        if answer.status != 404 { try require(answer) }
    }

    /// What a name has, compared with some bytes.
    private enum Presence { case absent, same, different }

    private func look(_ name: String, _ content: [UInt8]) throws(RedoError) -> Presence {
        do throws(RedoError) {
            guard let found = try get(name, limit: content.count) else { return .absent }
            return found == content ? .same : .different
        } catch {
            // It is longer.
            guard error.code == .corrupted else { throw error }
            return .different
        }
    }

    /// Removes, once, what interrupted puts have left two days ago or earlier.
    private func tidy() {
        if hasTidied { return }
        hasTidied = true
        let entries = try? entries(of: Self.incomingDirectory, isDeep: false, hasTimes: true)
        for entry in (entries ?? nil) ?? [] {
            guard let name = entry["Path"]?.string?.description, name.hasSuffix(".part"),
                // 2026-11-28T02:20:19.374414002Z
                let text = entry["ModTime"]?.string?.description.prefix(19),
                let written = Instant(wall: Array("\(text).000Z".utf8).span),
                time() - written.milliseconds > Self.patience
            else { continue }
            try? delete(name)
        }
    }

    // MARK: Requests

    /// The entries of a directory; nil if it is missing.
    private func entries(
        of directory: String, isDeep: Bool, hasTimes: Bool = false
    ) throws(RedoError) -> [JSONValue]? {
        let answer = try server.call(
            "operations/list",
            [
                "fs": Self.json(address.text), "remote": Self.json(directory),
                "opt": [
                    "recurse": .bool(isDeep), "noModTime": .bool(!hasTimes), "noMimeType": true,
                ],
            ])
        if answer.status == 404 { return nil }
        guard case .array(let entries) = try Self.value(answer, in: address)["list"] else {
            return []
        }
        return entries
    }

    /// Requires that a change was made.
    private func require(_ answer: RcloneServer.Answer) throws(RedoError) {
        guard answer.status != 200 else { return }
        let failure = Self.failure(answer, in: address)
        let text = Array(failure.message.lowercased().utf8)
        let isRefusal = Self.refusalsOfWrites.contains {
            firstOffset(of: Array($0.utf8), in: text, from: 0) != nil
        }
        guard failure.code == .unreachable, isRefusal else { throw failure }
        throw RedoError(
            .writeFailed, "\(failure.message): it takes no file now; its disk may be full")
    }

    /// What a server that is reached and cannot write answers without a reason: SFTP has no code for a full disk, and
    /// the server of `rclone serve webdav` answers 405.
    private static let refusalsOfWrites = ["ssh_fx_failure", "405 method not allowed"]

    private static func value(
        _ answer: RcloneServer.Answer, in address: RcloneAddress
    ) throws(RedoError) -> JSONValue {
        guard answer.status == 200 else { throw failure(answer, in: address) }
        guard let document = try? JSONDocument(answer.body) else {
            throw RedoError(.unreachable, "rclone's answer is not JSON")
        }
        return document.root.value
    }

    private static func json(_ text: String) -> JSONValue { .string(JSONString(text)) }

    /// The directory of a name, and the part after its last slash.
    private static func divided(_ name: String) -> (directory: String, last: String) {
        guard let slash = name.lastIndex(of: "/") else { return ("", name) }
        return (String(name[..<slash]), String(name[name.index(after: slash)...]))
    }

    // MARK: Errors

    /// Parts of rclone's errors, and what they mean: rclone gives texts of back ends, and no codes.
    private static let meanings: [(part: String, code: ErrorCode)] = [
        ("didn't find section in config file", .notFound), ("directory not found", .notFound),
        ("permission denied", .unauthenticated), ("access denied", .unauthenticated),
        ("unauthorized", .unauthenticated), ("forbidden", .unauthenticated),
        ("unable to authenticate", .unauthenticated), ("invalid_grant", .unauthenticated),
        ("no space left", .writeFailed), ("insufficient storage", .writeFailed),
        ("quota", .writeFailed), ("file too large", .writeFailed),
        ("remaining disk space", .writeFailed),
        ("read-only file system", .writeFailed),
    ]

    private static func failure(
        _ answer: RcloneServer.Answer, in address: RcloneAddress
    ) -> RedoError {
        let text = answer.error ?? "status \(answer.status)"
        let lower = Array(text.lowercased().utf8)
        let meaning = meanings.first {
            firstOffset(of: Array($0.part.utf8), in: lower, from: 0) != nil
        }
        let code = meaning?.code ?? .unreachable
        return RedoError(code, "rclone: \(address.text): \(text)".printable)
    }

    private static func tooLong(_ name: String) -> RedoError {
        RedoError(.corrupted, "\(name) is longer than a file that is kept there")
    }
}
