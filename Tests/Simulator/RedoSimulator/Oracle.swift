import Foundation
import RedoModel
import RedoSystem
import TestSupport

/// What has to be so once everything is quiet.
extension World {
    /// So many rounds of syncs are enough for all to have everything.
    private static let maximumRoundCount = 8

    /// Heals everything, and syncs all honest devices until nothing is new.
    func quieten() throws {
        remote.heal()
        var numbers = SeededGenerator(seed: seed)
        for number in devices.indices where !devices[number].isLost {
            devices[number].isOnline = true
            remote.deliver(to: number, count: nil, using: &numbers)
            try mend(number, entropy: seed &+ UInt64(number))
        }
        var hasAccusation = false
        for round in 0..<Self.maximumRoundCount {
            let before = honest.map { devices[$0].nodes }
            hasAccusation = false
            for number in devices.indices where !devices[number].isLost {
                // What hostile devices have to say is there after the first round.
                if round > 0, !devices[number].isHonest { continue }
                remote.deliver(to: number, count: nil, using: &numbers)
                time += 1000
                let entropy = seed &+ UInt64(round * 100 + number)
                let answer = try run(["sync"], on: number, entropy: entropy)
                if isOutside(devices[number]) { continue }
                if let answer, answer.status != 0, !refusesForgeries(answer) {
                    hasAccusation = true
                }
                if answer?.status == 1, missesRevokedOnly(answer?.errors ?? "") {
                    // A person who revoked the device accepts that.
                    _ = try run(["remote", "accept"], on: number, entropy: entropy &+ 50)
                    continue
                }
                let isExcused =
                    devices[number].loss != nil || answer.map(refusesForgeries) ?? false
                if answer?.status == 128
                    || (answer?.status == 1 && [.host, .sealed].contains(remote.kind) && !isExcused)
                {
                    throw SimulationFailure(
                        "device \(number) cannot sync when all is well: \(String(describing: answer))"
                    )
                }
            }
            // What nobody has sent by now, nobody has.
            if round == 2 {
                for number in honest {
                    try surrender(number, entropy: seed &+ UInt64(round * 100 + number))
                }
            }
            let after = honest.map { devices[$0].nodes }
            if after == before, Set(after).count == 1, round > 0, !hasAccusation { return }
        }
        let counts = honest.map { "\($0): \(devices[$0].nodes.count)" }.joined(separator: ", ")
        throw SimulationFailure(
            "it does not become quiet, the devices have nodes \(counts)"
                + (hasAccusation ? ", and not all are content with the remote" : ""))
    }

    /// Checks what all honest devices have.
    func judge() throws {
        let acknowledged = honest.reduce(into: Set<NodeID>()) {
            $0.formUnion(devices[$1].acknowledged)
        }
        for number in honest {
            let lost = acknowledged.subtracting(devices[number].nodes)
            if let first = lost.min() {
                throw SimulationFailure(
                    "device \(number) lacks \(lost.count) acknowledged nodes, such as \(first)")
            }
            if let node = devices[number].nodes.intersection(forged).min() {
                throw SimulationFailure("device \(number) has accepted \(node), which is forged")
            }
            let findings = try devices[number].opened().check().findings
            if let first = findings.first {
                throw SimulationFailure(
                    "fsck of device \(number): \(first.path): \(first.detail)")
            }
        }
        try judgeClone()
        try expectEqual { number in
            [
                try self.answer([StateHashes.name], number),
                try self.answer(["list", "--all", "--json"], number),
            ]
        }
        var (states, voids): ([FamilyName: String], [FamilyName: String]) = ([:], [:])
        for family in FamilyName.allCases {
            let words = ["replay", "--family", family.rawValue]
            states[family] = try answer(words, honest[0])
            voids[family] = try answer(words + ["--void"], honest[0])
        }
        try judgeVoids(states: states, voids: voids)
    }

