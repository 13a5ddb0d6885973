import RedoCrypto
import RedoJSON
import RedoModel
import RedoSystem
import TestSupport

extension World {
    /// Lets an event happen.
    func perform(_ event: Event) throws {
        time += event.pause
        var numbers = SeededGenerator(seed: event.entropy)
        guard let number = chosenDevice(event) else { return }
        let device = devices[number]
        switch event.kind {
        case .add: try add(event, number)
        case .edit: try edit(event, number, &numbers)
        case .done, .snooze, .skip, .delete, .merge, .undo, .comment, .category, .categorize,
            .deleteNow:
            guard let words = words(event.kind, device, &numbers) else {
                return try add(event, number)
            }
            try change(event, number, words)
        case .person, .accept, .admit, .revoke, .keep, .share, .unshare, .close:
            try performOfPeople(event, number, &numbers)
        case .agent: try performAsAgent(event, number, &numbers)
        case .room: try performInRoom(event, number, &numbers)
        case .fetch, .push, .sync, .compact, .claim: try exchange(event, number, &numbers)
        case .gc: try change(event, number, ["gc", "-q"])
        case .pack:
            try change(event, number, ["pack", "-q"] + (event.entropy % 3 == 0 ? ["--all"] : []))
        case .beside: try exchangeBesideWriters(event, number, &numbers)
        case .lie: try lie(event, number, &numbers)
        default: try performInWorld(event, number, &numbers)
        }
    }

    /// The device that an event is about; nil if none can do it.
    private func chosenDevice(_ event: Event) -> Int? {
        let candidates = devices.indices.filter { number in
            let device = devices[number]
            if device.isLost { return false }
            switch event.kind {
            case .lie: return !device.isHonest && mayReachRemote(device)
            // What is missing there tells of others' losses as well as of its own.
            case .vanish: return number != 0 && device.isHonest && device.loss == nil
            case .mend: return device.loss != nil
            case .admit, .revoke, .keep: return number == 0
            // The first device is the one that all can rely on.
            case .lose, .restore: return number != 0
            default: return true
            }
        }
        if candidates.isEmpty { return nil }
        return candidates[Int(event.device % UInt64(candidates.count))]
    }

    /// Runs a command that writes on one device alone.
    @discardableResult
    func change(
        _ event: Event, _ number: Int, _ words: [String], at wall: Instant? = nil
    ) throws -> Answer? {
        try run(words, on: number, entropy: event.entropy, crash: event.crash, at: wall)
    }

    // MARK: Tasks

    private func add(_ event: Event, _ number: Int) throws {
        try change(event, number, ["add", "Task \(event.entropy % 1000)", "-d", "tomorrow"])
    }

    private func edit(
        _ event: Event, _ number: Int, _ numbers: inout SeededGenerator
    ) throws {
        guard let task = devices[number].things.tasks.randomElement(using: &numbers) else {
            return try add(event, number)
        }
        let text = "\(numbers.next() % 1000)"
        let options: [[String]] = [
            ["--title", "Title \(text)"], ["--description", "Description \(text)"],
            ["-p", "\(1 + numbers.next() % 5)"], ["--tag", "tag\(numbers.next() % 4)"],
            ["-d", "+\(numbers.next() % 9 + 1)d"], ["--notes", "Note \(text)"],
            ["--every", "\(numbers.next() % 6 + 1)"],
        ]
        guard let chosen = options.randomElement(using: &numbers) else { return }
        try change(event, number, ["edit", task] + chosen)
    }

