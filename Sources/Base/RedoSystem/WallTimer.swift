internal import CLinux
import Glibc

/// A timer that fires at a moment of the wall clock. Owns a descriptor of `timerfd_create(2)` and closes it.
///
/// A moment that passes while the machine sleeps is reported when it wakes. A change of the clock is reported, too.
package struct WallTimer: ~Copyable {
    /// What has happened since the timer was read last.
    package enum Ring: Equatable, Sendable {
        /// The moment has come.
        case moment
        /// The clock was set, so moments must be computed again.
        case clockChange
        /// Neither.
        case none
    }

    private let file: FileDescriptor

    private static let name = "timerfd"
    /// `TFD_CLOEXEC` and `TFD_NONBLOCK`, which equal the flags of files.
    private static let flags = O_CLOEXEC | O_NONBLOCK
    /// `TFD_TIMER_ABSTIME` and `TFD_TIMER_CANCEL_ON_SET`.
    private static let settings: Int32 = 1 | 2

    /// Creates a timer that is not set. Wraps `timerfd_create(2)`.
    package init() throws(SystemError) {
        file = FileDescriptor(
            owning: try retrying("timerfd_create", Self.name) {
                timerfd_create(CLOCK_REALTIME, Self.flags)
            }, path: Self.name)
    }

    /// A descriptor that can be read when the timer fires, for ``Readiness``.
    package var descriptor: Int32 { file.rawValue }

    /// Sets the timer and replaces an earlier moment. Wraps `timerfd_settime(2)`.
    ///
    /// - Parameter moment: milliseconds since 1970; a moment in the past is reported at once.
    package func set(to moment: Int64) throws(SystemError) {
        // Zero would disarm the timer.
        let milliseconds = max(1, moment)
        var time = itimerspec()
        time.it_value.tv_sec = Int(milliseconds / 1000)
        time.it_value.tv_nsec = Int(milliseconds % 1000) * 1_000_000
        try retrying("timerfd_settime", Self.name) {
            unsafe timerfd_settime(file.rawValue, Self.settings, &time, nil)
        }
    }

    /// What has happened since the last call; does not wait. Wraps `read(2)`.
    package func ring() throws(SystemError) -> Ring {
        var bytes: [UInt8] = []
        do throws(SystemError) {
            return try file.read(atMost: 8, into: &bytes) > 0 ? .moment : .none
        } catch {
            switch error.code {
            case EAGAIN: return .none
            case ECANCELED: return .clockChange
            default: throw error
            }
        }
    }
}
