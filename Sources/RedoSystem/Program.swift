import Glibc

/// Replacing and ending this process.
package enum Program {
    /// Becomes another program. Wraps `execv(3)`; returns only by throwing.
    ///
    /// - Parameter arguments: the program's name first.
    package static func replace(with path: String, arguments: [String]) throws(SystemError) -> Never
    {
        // The copies live until the process image is replaced, or leak for the moment it takes to
        // report the failure.
        var pointers = unsafe arguments.map { unsafe strdup($0) }
        unsafe pointers.append(nil)
        _ = unsafe execv(path, pointers)
        throw .current("execv", path)
    }

    /// Ends the process at once, without running the C libraries' exit handlers.
    ///
    /// OpenSSL's handler alone takes a tenth of a short command's time, and there is nothing left
    /// to clean up: output is flushed by its owner.
    package static func exit(_ status: Int32) -> Never { _exit(status) }
}