    private func words(
        _ kind: Event.Kind, _ device: SimulatedDevice, _ numbers: inout SeededGenerator
    ) -> [String]? {
        let things = device.things
        let task = things.tasks.randomElement(using: &numbers)
        let category = things.categories.randomElement(using: &numbers)
        let text = "\(numbers.next() % 1000)"
        switch kind {
        case .done: return task.map { ["done", $0] }
        case .snooze: return task.map { ["snooze", $0, "--until", "+2d"] }
        case .skip: return task.map { ["skip", $0] }
        case .delete: return task.map { ["delete", $0] }
        case .deleteNow: return task.map { ["delete", $0, "--now", "--force"] }
        case .merge: return ["merge", "--all"]
        case .undo: return ["undo"]
        case .comment:
            if numbers.next() % 3 == 0, let comment = things.comments.randomElement(using: &numbers)
            {
                return numbers.next() % 2 == 0
                    ? ["comment", "edit", comment, "Changed \(text)"]
                    : ["comment", "delete", comment]
            }
            return task.map { ["comment", "add", $0, "Comment \(text)"] }
        case .category:
            guard let category, numbers.next() % 2 == 0 else {
                return ["category", "add", "Category \(text)"]
            }
            return numbers.next() % 3 == 0
                ? ["category", "delete", category]
                : ["category", "edit", category, "--name", "Renamed \(text)"]
        case .categorize:
            guard let task, let category else { return nil }
            return ["edit", task, "--category", category]
        default: return nil
        }
    }

    // MARK: People

    private func performOfPeople(
        _ event: Event, _ number: Int, _ numbers: inout SeededGenerator
    ) throws {
        let device = devices[number]
        let other = devices[Int(numbers.next() % UInt64(devices.count))]
        switch event.kind {
        case .person:
            try change(event, number, ["person", "create", "Person \(number)", "--yes"])
        case .admit:
            let words = ["device", "add", other.publicKey, "--name", "d\(other.number)", "--yes"]
            try change(event, number, words)
        case .accept: try change(event, number, ["device", "accept", "--yes"])
        case .revoke:
            // The revoked key is found out now and then.
            let revoked = numbers.next() % 2 == 0 ? other : devices.first { !$0.isHonest } ?? other
            // Who is revoked cannot read an encrypted remote any more, and would never have what the others have.
            guard revoked.number != 0, remote.kind != .sealed || !revoked.isHonest else { return }
            let key = revoked.publicKey
            let answer = try change(event, number, ["device", "revoke", key, "--yes"])
            let isThere = facts.values.contains {
                $0.action == "REVOKE_DEVICE" && devices[number].nodes.contains($0.id)
            }
            // One that was cut off can have been written; what it covers is not known then.
            if answer?.status == 0, isThere {
                tally.revocations += 1
                covered[key, default: []].append(
                    devices[number].nodes.filter { facts[$0]?.key == key })
            }
        case .keep:
            let revoked = covered.keys.sorted()
            let candidates = device.nodes.filter { revoked.contains(facts[$0]?.key ?? "") }.sorted()
            guard let node = candidates.randomElement(using: &numbers), let facts = facts[node]
            else {
                return
            }
            let answer = try change(event, number, ["device", "keep", "\(node)", "--yes"])
            if answer == nil || answer?.status == 0 {
                covered[facts.key] = covered[facts.key]?.map { $0.union(pastOfSameKey(of: node)) }
            }
        case .share, .unshare:
            guard let task = device.things.tasks.randomElement(using: &numbers) else {
                return try add(event, number)
            }
            let with = ["--with", other.publicKey, "--yes"]
            let levels = ["read", "write", "admin"]
            let level = levels[Int(numbers.next() % 3)]
            try change(
                event, number,
                event.kind == .share
                    ? ["share", task, "--as", level] + with : ["unshare", task] + with)
        case .close:
            guard let task = device.things.tasks.randomElement(using: &numbers) else {
                return try add(event, number)
            }
            try change(event, number, ["share", task, "--close", "--yes"])
        default: break
        }
    }

