import CIcal
import RedoModel

/// A time zone that a file of iCalendar defines.
@safe package final class CalendarZone {
    /// An `icaltimezone` that this object frees, with the component in it.
    private let handle: OpaquePointer

    /// - Parameter component: an `icalcomponent`, which the caller still owns.
    init?(copying component: OpaquePointer) {
        guard unsafe icalcomponent_isa(component) == ICAL_VTIMEZONE_COMPONENT,
            let copy = unsafe icalcomponent_new_clone(component)
        else { return nil }
        guard let zone = unsafe icaltimezone_new() else {
            unsafe icalcomponent_free(copy)
            return nil
        }
        // From here on the zone owns the copy, unless it refuses it.
        guard unsafe icaltimezone_set_component(zone, copy) != 0 else {
            unsafe icalcomponent_free(copy)
            unsafe icaltimezone_free(zone, 1)
            return nil
        }
        unsafe handle = zone
    }

    deinit { unsafe icaltimezone_free(handle, 1) }

    /// The moment at which its clocks show a time.
    ///
    /// - Parameter reading: the time that they show, as if it were UTC.
    package func instant(ofClockReading reading: Instant) -> Instant {
        let parts = reading.components
        var time = unsafe icaltimetype()
        unsafe (time.year, time.month, time.day) = (
            Int32(parts.year), Int32(parts.month), Int32(parts.day)
        )
        unsafe (time.hour, time.minute, time.second) = (
            Int32(parts.hour), Int32(parts.minute), Int32(parts.second)
        )
        // The call only reads the time.
        let seconds = unsafe icaltimezone_get_utc_offset(handle, &time, nil)
        return Instant(milliseconds: reading.milliseconds - Int64(seconds) * 1000)
    }
}
