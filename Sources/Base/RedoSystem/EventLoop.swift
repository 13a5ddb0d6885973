/// Waits for several things at once, and reports what has happened as events.
///
///     var loop = try EventLoop<Event>(termination: .termination)
///     loop.watch(.input(descriptor), as: .line)
///     loop.watch(.input(changes.descriptor, quiet: 5), as: .change)
///     while true {
///         loop.watch(program.source, as: .program)
///         for event in loop.wait() {
///             switch event { … }
///         }
///     }
///
/// Events that happen at the same time are reported in the order in which their sources were first added. The loop reads
/// nothing: an input that is not read is reported again.
package struct EventLoop<Event: Equatable>: ~Copyable {
    private var watches: [Watch] = []
    private var termination: TerminationWatch?
    private let system: EventSystem

    /// A loop without sources.
    ///
    /// - Parameter system: the clock and the descriptors; others than those of the system are for tests.
    package init(system: EventSystem = .current) { self.system = system }

    /// A loop that reports an event when a termination signal has come, before any other.
    ///
    /// Termination signals are held back for the lifetime of the loop, and delivered at its end.
    package init(termination event: Event) throws(SystemError) {
        let watch = try TerminationWatch()
        self.init()
        self.watch(.input(watch.descriptor), as: event)
        termination = .some(watch)
    }

    /// What is waited for before an event is reported.
    private struct Watch {
        let event: Event
        var source: EventSource
        /// When the interval ends.
        var tick: UInt64?
        /// Set from the moment at which an input can be read until it has been quiet.
        var settling: Settling?
    }

    /// The time in which more may come.
    private struct Settling {
        /// How many bytes can be read.
        var byteCount: Int
        /// When it is checked whether more have come.
        var next: UInt64
        /// When that is not waited for any longer.
        let end: UInt64
    }

    /// How many times the quiet time is waited at most.
    private static var maximumQuietCount: UInt64 { 4 }

    // MARK: Adding

    /// Reports an event when something happens, in place of what the event was reported for before.
    ///
    /// If the interval or the inputs are those of before, their time does not start again.
    package mutating func watch(_ source: EventSource, as event: Event) {
        let now = system.now()
        let source = source.watched(at: now)
        let tick = source.interval.map { now + $0 }
        guard let index = watches.firstIndex(where: { $0.event == event }) else {
            watches.append(Watch(event: event, source: source, tick: tick))
            return
        }
        let former = watches[index].source
        watches[index].source = source
        if former.interval != source.interval { watches[index].tick = tick }
        if former.inputs != source.inputs || former.quiet != source.quiet {
            watches[index].settling = nil
        }
    }

    // MARK: Waiting

    /// Waits until something happens.
    ///
    /// - Returns: the events that have happened, at least one, each once, in the order in which they were first added.
    package mutating func wait() -> [Event] {
        while true {
            var inputs: [Int32] = []
            var outputs: [Int32] = []
            var next: UInt64?
            for watch in watches {
                if watch.settling == nil { inputs += watch.source.inputs }
                outputs += watch.source.outputs
                for moment in [watch.source.moment, watch.tick, watch.settling?.next] {
                    next = EventSource.first(next, moment)
                }
            }
            let before = system.now()
            let ready = system.wait(
                inputs, outputs, next.map { $0 > before ? $0 - before : 0 })
            let now = system.now()
            var events: [Event] = []
            for index in watches.indices where hasHappened(index, at: now, ready) {
                events.append(watches[index].event)
            }
            if !events.isEmpty { return events }
        }
    }

    /// Whether an event has to be reported.
    private mutating func hasHappened(_ index: Int, at now: UInt64, _ ready: Set<Int32>) -> Bool {
        let source = watches[index].source
        var hasHappened = source.outputs.contains { ready.contains($0) }
        if let moment = source.moment, now >= moment {
            watches[index].source.moment = nil
            hasHappened = true
        }
        if let tick = watches[index].tick, let interval = source.interval, now >= tick {
            watches[index].tick = now + interval
            hasHappened = true
        }
        return hasSettled(index, at: now, ready) || hasHappened
    }

    /// Whether the inputs of an event can be read, and have been quiet for long enough.
    private mutating func hasSettled(_ index: Int, at now: UInt64, _ ready: Set<Int32>) -> Bool {
        let source = watches[index].source
        guard let settling = watches[index].settling else {
            guard source.inputs.contains(where: { ready.contains($0) }) else { return false }
            if source.quiet == 0 { return true }
            watches[index].settling = Settling(
                byteCount: byteCount(of: source), next: now + source.quiet,
                end: now + Self.maximumQuietCount * source.quiet)
            return false
        }
        if now < settling.next { return false }
        let byteCount = byteCount(of: source)
        if byteCount != settling.byteCount, now < settling.end {
            watches[index].settling?.byteCount = byteCount
            watches[index].settling?.next = min(now + source.quiet, settling.end)
            return false
        }
        watches[index].settling = nil
        return true
    }

    private func byteCount(of source: EventSource) -> Int {
        source.inputs.reduce(0) { $0 + system.byteCount($1) }
    }
}