    /// An agent is made, works, or loses its permissions; the agent can be another device as well.
    private func performAsAgent(
        _ event: Event, _ number: Int, _ numbers: inout SeededGenerator
    ) throws {
        let device = devices[number]
        let category = device.things.categories.randomElement(using: &numbers)
        guard let category else {
            try change(event, number, ["category", "add", "Category \(event.entropy % 1000)"])
            return
        }
        if numbers.next() % 4 == 0 {
            let other = devices[Int(numbers.next() % UInt64(devices.count))]
            let words =
                numbers.next() % 2 == 0
                ? ["add", "d\(other.number)", "--category", category, "--key", other.publicKey]
                : ["revoke", "d\(other.number)"]
            try change(event, number, ["agent"] + words)
        } else if !device.hasAgent {
            let answer = try change(
                event, number, ["agent", "add", "bot", "--category", category])
            devices[number].hasAgent = answer?.status == 0
        } else if numbers.next() % 6 == 0 {
            try change(event, number, ["agent", "revoke", "bot"])
        } else {
            let task = device.things.tasks.randomElement(using: &numbers)
            let words =
                numbers.next() % 2 == 0
                ? task.map { ["edit", $0, "--title", "By an agent \(event.entropy % 1000)"] } : nil
            _ = try run(
                words ?? ["add", "By an agent", "--category", category], on: number,
                entropy: event.entropy, crash: event.crash, agent: "bot")
        }
    }

    /// A node, and those of its ancestors that are by the same key.
    private func pastOfSameKey(of node: NodeID) -> Set<NodeID> {
        var (past, pending): (Set<NodeID>, [NodeID]) = ([node], [node])
        while let next = pending.popLast() {
            for parent in facts[next]?.parents ?? [] where past.insert(parent).inserted {
                pending.append(parent)
            }
        }
        return past.filter { facts[$0]?.key == facts[node]?.key }
    }

    // MARK: Rooms

    private func performInRoom(
        _ event: Event, _ number: Int, _ numbers: inout SeededGenerator
    ) throws {
        let device = devices[number]
        guard let room = device.things.rooms.randomElement(using: &numbers), numbers.next() % 5 > 0
        else {
            let others = [number, (number + 1) % devices.count, (number + 2) % devices.count]
            let participants = others.map { other in
                let device = devices[other]
                return """
                    {"id":"d\(other)","identifier":{"kind":"key","value":"\(device.publicKey)"},\
                    "nickname":"D\(other)","principal":"\(device.userID)"}
                    """
            }
            try change(
                event, number,
                [
                    "commit-node", "OPEN_ROOM", "-f", "originator=d\(number)", "-f", "tier:=10",
                    "-f", "participants:=[\(participants.joined(separator: ","))]",
                ])
            return
        }
        let actions: [[String]] = [
            ["PAY", "-f", "receipt=promised"], ["SIGNAL"], ["SIGNAL"],
            ["SAY", "-f", "text=Said \(numbers.next() % 1000)"],
            ["SAY", "-f", "text=Said \(numbers.next() % 1000)"], ["PASS"], ["RAISE_HAND"],
            ["LOWER_HAND"], ["LEAVE", "-f", "reason=left"],
        ]
        guard let action = actions.randomElement(using: &numbers) else { return }
        try change(event, number, ["commit-node", action[0], "--room", room] + action.dropFirst())
    }

    // MARK: The remote

    private func exchange(
        _ event: Event, _ number: Int, _ numbers: inout SeededGenerator
    ) throws {
        let words: [String]
        switch event.kind {
        case .compact: words = ["remote", "compact"]
        case .claim:
            guard let task = devices[number].things.tasks.randomElement(using: &numbers) else {
                return
            }
            words = [numbers.next() % 3 == 0 ? "release" : "claim", task]
        default: words = [event.kind.rawValue]
        }
        try exchange(
            words, number, entropy: event.entropy, crash: event.crash,
            numbers.next() % 4 == 0 ? .bad : .good)
    }

