import RedoSystem

/// A clock and descriptors for an event loop, by a script: waiting takes no time.
public final class SimulatedEvents {
    /// What happens to a descriptor.
    public enum Change {
        /// So many bytes more can be read.
        case arrival(of: Int)
        /// What there was has been read.
        case reading
        /// The reader of an output goes away.
        case closing
    }

    /// In milliseconds since the beginning.
    public var now: Int { Int(nanoseconds / 1_000_000) }
    private var nanoseconds: UInt64 = 0
    private var script: [(moment: UInt64, descriptor: Int32, change: Change)] = []
    private var byteCounts: [Int32: Int] = [:]
    private var closed: Set<Int32> = []

    public init() {}

    /// Adds to the script.
    ///
    /// - Parameter moment: in milliseconds since the beginning; not before what was added last.
    public func at(_ moment: Int, _ descriptor: Int32, _ change: Change) {
        script.append((UInt64(moment) * 1_000_000, descriptor, change))
        advance(to: nanoseconds)
    }

    /// What a loop waits with.
    package var system: EventSystem {
        EventSystem(
            now: { self.nanoseconds },
            wait: { self.wait(for: $0, outputs: $1, within: $2) },
            byteCount: { self.byteCounts[$0] ?? 0 })
    }

    private func wait(
        for inputs: [Int32], outputs: [Int32], within duration: UInt64?
    ) -> Set<Int32> {
        let end = duration.map { nanoseconds + $0 }
        while true {
            let ready =
                inputs.filter { byteCounts[$0] ?? 0 > 0 } + outputs.filter { closed.contains($0) }
            if !ready.isEmpty { return Set(ready) }
            let next = script.first?.moment
            if let end, next.map({ $0 > end }) ?? true {
                nanoseconds = end
                return []
            }
            guard let next else { fatalError("an event loop waits forever") }
            advance(to: next)
        }
    }

    /// Moves the clock, and does what the script has until then.
    private func advance(to moment: UInt64) {
        nanoseconds = moment
        while let entry = script.first, entry.moment <= moment {
            script.removeFirst()
            switch entry.change {
            case .arrival(let count): byteCounts[entry.descriptor, default: 0] += count
            case .reading: byteCounts[entry.descriptor] = 0
            case .closing: closed.insert(entry.descriptor)
            }
        }
    }
}
