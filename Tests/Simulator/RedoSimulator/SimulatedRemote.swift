/// The place that all devices exchange nodes through, in memory: files by name.
final class SimulatedRemote {
    /// What kind of place it is.
    enum Kind: String, CaseIterable {
        /// A store that everybody reaches. Connections fail, and answers are lost.
        case host
        /// A folder that each device has a copy of. Another program copies single files, late and in any order.
        case copies
        /// A store whose host shows old states.
        case lying
        /// A host that only members can read. It is honest, and anybody can put files there.
        case sealed
    }

    typealias Files = [String: [UInt8]]

    /// The copy of a device that another program keeps like the others'.
    fileprivate struct Copy {
        var files: Files = [:]
        /// What other devices changed and this copy has not yet; nil for a file that was removed.
        var pending: [String: [UInt8]?] = [:]
    }

    let kind: Kind
    private var files: Files = [:]
    private var copies: [Int: Copy] = [:]
    /// What some devices are shown in place of what is there, with what they write themselves.
    private var shown: [Int: Files] = [:]
    /// States that the host has kept.
    private var backups: [Files] = []
    /// Whose slots there are.
    private(set) var slotOwners: [String: Int] = [:]
    /// The statements of devices, by name, whether they are still there or not.
    private var statements: Files = [:]
    /// All pieces that ever were there.
    private var pieces: Files = [:]

    init(_ kind: Kind) { self.kind = kind }

    /// The files that are there, for those who can write there.
    var names: [String] { files.keys.sorted() }

    // MARK: What devices do

    /// What a device finds there.
    func files(for device: Int) -> Files {
        switch kind {
        case .host, .sealed: files
        case .copies: copies[device]?.files ?? [:]
        case .lying: shown[device] ?? files
        }
    }

    /// Lets a file have some bytes, or removes it.
    func change(_ name: String, to bytes: [UInt8]?, by device: Int) {
        if let bytes, let slot = Self.slot(of: name) {
            slotOwners[slot] = device
            statements[name] = bytes
        }
        if kind == .lying, let bytes, name.hasPrefix("data/") { pieces[name] = bytes }
        switch kind {
        case .host, .sealed: files[name] = bytes
        case .lying:
            files[name] = bytes
            shown[device]?[name] = bytes
        case .copies:
            files[name] = bytes
            for other in copies.keys where other != device {
                copies[other]?.pending.updateValue(bytes, forKey: name)
            }
            copies[device, default: Copy()].files[name] = bytes
            copies[device]?.pending[name] = nil
        }
    }

    /// Gives a device an empty copy, to which everything is still to be copied.
    func addCopy(of device: Int) {
        guard kind == .copies, copies[device] == nil else { return }
        copies[device] = Copy(files: [:], pending: files.mapValues { $0 })
    }

    // MARK: What becomes of it

    /// Copies some of what a device's copy lacks. One file in four arrives in part if not all are to arrive.
    ///
    /// - Parameter count: of files, at most; nil for all.
    func deliver(to device: Int, count: Int?, using numbers: inout some RandomNumberGenerator) {
        let names = (copies[device]?.pending.keys.sorted() ?? []).shuffled(using: &numbers)
        for name in names.prefix(count ?? names.count) {
            if count != nil, numbers.next() % 4 == 0,
                let bytes = copies[device]?.pending[name] ?? nil
            {
                copies[device]?.files[name] = Array(bytes.prefix(bytes.count / 2))
            } else if let change = copies[device]?.pending.removeValue(forKey: name) {
                copies[device]?.files[name] = change
            }
        }
    }

    /// Keeps the present state, to be shown later.
    func keepBackup() {
        guard kind == .lying else { return }
        backups.append(files)
        if backups.count > 4 { backups.removeFirst() }
    }

    /// Shows a device an old state from now on, with what it writes itself.
    func withhold(from device: Int, choosing number: UInt64) {
        guard kind == .lying, !backups.isEmpty else { return }
        shown[device] = backups[Int(number % UInt64(backups.count))]
    }

    /// Puts an old state in the place of the present one, for good.
    func rewind(choosing number: UInt64) {
        guard kind == .lying, !backups.isEmpty else { return }
        files = backups[Int(number % UInt64(backups.count))]
    }

    /// Lets a slot stand at an earlier statement, with everything that it lists.
    ///
    /// - Parameter device: is shown that from now on; nil for all, for good.
    func replay(choosing number: UInt64, to device: Int?) {
        let slots = slotOwners.keys.sorted()
        guard kind == .lying, !slots.isEmpty else { return }
        let slot = slots[Int(number % UInt64(slots.count))]
        let names = statements.keys.filter { Self.slot(of: $0) == slot }.sorted()
        guard names.count > 1 else { return }
        let old = names[Int(number / 64 % UInt64(names.count - 1))]
        var shown = (device.map { files(for: $0) } ?? files).filter {
            Self.slot(of: $0.key) != slot
        }
        shown[old] = statements[old]
        shown.merge(pieces) { present, _ in present }
        if let device { self.shown[device] = shown } else { files = shown }
    }

    /// Removes a slot for good.
    func remove(slot: String) {
        files = files.filter { Self.slot(of: $0.key) != slot }
        for device in shown.keys {
            shown[device] = shown[device]?.filter { Self.slot(of: $0.key) != slot }
        }
    }

    /// Puts a file there that no device has written.
    func plant(_ name: String, _ bytes: [UInt8]) {
        files[name] = bytes
        for device in shown.keys { shown[device]?[name] = bytes }
        for device in copies.keys { copies[device]?.pending.updateValue(bytes, forKey: name) }
    }

    /// The last statements of devices that are there, by slot.
    func lastStatements() -> [[UInt8]] {
        let names = files.keys.filter { statements[$0] == files[$0] && statements[$0] != nil }
        let last = Dictionary(grouping: names) { Self.slot(of: $0) ?? "" }
            .compactMapValues { $0.max() }
        return last.sorted { $0.key < $1.key }.compactMap { files[$0.value] }
    }

    /// From now on all devices see what is there.
    func heal() { shown = [:] }

    /// A state to which it can be set back.
    struct State {
        fileprivate let files: Files
        fileprivate let copies: [Int: Copy]
        fileprivate let shown: [Int: Files]
        fileprivate let slotOwners: [String: Int]
        fileprivate let statements: Files
        fileprivate let pieces: Files
    }

    /// How it is now.
    var state: State {
        State(
            files: files, copies: copies, shown: shown, slotOwners: slotOwners,
            statements: statements, pieces: pieces)
    }

    /// Lets everything be as it was: what a device did after its end did not happen.
    func restore(_ state: State) {
        (files, copies, shown) = (state.files, state.copies, state.shown)
        (slotOwners, statements, pieces) = (state.slotOwners, state.statements, state.pieces)
    }

    // MARK: Slots

    /// The greatest number of a device's statement in each slot that a device is shown.
    func heights(for device: Int) -> [String: Int] {
        var heights: [String: Int] = [:]
        for name in files(for: device).keys where statements[name] != nil {
            guard let slot = Self.slot(of: name),
                let number = Int(
                    name.dropFirst("slots/".count + slot.count + 1).prefix(16), radix: 16)
            else { continue }
            heights[slot] = max(heights[slot] ?? 0, number)
        }
        return heights
    }

    private static func slot(of name: String) -> String? {
        let parts = name.split(separator: "/")
        return parts.count == 3 && parts[0] == "slots" ? String(parts[1]) : nil
    }
}
