internal import CLinux
import Glibc

/// Protection of the memory of this process.
package enum ProcessSecrecy {
    /// Forbids other processes of the user to read the memory, and core files. Wraps `prctl(2)` and `setrlimit(2)`.
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
