import Glibc

/// The system's clock and time zone.
package enum Clock {
    /// Milliseconds since 1970-01-01T00:00:00Z. Wraps `clock_gettime(2)`.
    package static func milliseconds() -> Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }

    /// Microseconds since 1970-01-01T00:00:00Z. Wraps `clock_gettime(2)`.
    package static func microseconds() -> Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }

    /// Nanoseconds of a monotonic clock, for measuring durations. Wraps `clock_gettime(2)`.
    package static func monotonicNanoseconds() -> UInt64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// Nanoseconds of a monotonic clock that continues while the machine sleeps. Wraps `clock_gettime(2)`.
    package static func bootNanoseconds() -> UInt64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_BOOTTIME, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// Sleeps until the time has passed or a signal arrives. Wraps `nanosleep(2)`.
    package static func wait(milliseconds: Int) {
        var time = timespec(
            tv_sec: milliseconds / 1000, tv_nsec: milliseconds % 1000 * 1_000_000)
        unsafe nanosleep(&time, nil)
    }

    /// Reads the system's time zone again, which may have changed. Wraps `tzset(3)`.
    package static func readTimeZone() { tzset() }

    /// The offset of local time from UTC at a moment, in seconds; positive east of Greenwich.
    ///
    /// The zone is that of `TZ` or of the system. Wraps `localtime_r(3)`.
    ///
    /// - Parameter second: seconds since 1970-01-01T00:00:00Z.
    package static func secondsFromUTC(atSecond second: Int64) -> Int {
        var time = time_t(second)
        // Unsafe because `tm` holds a pointer to the name of the zone, which is not used.
        var local = unsafe tm()
        guard unsafe localtime_r(&time, &local) != nil else { return 0 }
        return unsafe local.tm_gmtoff
    }
}
