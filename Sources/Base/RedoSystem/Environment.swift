import Glibc

/// The environment, user and working directory of the process.
///
/// Only the command layer reads them; libraries receive values.
package enum Environment {
    /// The value of a variable; nil if it is unset or empty. Wraps `getenv(3)`.
    package static func value(of name: String) -> String? {
        rawValue(of: name).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The value of a variable, which may be empty; nil if it is unset. Wraps `getenv(3)`.
    package static func rawValue(of name: String) -> String? {
        unsafe getenv(name).map { unsafe SystemText.text(cString: $0) }
    }

    /// Sets a variable for this process and its children. Wraps `setenv(3)`.
    package static func set(_ name: String, to value: String) {
        _ = unsafe value.withSystemBytes { unsafe setenv(name, $0, 1) }
    }

    /// The absolute directories of PATH.
    ///
    /// Relative directories are skipped: they would run programs from the current directory.
    package static var searchPath: [String] {
        (value(of: "PATH") ?? "").split(separator: ":").map(String.init).filter {
            $0.hasPrefix("/")
        }
    }

    /// The number of this process. Wraps `getpid(2)`.
    package static var processID: Int32 { getpid() }

    /// The effective user id. Wraps `geteuid(2)`.
    package static var effectiveUser: UInt32 { geteuid() }

    /// Returns the absolute path of the working directory. Wraps `getcwd(3)`.
    package static func currentDirectory() throws(SystemError) -> String {
        guard let path = unsafe getcwd(nil, 0) else { throw .current("getcwd", ".") }
        defer { unsafe free(path) }
        return unsafe SystemText.text(cString: path)
    }

    /// Changes the working directory. Wraps `chdir(2)`.
    package static func changeDirectory(to path: String) throws(SystemError) {
        // The name of the executable can be relative to the present directory, so it is resolved before.
        _ = try? Program.executablePath()
        try retrying("chdir", path) { unsafe path.withSystemBytes { unsafe chdir($0) } }
    }

    /// The name of this machine; empty if it cannot be read. Wraps `gethostname(2)`.
    package static var hostName: String {
        var buffer = [CChar](repeating: 0, count: 256)
        guard unsafe gethostname(&buffer, buffer.count - 1) == 0 else { return "" }
        return SystemText.text(buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) })
    }
}
