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
    /// Termination signals, which are deferred.
    private var termination: SignalQueue?
    private let system: EventSystem

    /// A loop without sources.
    ///
    /// - Parameter system: the clock and the descriptors; a test passes its own.
    package init(system: EventSystem = .current) { self.system = system }

    /// A loop that reports an event when a termination signal has arrived, before any other.
    ///
    /// Termination signals are deferred for the lifetime of the loop, and delivered at its end.
    package init(termination event: Event) throws(SystemError) {
        let queue = try SignalQueue(of: Signals.terminations)
        self.init()
        watch(.input(queue.file.rawValue), as: event)
        termination = .some(queue)
    }

    /// A source that is watched, and its state.
    private struct Watch {
        let event: Event
        let source: EventSource
        /// The latest time at which the event is reported.
        var moment: UInt64?
        /// The wait until the input is quiet; nil while nothing can be read.
        var settling: Settling?
    }

    /// The wait for more input after the first.
    private struct Settling {
        /// The number of bytes that can be read.
        let byteCount: Int
        /// The time of the next check for more input.
        let next: UInt64
        /// The time at which the wait ends in any case.
        let end: UInt64
    }

    /// The maximum wait for quiet, as a multiple of the quiet time.
    private static var maximumQuietCount: UInt64 { 4 }

    /// Watches a source and reports an event when it is ready; replaces the source that the event had before.
    ///
    /// An interval that is watched again continues, and so does the quiet time of the same inputs.
    package mutating func watch(_ source: EventSource, as event: Event) {
        let index = watches.firstIndex { $0.event == event }
        let former = index.map { watches[$0] }
        if source.isInterval, former?.source == source { return }
        let isSameInput =
            former?.source.inputs == source.inputs && former?.source.quiet == source.quiet
        let watch = Watch(
            event: event, source: source, moment: source.moment(from: system.now()),
            settling: isSameInput ? former?.settling : nil)
        if let index { watches[index] = watch } else { watches.append(watch) }
    }

    /// Waits until something happens.
    ///
    /// - Returns: the events that have happened, at least one, each once, in the order in which they were first added.
    package mutating func wait() -> [Event] {
        while true {
            let inputs = watches.flatMap { $0.settling == nil ? $0.source.inputs : [] }
            let moments = watches.flatMap { [$0.moment, $0.settling?.next] }.compactMap { $0 }
            let before = system.now()
            let ready = system.wait(
                inputs, watches.flatMap(\.source.outputs),
                moments.min().map { $0 > before ? $0 - before : 0 })
            let now = system.now()
            var events: [Event] = []
            for index in watches.indices {
                var watch = watches[index]
                if hasHappened(&watch, at: now, ready) { events.append(watch.event) }
                watches[index] = watch
            }
            if !events.isEmpty { return events }
        }
    }

    /// Whether an event must be reported.
    private func hasHappened(
        _ watch: inout Watch, at now: UInt64, _ ready: Set<Int32>
    ) -> Bool {
        let hasInput = hasSettled(&watch, at: now, ready)
        guard let moment = watch.moment, now >= moment else {
            return hasInput || !ready.isDisjoint(with: watch.source.outputs)
        }
        watch.moment = watch.source.interval.map { now + $0 }
        return true
    }

    /// Whether the inputs of an event can be read, and have been quiet for long enough.
    private func hasSettled(_ watch: inout Watch, at now: UInt64, _ ready: Set<Int32>) -> Bool {
        let quiet = watch.source.quiet
        func settling(until end: UInt64) -> Settling {
            Settling(
                byteCount: watch.source.inputs.reduce(0) { $0 + system.byteCount($1) },
                next: min(now + quiet, end), end: end)
        }
        guard let former = watch.settling else {
            if ready.isDisjoint(with: watch.source.inputs) { return false }
            if quiet == 0 { return true }
            watch.settling = settling(until: now + Self.maximumQuietCount * quiet)
            return false
        }
        if now < former.next { return false }
        let latest = settling(until: former.end)
        let isQuiet = latest.byteCount == former.byteCount || now >= former.end
        watch.settling = isQuiet ? nil : latest
        return isQuiet
    }
}
