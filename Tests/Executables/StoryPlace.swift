/// Where the devices of a story meet.
enum StoryPlace: String, CaseIterable, Sendable {
    /// A git repository with a commit for each node.
    case commits
    /// A git repository of packs.
    case packs
    case encryptedPacks
    case folder
    case encryptedFolder

    /// The places that keep packs in signed checkpoints.
    static let ofPacks: [StoryPlace] = [.packs, .encryptedPacks, .folder, .encryptedFolder]

    var isEncrypted: Bool { self == .encryptedPacks || self == .encryptedFolder }

    var isFolder: Bool { self == .folder || self == .encryptedFolder }

    /// What the configuration says of the remote; nil for nothing.
    var layout: String? {
        switch self {
        case .commits: "commits"
        case .packs: "packs"
        case .encryptedPacks, .folder, .encryptedFolder: nil
        }
    }
}
