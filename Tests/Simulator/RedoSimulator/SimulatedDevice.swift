import Foundation
import RedoCrypto
import RedoModel
import RedoStore
import RedoSystem

/// A device: a folder with a store and a key, a clock, and what its commands have acknowledged.
struct SimulatedDevice {
    /// Whether what it writes can be relied on.
    enum Role {
        case honest
        /// It lies with old dates, and does what it may not.
        case hostile
    }

    let number: Int
    let role: Role
    /// 64 hexadecimal digits.
    let publicKey: String
    /// The beginning of the key.
    let userID: String
    /// The folder that its commands run in.
    let directory: String
    private let home: String
    var clock = SimulatedClock()
    /// Whether it reaches the remote.
    var isOnline = true
    /// Whether it takes part; one that is lost does not come back.
    var isLost = false
    /// The nodes that its store had when a command last ended well.
    var acknowledged: Set<NodeID> = []
    /// The nodes that its store has.
    var nodes: Set<NodeID> = []
    /// What it can name, in the order in which it has come.
    var things = KnownThings()
    /// How far each slot of the remote had come when it last fetched.
    var seen: [String: Int] = [:]
    /// What was kept of its store.
    var backup: FolderImage?

    var store: String { "\(directory)/.redo" }
    var isHonest: Bool { role == .honest }

    /// Makes the folders and the key of a device.
    init(_ number: Int, _ role: Role, in world: String, seed: UInt64) throws {
        self.number = number
        self.role = role
        directory = "\(world)/device-\(number)"
        home = "\(world)/home-\(number)"
        var bytes = SHA256.digest(Array("key \(number) of \(seed)".utf8).span).bytes
        let digits = Self.hexadecimal(bytes)
        let key = SigningKey(seed: SecretMemory(taking: &bytes)).publicKey
        (publicKey, userID) = (key.hexadecimal, UserID(key).description)
        let keys = "\(home)/.config/redo/keys"
        let manager = FileManager.default
        for path in [directory, keys] {
            try manager.createDirectory(
                atPath: path, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        }
        let text = "redo-key 1\npublicKey \(publicKey)\nseed \(digits)\n"
        guard
            manager.createFile(
                atPath: "\(keys)/\(userID).key", contents: Data(text.utf8),
                attributes: [.posixPermissions: 0o600])
        else { throw CocoaError(.fileWriteUnknown) }
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { $0 < 16 ? "0\(String($0, radix: 16))" : String($0, radix: 16) }.joined()
    }

    /// The environment of its commands.
    func variables(at wall: Instant) -> [String: String] {
        ["HOME": home, "REDO_WALL": "\(wall)", "REDO_DEVICE": "device-\(number)"]
    }

    /// Opens the store.
    func opened() throws -> Store {
        try Store(
            opening: StoreLocation(path: store, origin: .named),
            userConfiguration: Configuration(),
            trust: Store.Trust(user: Environment.effectiveUser, directories: []))
    }
}

/// What commands of a device can name.
struct KnownThings {
    var tasks: [String] = []
    var categories: [String] = []
    var comments: [String] = []
    var rooms: [String] = []
    var persons: [String] = []

    /// Adds what a node makes.
    mutating func add(_ facts: NodeFacts) {
        switch facts.action {
        case "CREATE": if let task = facts.task, !tasks.contains(task) { tasks.append(task) }
        case "CREATE_CATEGORY": if let id = facts.made { categories.append(id) }
        case "ADD_COMMENT": if let id = facts.made { comments.append(id) }
        case "OPEN_ROOM": rooms.append("\(facts.id)")
        case "CREATE_PERSON": persons.append("\(facts.id)")
        default: break
        }
    }
}
