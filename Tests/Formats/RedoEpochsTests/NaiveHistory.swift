import RedoCrypto
import RedoModel

@testable import RedoEpochs

/// The rules of docs/encrypted-remotes.md once more, sentence by sentence, and without regard to time.
///
/// It shares nothing with the module but the values that it judges: no seats, no graph of numbers, no order of decisions.
final class NaiveHistory {
    private typealias Name = EpochReference
    private let epochs: [EpochReference: OpenedEpoch]
    private let genesis: EpochReference
    private var verdicts: [EpochReference: Bool] = [:]
    private var pasts: [EpochReference: Set<EpochReference>] = [:]
    private var changes: [EpochReference: Change] = [:]
    /// Whether a question depended on its own answer: then the page leaves the answer to a rule that is not repeated here.
    private(set) var isCircular = false

    private struct Change {
        var added: [MemberKey: (member: Int, place: Int)] = [:]
        var kept: [MemberKey: (member: Int, place: Int)] = [:]
        var left: Set<MemberKey> = []
        var gone: Set<Entry> = []
    }

    init(_ epochs: [OpenedEpoch], genesis: EpochReference) {
        self.epochs = Dictionary(epochs.map { ($0.reference, $0) }) { first, _ in first }
        self.genesis = genesis
    }

    // MARK: Values

    private func keys(_ members: [Member]) -> [MemberKey] {
        members.flatMap { member in
            (member.recovery.map { [MemberKey(member.principal, .recovery($0))] } ?? [])
                + member.devices.map { MemberKey(member.principal, .device($0)) }
        }
    }

    private func isOf(_ signer: PublicKey, _ entry: Entry) -> Bool {
        switch entry {
        case .device(let device): device.key == signer
        case .recovery(let recovery):
            recovery.commit.hexadecimal == SHA256.digest(signer.bytes.span).hexadecimal
        }
    }

    private func place(_ signer: PublicKey, in members: [Member]) -> Int? {
        keys(members).firstIndex { isOf(signer, $0.entry) }
    }

    func before(_ name: EpochReference) -> Set<EpochReference> {
        if let known = pasts[name] { return known }
        var all: Set<EpochReference> = []
        for parent in epochs[name]?.body.parents ?? [] {
            all.insert(parent)
            all.formUnion(before(parent))
        }
        pasts[name] = all
        return all
    }

    // MARK: Lists

    /// The join of the lists after some epochs, what contests itself, and what does not come back.
    private func join(
        _ set: Set<EpochReference>
    ) -> (
        members: [Member], places: [MemberKey: (member: Int, place: Int)], contested: [MemberKey],
        left: Set<MemberKey>, gone: Set<Entry>
    ) {
        let cut = cutOff(set)
        let counting = set.filter { !cut.contains($0) }.map { change(of: $0) }
        let left = Set(counting.flatMap(\.left))
        let gone = Set(counting.flatMap(\.gone))
        var there: [MemberKey: [(member: Int, place: Int)]] = [:]
        for change in counting {
            for (key, place) in change.added where !left.contains(key) && !gone.contains(key.entry)
            {
                there[key, default: []].append(place)
            }
        }
        for change in counting {
            for (key, place) in change.kept where there[key] != nil { there[key]?.append(place) }
        }
        func isRecovery(_ key: MemberKey) -> Bool {
            if case .recovery = key.entry { true } else { false }
        }
        let contested = there.keys.filter { key in
            isRecovery(key)
                && there.keys.contains {
                    $0 != key && isRecovery($0) && $0.principal == key.principal
                }
        }
        for key in contested { there[key] = nil }
        var members: [Member] = []
        func place(_ member: Member) -> Int {
            there.filter { $0.key.principal == member.principal }.values.joined().map(\.member)
                .min()
                ?? 0
        }
        for principal in Set(there.keys.map(\.principal)) {
            var member = Member(principal, devices: [])
            let devices = there.filter { $0.key.principal == principal && !isRecovery($0.key) }
                .sorted { left, right in
                    let (one, two) = (
                        left.value.map(\.place).min() ?? 0, right.value.map(\.place).min() ?? 0
                    )
                    if one != two { return one < two }
                    return text(left.key.entry) < text(right.key.entry)
                }
            for (key, _) in devices {
                if case .device(let device) = key.entry { member.devices.append(device) }
            }
            for key in there.keys where key.principal == principal {
                if case .recovery(let recovery) = key.entry { member.recovery = recovery }
            }
            members.append(member)
        }
        members.sort { left, right in
            place(left) == place(right)
                ? "\(left.principal)" < "\(right.principal)" : place(left) < place(right)
        }
        var places: [MemberKey: (member: Int, place: Int)] = [:]
        for member in members {
            for key in keys([member]) {
                places[key] = (place(member), there[key]?.map(\.place).min() ?? 0)
            }
        }
        return (members, places, contested, left, gone)
    }