    /// Runs a command that exchanges nodes, and looks at what it says of the remote.
    func exchange(
        _ words: [String], _ number: Int, entropy: UInt64, crash: Crash? = nil,
        _ connection: Connection, _ interruption: RemoteLink.Interruption? = nil
    ) throws {
        let before = devices[number]
        let answer = try run(
            words, on: number, entropy: entropy, crash: crash, connection: connection,
            interruption: interruption)
        guard let answer else { return }
        if answer.status == 0, words[0] == "push" || words[0] == "sync" {
            devices[number].sent.formUnion(before.nodes)
        }
        let heights = remote.heights(for: number)
        let isGood = connection == .good && before.isOnline
        let accuses = ["E_REMOTE_FORKED", "E_REMOTE_REWOUND", "E_REMOTE_WITHHOLDS"].contains {
            answer.errors.contains($0)
        }
        let accusesOfRevoked = accuses && missesRevokedOnly(answer.errors)
        // Who has lost the node that makes two keys devices of one person cannot know that one may retire slots of the
        // other, and says that the answer is incomplete.
        let knowsItsGaps = before.loss != nil && answer.errors.contains("RECONSTRUCT_003")
        if accuses, !accusesOfRevoked, !knowsItsGaps, remote.kind != .lying {
            throw SimulationFailure(
                "device \(number) accuses a remote that hides nothing: \(answer.errors)")
        }
        guard isGood, words[0] == "fetch" || words[0] == "sync" else { return }
        if accuses { tally.accusations += 1 }
        let isExcused =
            accusesOfRevoked || before.loss != nil || refusesForgeries(answer) || isOutside(before)
        if remote.kind != .lying, answer.status != 0, !isExcused {
            throw SimulationFailure(
                "device \(number): redo \(words[0]) ends with \(answer.status): \(answer.errors)")
        }
        if remote.kind == .lying, !accuses, let slot = hidden(from: before, heights) {
            throw SimulationFailure(
                "device \(number) does not say that the remote shows an old state of the slot \(slot): "
                    + "\(heights[slot] ?? 0) of \(before.seen[slot] ?? 0), but: \(answer.output)\(answer.errors)"
            )
        }
        if answer.status == 0 { devices[number].seen = heights }
    }

    /// Sends nodes while others write in the same store.
    private func exchangeBesideWriters(
        _ event: Event, _ number: Int, _ numbers: inout SeededGenerator
    ) throws {
        let words = [numbers.next() % 2 == 0 ? "push" : "sync"]
        let task = devices[number].things.tasks.randomElement(using: &numbers)
        let writers = [
            ["add", "Beside \(event.entropy % 1000)"],
            task.map { ["edit", $0, "--notes", "Beside"] } ?? ["add", "Also beside"],
        ]
        let interruption = RemoteLink.Interruption(request: Int(numbers.next() % 12)) {
            try self.inside {
                for (index, words) in writers.enumerated() {
                    let answer = try self.run(
                        words, on: number, entropy: event.entropy &+ UInt64(1 + index))
                    if answer?.status == 0 { self.tally.besides += 1 }
                }
            }
        }
        try exchange(words, number, entropy: event.entropy, .good, interruption)
    }

    /// Whether a device has a key for the remote.
    private func mayReachRemote(_ device: SimulatedDevice) -> Bool {
        remote.kind != .sealed || device.role != .stranger
    }

    /// Whether a device can be kept out of an encrypted remote by those who have let it in.
    func isOutside(_ device: SimulatedDevice) -> Bool {
        remote.kind == .sealed && !device.isHonest
    }

    /// Whether an exchange ends as it does because nodes on the remote are forged.
    func refusesForgeries(_ answer: Answer) -> Bool {
        answer.status == 1 && hasForgeries && !answer.errors.contains("E_REMOTE_")
    }

