import Foundation
import RedoModel
import TestSupport

/// Files of a store that vanish between two commands, and what is done about it.
extension World {
    /// Lets files of one kind vanish from a store.
    func vanish(_ number: Int, _ numbers: inout SeededGenerator) throws {
        let device = devices[number]
        guard device.loss == nil else { return }
        let paths = try FolderImage(of: device.store).files.keys.sorted()
        let present = StoreLoss.Kind.allCases.filter { kind in paths.contains(where: kind.includes)
        }
        guard let kind = present.randomElement(using: &numbers) else { return }
        let files = paths.filter { kind.includes($0) && !$0.hasSuffix("/") }
        let count = [1, 1 + files.count / 2, files.count][Int(numbers.next() % 3)]
        let chosen = files.shuffled(using: &numbers).prefix(count)
        guard kind.isSimulated else { return }
        var loss = StoreLoss(kind: kind)
        let answers = kind.isRebuilt ? try statements(on: number) : []
        for path in chosen { try FileManager.default.removeItem(atPath: "\(device.store)/\(path)") }
        if kind.isRebuilt, try statements(on: number) != answers {
            throw SimulationFailure("device \(number) answers something else without caches")
        }
        loss.nodes = device.nodes.subtracting(readableIDs(on: number) ?? device.nodes)
        loss.recorded = loss.nodes.intersection(device.acknowledged)
            .subtracting(device.unrecorded)
        devices[number].loss = loss
        devices[number].acknowledged.subtract(loss.nodes)
        devices[number].nodes.subtract(loss.nodes)
        if kind.isRecord { devices[number].unrecorded = device.nodes }
        if kind == .remoteState { devices[number].seen = [:] }
        tally.losses += 1
        note("device \(number) has lost \(chosen.count) files (\(kind)), \(loss.nodes.count) nodes")
    }

    /// The nodes of a store; nil if they cannot be listed.
    func readableIDs(on number: Int) -> Set<NodeID>? { try? ids(on: number) }

    private func statements(on number: Int) throws -> [String] {
        try [[StateHashes.name], ["list", "--all", "--json"]].map { try answer($0, number) }
    }

    /// The owner of a device has its store checked, and what is missing fetched again.
    func mend(_ number: Int, entropy: UInt64) throws {
        guard let loss = devices[number].loss else { return }
        devices[number].isOnline = true
        let first = try run(["fsck"], on: number, entropy: entropy)
        let expected = devices[number].acknowledged.union(loss.recorded)
        if first?.status == 0 {
            let missing = expected.subtracting(readableIDs(on: number) ?? [])
            if let node = missing.min() {
                throw SimulationFailure(
                    "fsck says that all is well with device \(number), which lacks \(missing.count) nodes, such as \(node)"
                )
            }
        }
        _ = try run(["fsck", "--from", "origin"], on: number, entropy: entropy &+ 1)
        let now = try ids(on: number)
        let missing = devices[number].acknowledged.union(loss.nodes).subtracting(now)
        if let node = missing.intersection(sent(by: number)).min() {
            throw SimulationFailure(
                "fsck --from did not fetch what the remote has for device \(number), such as \(node)"
            )
        }
        let unexpected = devices[number].acknowledged.subtracting(now).subtracting(loss.nodes)
        if let node = unexpected.min() {
            throw SimulationFailure(
                "a repair of device \(number) has lost \(unexpected.count) nodes, such as \(node)")
        }
        try judgeCheck(number, missing, loss, entropy)
        if missing.isEmpty {
            devices[number].loss = nil
            tally.mended += 1
        } else {
            devices[number].loss?.nodes = missing
        }
    }

    /// A check names what is missing, and nothing else is wrong.
    private func judgeCheck(
        _ number: Int, _ missing: Set<NodeID>, _ loss: StoreLoss, _ entropy: UInt64
    ) throws {
        let check = try run(["fsck"], on: number, entropy: entropy &+ 2)
        guard let check else { return }
        if missing.isEmpty {
            guard check.status == 0 else {
                throw SimulationFailure(
                    "device \(number) has everything again, and fsck says: \(check.output)\(check.errors)"
                )
            }
            return
        }
        let unknown = missing.intersection(loss.recorded).filter {
            !isNamedAsLost($0, on: number)
        }
        if let node = unknown.min() {
            throw SimulationFailure(
                "fsck of device \(number) does not name \(unknown.count) lost nodes, such as \(node)"
            )
        }
        if check.status == 0, !missing.isDisjoint(with: loss.recorded) {
            throw SimulationFailure(
                "fsck of device \(number) says that all is well: \(check.output)")
        }
    }

    /// Whether the record of losses has a node.
    private func isNamedAsLost(_ node: NodeID, on number: Int) -> Bool {
        let path = "\(devices[number].store)/lost"
        let lines = (try? String(contentsOfFile: path, encoding: .utf8))?.split(separator: "\n")
        return lines?.contains { $0 == "\(node)" || $0.hasPrefix("pack-") } ?? false
    }

    /// The nodes that a device finds on the remote for sure: of a host, what anybody has sent.
    private func sent(by number: Int) -> Set<NodeID> {
        switch remote.kind {
        case .host, .sealed: devices.reduce(into: []) { $0.formUnion($1.sent) }
        case .copies: devices[number].sent
        case .lying: []
        }
    }

    /// The owner of a device gives up what nobody has any more.
    func surrender(_ number: Int, entropy: UInt64) throws {
        guard let loss = devices[number].loss else { return }
        var now = try ids(on: number)
        let lost = loss.nodes.subtracting(now)
        if lost.isEmpty {
            devices[number].loss = nil
            return
        }
        tally.surrendered += lost.count
        _ = try run(["fsck", "--give-up", "--all"], on: number, entropy: entropy)
        now = try ids(on: number)
        let gone = devices[number].acknowledged.subtracting(now)
        if let node = gone.subtracting(followers(of: lost)).min() {
            throw SimulationFailure(
                "device \(number) gave up \(lost.count) nodes, and lost \(node), which follows none of them"
            )
        }
        devices[number].loss = nil
        devices[number].acknowledged.subtract(gone)
        devices[number].nodes = now
    }

    /// The nodes that have one of some among their ancestors, and these.
    private func followers(of nodes: Set<NodeID>) -> Set<NodeID> {
        var (followers, isGrowing) = (nodes, true)
        while isGrowing {
            isGrowing = false
            for (id, facts) in facts where !followers.contains(id) {
                guard facts.parents.contains(where: followers.contains) else { continue }
                followers.insert(id)
                isGrowing = true
            }
        }
        return followers
    }
}