    private func text(_ entry: Entry) -> String {
        switch entry {
        case .device(let device): device.key.hexadecimal + device.box.hexadecimal
        case .recovery(let recovery): recovery.commit.hexadecimal + recovery.box.hexadecimal
        }
    }

    private func change(of name: EpochReference) -> Change {
        if let known = changes[name] { return known }
        var result = Change()
        guard let epoch = epochs[name] else { return result }
        let all = before(name)
        let (start, places, contested, _, _) = join(all)
        let had = keys(start)
        let has = keys(epoch.body.members)
        // The greatest places so far, whatever became of them.
        var member = 0
        var devices: [Principal: Int] = [:]
        for earlier in all {
            for (key, place) in change(of: earlier).added {
                member = max(member, place.member)
                devices[key.principal] = max(devices[key.principal] ?? 0, place.place)
            }
        }
        for listed in epoch.body.members {
            let known = start.contains { $0.principal == listed.principal }
            if !known { member += 1 }
            let memberPlace =
                places.filter { $0.key.principal == listed.principal }.map(\.value.member).first
                ?? member
            for key in keys([listed]) {
                if let place = places[key] {
                    result.kept[key] = place
                } else if case .recovery = key.entry {
                    result.added[key] = (memberPlace, 0)
                } else {
                    devices[listed.principal, default: 0] += 1
                    result.added[key] = (memberPlace, devices[listed.principal] ?? 0)
                }
            }
        }
        result.left = Set(had + contested).subtracting(has)
        result.gone = Set(result.left.map(\.entry)).subtracting(has.map(\.entry))
        changes[name] = result
        return result
    }

    // MARK: Acceptance

    func isAccepted(_ name: EpochReference) -> Bool {
        if let known = verdicts[name] { return known }
        verdicts[name] = judge(name)
        return verdicts[name] ?? false
    }

    private func judge(_ name: EpochReference) -> Bool {
        guard let epoch = epochs[name] else { return false }
        let signer = epoch.body.signer
        let members = epoch.body.members
        if epoch.body.parents.isEmpty {
            return name == genesis && members.contains { $0.devices.contains { $0.key == signer } }
        }
        guard epoch.body.parents.allSatisfy(isAccepted) else { return false }
        guard Set(epoch.body.past.references) == before(name) else { return false }
        for (index, reference) in epoch.body.past.references.enumerated() {
            guard let known = epochs[reference], epoch.body.past.hasKey(known.key, at: index) else {
                return false
            }
        }
        let (start, _, _, left, gone) = join(before(name))
        let lists = epoch.body.parents.compactMap { epochs[$0]?.body.members } + [start]
        guard lists.allSatisfy({ place(signer, in: $0) != nil }) else { return false }
        // A recovery key names the next one.
        let isDevice = lists.allSatisfy { $0.contains { $0.devices.contains { $0.key == signer } } }
        if !isDevice {
            for member in lists.joined() {
                if let recovery = member.recovery, isOf(signer, .recovery(recovery)) {
                    let now = members.first { $0.principal == member.principal }?.recovery
                    if now == nil { return false }
                }
            }
            for member in members {
                if let recovery = member.recovery, isOf(signer, .recovery(recovery)) {
                    return false
                }
            }
        }
        // What stays stands in its order, before what is new.
        let stays = start.map(\.principal).filter { old in members.contains { $0.principal == old }
        }
        guard members.map(\.principal).starts(with: stays) else { return false }
        for old in start {
            guard let now = members.first(where: { $0.principal == old.principal }) else {
                continue
            }
            guard now.devices.starts(with: old.devices.filter(now.devices.contains)) else {
                return false
            }
        }
        let had = keys(start)
        let has = keys(members)
        for key in had where !has.contains(key) && !isOf(signer, key.entry) {
            for list in lists {
                guard let own = place(signer, in: list), let other = keys(list).firstIndex(of: key)
                else { continue }
                if own > other { return false }
            }
        }
        for key in has where !had.contains(key) {
            if left.contains(key) || gone.contains(key.entry) { return false }
            guard let old = start.first(where: { $0.principal == key.principal }) else {
                // The member is new here; a parent can have it all the same.
                if !isBehind(signer, key, lists) { return false }
                continue
            }
            if case .recovery = key.entry, let first = keys([old]).first, isOf(signer, first.entry)
            {
                continue
            }
            if !isBehind(signer, key, lists) { return false }
        }
        return true
    }

