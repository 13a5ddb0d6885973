import Foundation
import RedoCrypto
import RedoModel
import RedoStore
import RedoSystem

/// A device: a folder with a store and a key, a clock, and what its commands have acknowledged.
struct SimulatedDevice {
    /// Whether what it writes can be relied on. Those that are hostile lie with old dates, and do what they may not.
    enum Role: String {
        case honest
        /// It belongs to the first device's person: its key is stolen.
        case thief
        /// It belongs to a person of its own, whom others invite.
        case member
        /// It belongs to nobody, and nobody has invited it.
        case stranger
    }

    let number: Int
    let role: Role
    /// 64 hexadecimal digits.
    let publicKey: String
    /// The beginning of the key.
    let userID: String
    /// The folder that its commands run in.
    let directory: String
    let home: String
    /// What its key is made of.
    let secret: [UInt8]
    var clock = SimulatedClock()
    /// Whether it reaches the remote.
    var isOnline = true
    /// Whether it takes part; one that is lost does not come back.
    var isLost = false
    /// The nodes that its store had when a command last ended well.
    var acknowledged: Set<NodeID> = []
    /// Of the acknowledged nodes, those that only themselves tell of: the record of the command that wrote them can be gone.
    var unrecorded: Set<NodeID> = []
    /// What somebody has removed from its store; nil if nothing was, or everything is mended.
    var loss: StoreLoss?
    /// The nodes that its store has.
    var nodes: Set<NodeID> = []
    /// The nodes that it has sent, by a command that ended well.
    var sent: Set<NodeID> = []
    /// Whether it has a key for an agent.
    var hasAgent = false
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
        secret = bytes
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
    ///
    /// - Parameter agent: the name of the agent that runs them; nil if the owner of the device does.
    func variables(at wall: Instant, agent: String? = nil) -> [String: String] {
        var variables = [
            "HOME": home, "REDO_WALL": "\(wall)", "REDO_DEVICE": "device-\(number)",
        ]
        variables["REDO_AGENT"] = agent
        return variables
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
    /// Those that are closed from the start.
    var closedTasks: [String] = []
    var categories: [String] = []
    var comments: [String] = []
    var rooms: [String] = []
    var persons: [String] = []

    /// Adds what a node makes.
    mutating func add(_ facts: NodeFacts) {
        switch facts.action {
        case "CREATE":
            guard let task = facts.task, !tasks.contains(task) else { return }
            tasks.append(task)
            if facts.isClosed { closedTasks.append(task) }
        case "CREATE_CATEGORY": if let id = facts.made { categories.append(id) }
        case "ADD_COMMENT": if let id = facts.made { comments.append(id) }
        case "OPEN_ROOM": rooms.append("\(facts.id)")
        case "CREATE_PERSON": persons.append("\(facts.id)")
        default: break
        }
    }
}
