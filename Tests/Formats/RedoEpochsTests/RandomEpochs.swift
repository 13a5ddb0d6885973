import RedoCrypto
import RedoModel
import TestSupport

@testable import RedoEpochs

/// Epochs by members who come, go, fork and lie.
struct RandomEpochs {
    private(set) var epochs: [OpenedEpoch] = []
    private var random: SeededGenerator

    /// Devices and recovery keys of a few persons, and keys without one.
    static let keys: [SampleKey] =
        (1...12).map { SampleKey($0, of: $0 % 2 == 0 ? 200 + $0 % 6 : nil) }

    init(seed: UInt64, count: Int) {
        random = SeededGenerator(seed: seed)
        let founders = Self.keys.shuffled(using: &random).prefix(
            Int.random(in: 1...5, using: &random))
        let members = founders.reduce(into: [Member]()) { add($1, to: &$0) }
        let signer = founders.first ?? Self.keys[0]
        epochs.append(SampleEpoch.make(members, by: signer, key: key()))
        while epochs.count < count { append() }
    }

    /// The keys of epochs come from the seed as well, so that ties are the same again.
    private mutating func key() -> EpochKey {
        var bytes = (0..<32).map { _ in UInt8.random(in: 0...255, using: &random) }
        return EpochKey(taking: &bytes) ?? .random()
    }

    private func isTrue(_ percent: Int, _ random: inout SeededGenerator) -> Bool {
        Int.random(in: 0..<100, using: &random) < percent
    }

    private func add(_ key: SampleKey, to members: inout [Member]) {
        if let index = members.firstIndex(where: { $0.principal == key.principal }) {
            if !members[index].devices.contains(key.device) {
                members[index].devices.append(key.device)
            }
        } else {
            members.append(key.member)
        }
    }

    private mutating func append() {
        // Mostly after the last ones; sometimes after any.
        let recent = epochs.suffix(4)
        var parents: [OpenedEpoch] = []
        for _ in 0..<(isTrue(25, &random) ? 2 : 1) {
            let pool = isTrue(70, &random) ? Array(recent) : epochs
            if let parent = pool.randomElement(using: &random),
                !parents.contains(where: { $0.reference == parent.reference })
            {
                parents.append(parent)
            }
        }
        // Of two, one may be before the other: nothing forbids that.
        let history = EpochHistory(epochs, genesis: epochs[0].pin)
        let known = history.members(at: parents.map(\.reference))
        var members = known.isEmpty ? parents[0].body.members : known
        var signer = Self.keys.randomElement(using: &random) ?? Self.keys[0]
        if isTrue(90, &random) {
            let listed = Self.keys.filter { key in
                members.contains { $0.devices.contains(key.device) || $0.recovery == key.recovery }
            }
            signer = listed.randomElement(using: &random) ?? signer
        }
        for _ in 0..<Int.random(in: 0...2, using: &random) { change(&members, signer) }
        let past: PastEpochs? =
            isTrue(3, &random) ? PastEpochs(before: Array(parents.prefix(1))) : nil
        members.removeAll { $0.entries.isEmpty }
        if members.isEmpty { members = [signer.member] }
        epochs.append(
            SampleEpoch.make(members, after: parents, by: signer, key: key(), past: past))
    }

    private mutating func change(_ members: inout [Member], _ signer: SampleKey) {
        let key = Self.keys.randomElement(using: &random) ?? signer
        switch Int.random(in: 0..<12, using: &random) {
        case 0...3: add(key, to: &members)
        case 4...6:
            // One of those after the signer, or itself.
            let start =
                members.firstIndex { $0.principal == signer.principal } ?? 0
            guard let index = members.indices.suffix(from: start).randomElement(using: &random)
            else { return }
            if isTrue(50, &random) || members[index].devices.isEmpty {
                members.remove(at: index)
            } else {
                members[index].devices.remove(
                    at: Int.random(in: members[index].devices.indices, using: &random))
            }
        case 7:
            // Anyone.
            if let index = members.indices.randomElement(using: &random) {
                members.remove(at: index)
            }
        case 8: members.shuffle(using: &random)
        case 9...10:
            let index =
                members.firstIndex { $0.recovery == signer.recovery }
                ?? members.indices.randomElement(using: &random)
            if let index { members[index].recovery = key.recovery }
        default:
            if let index = members.indices.randomElement(using: &random) {
                members[index].devices.append(
                    Member.Device(key: key.publicKey, box: signer.box))
                if Set(members[index].devices).count < members[index].devices.count {
                    members[index].devices.removeLast()
                }
            }
        }
    }
}