    private func isBehind(_ signer: PublicKey, _ key: MemberKey, _ lists: [[Member]]) -> Bool {
        for list in lists {
            guard let member = list.firstIndex(where: { $0.principal == key.principal }) else {
                continue
            }
            guard
                let own = list.firstIndex(where: { keys([$0]).contains { isOf(signer, $0.entry) } })
            else { return false }
            if case .recovery = key.entry {
                if own >= member { return false }
            } else if own > member {
                return false
            }
        }
        return true
    }

    // MARK: Cut off

    /// Which of some epochs are cut off by others of them.
    func cutOff(_ set: Set<EpochReference>) -> Set<EpochReference> {
        if let known = cuts[set] { return known }
        var answers: [EpochReference: Bool] = [:]
        var open: Set<EpochReference> = []
        func decide(_ name: EpochReference) -> Bool {
            if let answer = answers[name] { return answer }
            guard open.insert(name).inserted, let epoch = epochs[name] else {
                isCircular = true
                return false
            }
            defer { open.remove(name) }
            let signer = epoch.body.signer
            let adders = before(name).filter {
                change(of: $0).added.keys.contains { isOf(signer, $0.entry) }
            }
            let isBacked = adders.isEmpty || adders.contains { !decide($0) }
            let isRemoved = set.contains { other in
                other != name && !before(other).contains(name) && !before(name).contains(other)
                    && removes(other, signer) && isSenior(other, name) && !decide(other)
            }
            answers[name] = !isBacked || isRemoved
            return answers[name] ?? false
        }
        let result = set.filter(decide)
        cuts[set] = result
        return result
    }
    private var cuts: [Set<EpochReference>: Set<EpochReference>] = [:]

    private func removes(_ name: EpochReference, _ signer: PublicKey) -> Bool {
        change(of: name).gone.contains { isOf(signer, $0) }
            && place(signer, in: epochs[name]?.body.members ?? []) == nil
    }

    private func isSenior(_ one: EpochReference, _ other: EpochReference) -> Bool {
        guard let first = epochs[one]?.body.signer, let second = epochs[other]?.body.signer else {
            return false
        }
        let lists = before(one).intersection(before(other)).compactMap { epochs[$0]?.body.members }
        let orders = lists.compactMap { list -> Int? in
            guard let left = place(first, in: list), let right = place(second, in: list) else {
                return nil
            }
            return left - right
        }
        return orders.contains { $0 < 0 } && !orders.contains { $0 > 0 }
    }

    // MARK: Results

    private var accepted: Set<EpochReference> { Set(epochs.keys.filter(isAccepted)) }

    func standing(of name: EpochReference) -> String {
        guard isAccepted(name) else { return "refused" }
        return cutOff(accepted).contains(name) ? "cut off" : "accepted"
    }

    var lasts: Set<EpochReference> {
        let cut = cutOff(accepted)
        let valid = accepted.subtracting(cut)
        return valid.filter { name in !valid.contains { before($0).contains(name) } }
    }

    var members: [Member] {
        let lasts = lasts
        return join(lasts.union(lasts.flatMap(before))).members
    }
}