    /// A device that has nothing gets everything.
    private func judgeClone() throws {
        guard let first = honest.first else { return }
        try addDevice(.honest)
        let number = devices.count - 1
        try addMember(number)
        var numbers = SeededGenerator(seed: seed)
        remote.deliver(to: number, count: nil, using: &numbers)
        _ = try run(["fetch"], on: number, entropy: seed)
        let lacking = devices[first].nodes.subtracting(devices[number].nodes)
        if let id = lacking.min() {
            throw SimulationFailure(
                "the remote lacks \(lacking.count) nodes that all devices have, such as \(id)")
        }
    }

    func answer(_ words: [String], _ number: Int) throws -> String {
        let wall = SimulatedClock().reading(at: time)
        guard
            let answer = try run(
                words, on: number, entropy: seed, at: wall, isWriting: false), answer.status == 0
        else { throw SimulationFailure("device \(number) cannot say \(words)") }
        return answer.output
    }

    /// Expects that all honest devices say the same.
    private func expectEqual(_ texts: (Int) throws -> [String]) throws {
        let first = try texts(honest[0])
        for number in honest.dropFirst() {
            let others = try texts(number)
            for (place, (text, other)) in zip(first, others).enumerated() where text != other {
                throw SimulationFailure(
                    "devices \(honest[0]) and \(number) disagree in answer \(place): "
                        + Self.difference(text, other))
            }
        }
    }

    private static func difference(_ text: String, _ other: String) -> String {
        let common = zip(text, other).prefix { $0 == $1 }.count
        func part(_ text: String) -> String {
            String(text.dropFirst(max(0, common - 60)).prefix(160))
        }
        return "\(part(text)) | \(part(other))"
    }

    // MARK: Void nodes

    /// Compares the void nodes with what the simulation knows of revocations, and looks for what lies say.
    private func judgeVoids(
        states: [FamilyName: String], voids: [FamilyName: String]
    ) throws {
        var codes: [FamilyName: [String: String]] = [:]
        for (family, text) in voids {
            for line in text.split(separator: "\n") {
                let parts = line.split(separator: "\t")
                if parts.count == 2 {
                    codes[family, default: [:]][String(parts[0])] = String(parts[1])
                }
            }
        }
        let families: [FamilyName] = [.effective, .organisation, .people, .rooms]
        let log = KnownLog(devices[honest[0]].nodes.sorted().compactMap { facts[$0] })
        func code(_ id: NodeID) -> String? {
            families.lazy.compactMap { codes[$0]?["\(id)"] }.first
        }
        let nodes = devices[honest[0]].nodes
        for (key, revocations) in covered.sorted(by: { $0.key < $1.key }) {
            for node in nodes.sorted() where facts[node]?.key == key {
                guard revocations.contains(where: { !$0.contains(node) }),
                    isJudged(node), code(node) == nil
                else { continue }
                throw SimulationFailure(
                    "\(node), a \(facts[node]?.action ?? ""), is not covered by a revocation of its key, "
                        + "and has an effect")
            }
        }
        for (node, text) in lies.sorted(by: { $0.key < $1.key }) where nodes.contains(node) {
            guard code(node) != nil else { continue }
            tally.voidLies += 1
            for family in families where states[family]?.contains("\"\(text)\"") == true {
                throw SimulationFailure("the void node \(node) shows in \(family): \(text)")
            }
        }
        for node in log.foreign {
            tally.foreign += 1
            if code(node.id) == nil {
                throw SimulationFailure(
                    "\(node.id), a \(node.action) by a key that nobody let write to a closed task, has an effect"
                )
            }
        }
        for node in nodes.sorted() {
            guard let key = facts[node]?.key, !log.revoked.contains(key),
                code(node) == ErrorCode.keyRevoked.rawValue
            else { continue }
            throw SimulationFailure(
                "\(node), a \(facts[node]?.action ?? ""), is void for a revocation, and nobody revoked its key, \(key)"
            )
        }
    }

    /// Whether a family says of a node that it is void, if it is.
    private func isJudged(_ node: NodeID) -> Bool {
        guard let facts = facts[node] else { return false }
        return facts.task != nil || facts.made != nil
            || ["UPDATE_PERSON", "ADD_DEVICE", "CREATE_PERSON"].contains(facts.action)
    }
}