    /// Whether errors miss nothing but slots of keys that are revoked. Such a device may still replace its slot, which nobody
    /// has to believe; who only heard of the slot from a witness cannot tell which nodes it had.
    func missesRevokedOnly(_ errors: String) -> Bool {
        let lines = errors.split(separator: "\n").filter { $0.contains("E_REMOTE_") }
        return !lines.isEmpty
            && lines.allSatisfy { line in
                guard line.contains(" the slot "), line.hasSuffix("(E_REMOTE_WITHHOLDS)"),
                    line.contains(" has seen it at "),
                    let slot = line.components(separatedBy: "the slot ").dropFirst().first,
                    let owner = remote.slotOwners[String(slot.prefix(32))]
                else { return false }
                return isRevoked(devices[owner].publicKey)
            }
    }

    /// Whether the first device has revoked a key, also by a command that was cut off once the node was written.
    private func isRevoked(_ key: String) -> Bool {
        let person = devices[0].publicKey
        return facts.values.contains {
            $0.action == "REVOKE_DEVICE" && $0.named == key && $0.key == person
        }
    }

    /// A slot of which a device is shown less than it has seen, of a device whose statements count.
    private func hidden(from device: SimulatedDevice, _ heights: [String: Int]) -> String? {
        device.seen.keys.sorted().first { slot in
            guard let owner = remote.slotOwners[slot], owner != device.number else { return false }
            let key = devices[owner].publicKey
            let isCounting =
                devices[owner].isHonest && !isRevoked(key)
                && device.nodes.contains { facts[$0]?.key == key && facts[$0]?.task != nil }
            return isCounting && (heights[slot] ?? 0) < (device.seen[slot] ?? 0)
        }
    }

    // MARK: The world

    private func performInWorld(
        _ event: Event, _ number: Int, _ numbers: inout SeededGenerator
    ) throws {
        switch event.kind {
        case .clock: jump(number, numbers.next())
        case .back: goBack(number, &numbers)
        case .vanish: return try vanish(number, &numbers)
        case .mend: return try mend(number, entropy: event.entropy)
        case .forge: return try forge(&numbers)
        case .replay:
            remote.replay(
                choosing: numbers.next(), to: numbers.next() % 2 == 0 ? number : nil)
            tally.replays += 1
        case .retire: return try retire(&numbers)
        case .leave: devices[number].isOnline = false
        case .arrive: for place in devices.indices { devices[place].isOnline = true }
        case .join where devices.count < 11:
            try addDevice(.honest)
            try addMember(devices.count - 1)
        case .lose: try lose(number)
        case .backUp: devices[number].backup = try FolderImage(of: devices[number].store)
        case .restore: try restore(number)
        case .deliver: remote.deliver(to: number, count: Int(numbers.next() % 12), using: &numbers)
        case .heal: remote.heal()
        case .hostBackUp: remote.keepBackup()
        case .withhold: remote.withhold(from: number, choosing: numbers.next())
        case .rewind: remote.rewind(choosing: numbers.next())
        default: break
        }
        note("device \(number): \(event.kind)")
    }

    /// Lets the clock of a device jump: by hours where copies come late, else by up to two months.
    private func jump(_ number: Int, _ random: UInt64) {
        let hour: Int64 = 3_600_000
        let range = remote.kind == .copies ? 12 * hour : 60 * 24 * hour
        devices[number].clock.skew = Int64(random % UInt64(2 * range)) - range
    }

    /// Lets the clock of a device go back: by a second to three months, where copies come late by hours at most.
    private func goBack(_ number: Int, _ numbers: inout SeededGenerator) {
        let second: Int64 = 1000
        let spans = [
            second, 60 * second, 3600 * second, 24 * 3600 * second, 90 * 24 * 3600 * second,
        ]
        let span = spans[Int(numbers.next() % (remote.kind == .copies ? 3 : 5))]
        devices[number].clock.skew -= span + Int64(numbers.next() % UInt64(span))
        if remote.kind == .copies {
            devices[number].clock.skew = max(devices[number].clock.skew, -12 * 3600 * second)
        }
    }

    /// A device is gone for good, and with it what nobody else has.
    private func lose(_ number: Int) throws {
        guard honest.count > 5 else { return }
        devices[number].isLost = true
    }
}
