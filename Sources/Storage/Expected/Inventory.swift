import RedoCrypto
import RedoModel
import RedoSystem

/// The inventory of a store, which reveals when files are missing: its packs, and the records that it keeps beside
/// the nodes.
///
/// ```
/// inventory/pack-<name>.heads    the heads of a pack (``PackHeads``)
/// inventory/record-<name>        an empty file for each record, its path below the store percent-encoded
/// ```
///
/// Writers need no lock: each file is about one thing and never changes. It is written after the thing that it names,
/// and removed after that was removed on purpose. Files about packs are synced as packs are: if a power cut emptied
/// one after its pack was replaced, it would report a loss that never happened. Files about records are not: one that
/// a power cut removes is written again as long as its record exists. The record is synced before its file is written,
/// which is once: otherwise a power cut could leave the file alone.
struct Inventory: Sendable {
    private let directory: ContainedDirectory
    private let root: String
    /// Whether packs are on disk when the command that wrote them ends.
    private let syncsPacks: Bool

    private static let headsSuffix = ".heads"
    private static let recordPrefix = "record-"

    init(of store: Store) {
        directory = store.inventoryDirectory
        root = store.path
        syncsPacks = store.packs.isSynced
    }

    /// The packs and records that it names.
    struct Listing: Sendable {
        /// Sorted.
        var packs: [PackName] = []
        /// Paths below the store, sorted.
        var records: [String] = []
    }

    /// Lists what it names, from the names of its files alone; files with other names are ignored.
    ///
    /// - Throws: ``SystemError`` if it cannot be listed.
    func listing() throws(SystemError) -> Listing {
        var listing = Listing()
        for name in try names() {
            if let pack = PackName(fileName: name, suffix: Self.headsSuffix) {
                listing.packs.append(pack)
            } else if let record = Self.record(fileName: name) {
                listing.records.append(record)
            }
        }
        listing.packs.sort()
        listing.records.sort()
        return listing
    }

    private func names() throws(SystemError) -> [String] {
        do throws(SystemError) {
            return try directory.contents()
        } catch {
            if error.isNotFound { return [] }
            throw error
        }
    }

    /// The heads of a pack; nil if the file is missing or damaged.
    func heads(of pack: PackName) -> PackHeads? {
        (try? MappedFile(headsFile(of: pack).path)).flatMap { PackHeads($0.bytes) }
    }

    /// Whether it still names a pack.
    func names(_ pack: PackName) -> Bool {
        ((try? Files.statusOfLink(headsFile(of: pack).path)) ?? nil) != nil
    }

    /// Whether the file or directory that a record's name means exists.
    func has(record: String) -> Bool {
        ((try? Files.statusOfLink(Path.join(root, record))) ?? nil) != nil
    }

    // MARK: Keeping

    /// Notes that a pack is here.
    func note(_ heads: PackHeads, of pack: PackName) throws(SystemError) {
        try write(headsFile(of: pack), heads.bytes, isSynced: syncsPacks)
    }

    /// Notes that a record is kept; nothing happens if that is noted already.
    func note(record: String) throws(SystemError) {
        let file = recordFile(of: record)
        guard try Files.statusOfLink(file.path) == nil else { return }
        if syncsPacks { try synchronize(record: record) }
        try write(file, [], isSynced: false)
    }

    /// Waits until a record is on disk, with the names that lead to it.
    private func synchronize(record: String) throws(SystemError) {
        let file = ContainedFile(Path.join(root, record), below: root)
        if !Files.isDirectory(file.path) { try file.synchronize() }
        try file.directory.synchronizePath()
    }

    /// Notes that a pack is not expected any more.
    func strike(_ pack: PackName) throws(SystemError) {
        try headsFile(of: pack).removeIfPresent()
    }

    /// Notes that a record is not expected any more. This is synced before the record is removed: otherwise a power
    /// cut could bring back the note alone.
    func strike(record: String) throws(SystemError) {
        let file = recordFile(of: record)
        if try Files.statusOfLink(file.path) == nil { return }
        try file.removeIfPresent()
        if syncsPacks { try directory.synchronize() }
    }

    private func write(
        _ file: ContainedFile, _ bytes: [UInt8], isSynced: Bool
    ) throws(SystemError) {
        try directory.make()
        try file.replace(with: bytes.span, mode: 0o444, isSynced: isSynced)
    }

    /// The name of the file about a pack.
    static func fileName(of pack: PackName) -> String { "\(pack)\(headsSuffix)" }

    private func headsFile(of pack: PackName) -> ContainedFile {
        ContainedFile(Self.fileName(of: pack), in: directory)
    }

    private func recordFile(of record: String) -> ContainedFile {
        ContainedFile(Self.recordPrefix + percentEncoded(record), in: directory)
    }

    /// Nil unless the name is that of a record that a store can have.
    private static func record(fileName: String) -> String? {
        guard fileName.hasPrefix(recordPrefix) else { return nil }
        return percentDecoded(fileName.dropFirst(recordPrefix.utf8.count)).flatMap {
            StoreLayout.hasRecord($0) ? $0 : nil
        }
    }

    /// Whether a file of such a name is about a record that a store can have.
    static func namesRecord(fileName: String) -> Bool { record(fileName: fileName) != nil }
}

extension Store {
    var inventory: Inventory { Inventory(of: self) }
    var inventoryDirectory: ContainedDirectory { directory("inventory") }

    /// Notes the packs that are here and not noted yet. If that fails, a later command does it.
    ///
    /// - Complexity: O(p) for p packs that are noted already.
    package func notePacks() {
        guard let names = try? packs.names(), let noted = try? inventory.listing().packs else {
            return
        }
        for name in names where !noted.contains(name) || inventory.heads(of: name) == nil {
            guard let index = try? packs.index(of: name, using: PackHeads.chunks),
                let heads = PackHeads(of: index)
            else { continue }
            try? inventory.note(heads, of: name)
        }
    }

    /// Notes that packs were replaced by others that have all their nodes.
    func strikePacks(_ names: [PackName]) { for name in names { try? inventory.strike(name) } }

    /// Notes that a record is kept from now on.
    ///
    /// - Parameter name: its path below the store.
    package func note(record name: String) { try? inventory.note(record: name) }

    /// Notes that a record is removed on purpose. Call it before the removal.
    package func strike(record name: String) { try? inventory.strike(record: name) }

    /// Notes that all records in a directory are removed on purpose. Call it before the removal.
    package func strikeRecords(below directory: String) {
        for record in (try? inventory.listing().records) ?? []
        where record.hasPrefix("\(directory)/") { strike(record: record) }
    }
}
