import RedoJSON
import TestSupport
import Testing

/// Random commands on two devices in both dialects, with exchanges of nodes in between.
@Suite struct RandomCommandTests {
    /// Each command has its effect at once. After an exchange the devices agree, and no node is
    /// rejected: a writer follows what counts, never a tombstone, and names no to-do and no base that
    /// is not above its node.
    @Test(arguments: 0..<8)
    func everyCommandHasItsEffectAndDevicesAgree(_ sequence: Int) throws {
        let seed = Seed()
        var generator = SeededGenerator(seed: seed.value &+ UInt64(sequence))
        // Clocks that are not in step decide between concurrent changes.
        var phone = try RandomDevice(name: "phone", skew: 0)
        var laptop = try RandomDevice(name: "laptop", skew: [0, 1, 600][sequence % 3])
        for step in 0..<25 {
            // Some commands fall into the same second.
            if Bool.random(using: &generator) {
                try phone.act(at: step / 2, &generator, seed.replay)
            } else {
                try laptop.act(at: step / 2, &generator, seed.replay)
            }
            if step % 8 == 7 || step == 24 { try exchange(&phone, &laptop, seed.replay) }
        }
    }

    private func exchange(
        _ phone: inout RandomDevice, _ laptop: inout RandomDevice, _ comment: Comment
    ) throws {
        let nodes = (try phone.store.nodes(), try laptop.store.nodes())
        let known = Set(nodes.0.map(\.nodeID)).intersection(nodes.1.map(\.nodeID))
        func touched(_ nodes: [JSONValue]) -> Set<String> {
            Set(nodes.filter { !known.contains($0.nodeID) }.compactMap { $0["taskId"]?.text })
        }
        let (onPhone, onLaptop) = (touched(nodes.0), touched(nodes.1))
        let all = Set((nodes.0 + nodes.1).compactMap { $0["taskId"]?.text })
        // A task that one device deleted lives on if the other one has written to it meanwhile and
        // did not delete it.
        let living = all.filter { task in
            switch (phone.has(task), laptop.has(task)) {
            case (true, true): true
            case (true, false): onPhone.contains(task)
            case (false, true): onLaptop.contains(task)
            case (false, false): false
            }
        }
        try phone.store.exchange(with: laptop.store, comment)
        try phone.look()
        try laptop.look()
        #expect(Set(phone.tasks.compactMap { $0["guid"]?.text }) == living, comment)
        // The laptop's nodes are the same.
        try phone.store.expectSound()
    }
}
