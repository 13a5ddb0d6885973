internal import CLinux
import Glibc

/// Keeping the memory of this process to itself.
package enum ProcessSecrecy {
    /// Lets no other process of the user read the memory, and no core file be written. Wraps `prctl(2)` and
    /// `setrlimit(2)`.
    ///
    /// - Throws: ``SystemError`` if the system does not allow it.
    package static func forbidDumps() throws(SystemError) {
        try retrying("prctl") { forbid_memory_dumps() }
        var limit = rlimit(rlim_cur: 0, rlim_max: 0)
        try retrying("setrlimit") {
            unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
        }
    }
}
