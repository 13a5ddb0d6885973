/// What an ``EventLoop`` waits for before it reports an event: descriptors, a moment, an interval, or several of them.
///
/// A component that runs beside others has such a value, which says when the component needs to run again.
package struct EventSource: Equatable, Sendable {
    /// Descriptors that are ready when they can be read or are at their end.
    private(set) var inputs: [Int32] = []
    /// Descriptors that are ready when nothing can be written to them any more.
    private(set) var outputs: [Int32] = []
    /// The time without new input before the event is reported, in nanoseconds.
    private(set) var quiet: UInt64 = 0
    /// The moment of the event by the monotonic clock, in nanoseconds; nil for none.
    private var moment: UInt64?
    /// The nanoseconds from the call of `watch` to the event; nil for none.
    private var delay: UInt64?
    /// The nanoseconds between two events; nil for none.
    private(set) var interval: UInt64?

    /// Nothing: the event is not reported.
    package static let none = EventSource()

    /// The nanoseconds of some milliseconds.
    private static func nanoseconds(_ milliseconds: Int) -> UInt64 {
        UInt64(max(0, milliseconds)) * 1_000_000
    }

    /// A descriptor that can be read, or is at its end.
    ///
    /// - Parameter milliseconds: the time without new input before the event is reported, so that input in several
    ///   parts is handled as one. The event is reported after four times this time in any case.
    package static func input(_ descriptor: Int32, quiet milliseconds: Int = 0) -> EventSource {
        EventSource(inputs: [descriptor], quiet: nanoseconds(milliseconds))
    }

    /// An output whose reader has gone away. The descriptor must not be watched as an input, too.
    package static func closing(of output: Int32) -> EventSource { EventSource(outputs: [output]) }

    /// A moment of the monotonic clock, in nanoseconds. It is reported once.
    package static func moment(_ moment: UInt64) -> EventSource { EventSource(moment: moment) }

    /// The end of a time that begins when the source is watched. It is reported once.
    package static func after(milliseconds: Int) -> EventSource {
        EventSource(delay: nanoseconds(milliseconds))
    }

    /// The end of a time that begins when the source is watched, and again after each report.
    package static func every(milliseconds: Int) -> EventSource {
        EventSource(interval: nanoseconds(milliseconds))
    }

    /// Either of two sources.
    package func or(_ other: EventSource) -> EventSource {
        func first(_ own: UInt64?, _ other: UInt64?) -> UInt64? {
            [own, other].compactMap { $0 }.min()
        }
        return EventSource(
            inputs: inputs + other.inputs, outputs: outputs + other.outputs,
            quiet: max(quiet, other.quiet), moment: first(moment, other.moment),
            delay: first(delay, other.delay), interval: first(interval, other.interval))
    }

    /// Whether it is only an interval, without a moment.
    var isInterval: Bool { interval != nil && moment == nil && delay == nil }

    /// The moment at which it is reported in any case if it is watched from `now` on.
    func moment(from now: UInt64) -> UInt64? {
        [moment, delay.map { now + $0 }, interval.map { now + $0 }].compactMap { $0 }.min()
    }
}
