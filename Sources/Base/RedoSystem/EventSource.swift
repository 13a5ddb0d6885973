/// What an ``EventLoop`` waits for before it reports an event: descriptors, a moment, an interval, or several of them.
///
/// A value: a component that runs beside others says with it when it wants to be looked at again.
package struct EventSource: Equatable, Sendable {
    /// Descriptors that can be read, or are at their end.
    private(set) var inputs: [Int32] = []
    /// Descriptors that nothing can be written to any more.
    private(set) var outputs: [Int32] = []
    /// How long nothing may come from the inputs before the event is reported, in nanoseconds.
    private(set) var quiet: UInt64 = 0
    /// By the monotonic clock, in nanoseconds; nil for never.
    private var moment: UInt64?
    /// In nanoseconds from the moment at which the source is watched; nil for never.
    private var delay: UInt64?
    /// In nanoseconds; nil for never.
    private(set) var interval: UInt64?

    /// Nothing: the event is not reported.
    package static let none = EventSource()

    /// The nanoseconds of some milliseconds.
    private static func nanoseconds(_ milliseconds: Int) -> UInt64 {
        UInt64(max(0, milliseconds)) * 1_000_000
    }

    /// A descriptor can be read, or is at its end.
    ///
    /// - Parameter milliseconds: how long nothing may come before that is reported, so that what comes in several parts
    ///   is handled as one. It is reported after four times as long in any case.
    package static func input(_ descriptor: Int32, quiet milliseconds: Int = 0) -> EventSource {
        EventSource(inputs: [descriptor], quiet: nanoseconds(milliseconds))
    }

    /// The reader of an output has gone away. The descriptor must not be watched as an input, too.
    package static func closing(of output: Int32) -> EventSource { EventSource(outputs: [output]) }

    /// A moment of the monotonic clock, in nanoseconds, has come. It is reported once.
    package static func moment(_ moment: UInt64) -> EventSource { EventSource(moment: moment) }

    /// Some time has passed since the source was watched. It is reported once.
    package static func after(milliseconds: Int) -> EventSource {
        EventSource(delay: nanoseconds(milliseconds))
    }

    /// Some time has passed since the source was watched, or was reported last.
    package static func every(milliseconds: Int) -> EventSource {
        EventSource(interval: nanoseconds(milliseconds))
    }

    /// One of two things has happened.
    package func or(_ other: EventSource) -> EventSource {
        func first(_ own: UInt64?, _ other: UInt64?) -> UInt64? {
            [own, other].compactMap { $0 }.min()
        }
        return EventSource(
            inputs: inputs + other.inputs, outputs: outputs + other.outputs,
            quiet: max(quiet, other.quiet), moment: first(moment, other.moment),
            delay: first(delay, other.delay), interval: first(interval, other.interval))
    }

    /// Whether it is an interval, and no moment besides.
    var isInterval: Bool { interval != nil && moment == nil && delay == nil }

    /// The moment at which it is reported in any case if it is watched from another one on.
    func moment(from now: UInt64) -> UInt64? {
        [moment, delay.map { now + $0 }, interval.map { now + $0 }].compactMap { $0 }.min()
    }
}
