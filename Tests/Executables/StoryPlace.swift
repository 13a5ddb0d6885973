/// Where the devices of a story meet.
enum StoryPlace: String, CaseIterable, Sendable {
    /// A git repository.
    case packs
    case encryptedPacks
    case folder
    case encryptedFolder

    var isEncrypted: Bool { self == .encryptedPacks || self == .encryptedFolder }

    var isFolder: Bool { self == .folder || self == .encryptedFolder }
}
