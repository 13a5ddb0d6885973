/// Where the devices of a story meet.
enum StoryPlace: String, CaseIterable, Sendable {
    /// A git repository.
    case packs
    case encryptedPacks
    case directory
    case encryptedDirectory

    var isEncrypted: Bool { self == .encryptedPacks || self == .encryptedDirectory }

    var isDirectory: Bool { self == .directory || self == .encryptedDirectory }
}
