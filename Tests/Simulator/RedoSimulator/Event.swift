import PowerCuts

/// Something that happens in a world.
struct Event {
    enum Kind: String, CaseIterable {
        // Tasks.
        case add, edit, done, snooze, skip, delete, deleteNow, merge, undo, comment, category,
            categorize
        // People.
        case person, admit, accept, revoke, keep, share, unshare, room
        // The remote.
        case fetch, push, sync, compact, claim
        // The store.
        case gc, pack, backUp, restore
        // The world.
        case clock, leave, arrive, join, lose, deliver, heal, hostBackUp, withhold, rewind
        // Lies.
        case lie
        // Commands of people that came later: events of before keep their meaning.
        case close, agent, beside
        // What is done to stores and clocks.
        case vanish, mend, back
        // What the host, or whoever can write to the remote, puts there.
        case forge, replay, retire
    }

    let kind: Kind
    /// Chooses the device among those that can do it.
    let device: UInt64
    /// Chooses everything else: what is named, random bytes, what goes wrong.
    let entropy: UInt64
    /// How long after the last event it happens, in milliseconds.
    let pause: Int64
    /// Nil for an event that goes to its end.
    let crash: Crash?
}

extension Event: LosslessStringConvertible {
    /// `KIND DEVICE ENTROPY PAUSE`, and of a command that is cut off `PLACE SURVIVAL SEED` behind that.
    var description: String {
        var words = [kind.rawValue, "\(device)", "\(entropy)", "\(pause)"]
        if let crash { words += ["\(crash.place)", crash.survival.rawValue, "\(crash.seed)"] }
        return words.joined(separator: " ")
    }

    init?(_ text: String) {
        let words = text.split(separator: " ").map(String.init)
        guard words.count == 4 || words.count == 7, let kind = Kind(rawValue: words[0]),
            let device = UInt64(words[1]), let entropy = UInt64(words[2]),
            let pause = Int64(words[3])
        else { return nil }
        var crash: Crash?
        if words.count == 7 {
            guard let place = UInt64(words[4]),
                let survival = ModelDisk.Survival(rawValue: words[5]), let seed = UInt64(words[6])
            else { return nil }
            crash = Crash(place: place, survival: survival, seed: seed)
        }
        self.init(kind: kind, device: device, entropy: entropy, pause: pause, crash: crash)
    }
}
