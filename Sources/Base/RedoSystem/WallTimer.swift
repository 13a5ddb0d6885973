internal import CLinux
import Glibc

/// Rings at a moment of the wall clock. Owns a descriptor of `timerfd_create(2)` and closes it.
///
/// A moment that passes while the machine sleeps rings when it wakes, and a clock that is set rings, too.
package struct WallTimer: ~Copyable {
    /// What reading the timer says.
    package enum Ring: Equatable, Sendable {
        /// The moment has come.
        case moment
        /// The clock was set, so that moments lie elsewhere.
        case clockChange
        /// Neither.
        case none
    }

    private let file: FileDescriptor

    private static let name = "timerfd"
    /// `TFD_CLOEXEC` and `TFD_NONBLOCK`, which are those of files.
    private static let flags = O_CLOEXEC | O_NONBLOCK
    /// `TFD_TIMER_ABSTIME` and `TFD_TIMER_CANCEL_ON_SET`.
    private static let settings: Int32 = 1 | 2

    /// A timer that is not set. Wraps `timerfd_create(2)`.
    package init() throws(SystemError) {
        file = FileDescriptor(
            owning: try retrying("timerfd_create", Self.name) {
                timerfd_create(CLOCK_REALTIME, Self.flags)
            }, path: Self.name)
    }

    /// What can be read when the timer rings, for ``Readiness``.
    package var descriptor: Int32 { file.rawValue }

    /// Sets the timer; one that was set before does not ring. Wraps `timerfd_settime(2)`.
    ///
    /// - Parameter moment: in milliseconds since 1970; one that has passed rings at once.
    package func set(to moment: Int64) throws(SystemError) {
        // Zero would switch the timer off.
        let milliseconds = max(1, moment)
        var time = itimerspec()
        time.it_value.tv_sec = Int(milliseconds / 1000)
        time.it_value.tv_nsec = Int(milliseconds % 1000) * 1_000_000
        try retrying("timerfd_settime", Self.name) {
            unsafe timerfd_settime(file.rawValue, Self.settings, &time, nil)
        }
    }

    /// Whether the timer has rung since the last call; does not wait. Wraps `read(2)`.
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
