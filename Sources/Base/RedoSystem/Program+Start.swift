internal import CArguments
import Glibc

/// What this process was started with.
extension Program {
    /// The arguments as the kernel gave them, with the name of the program first: texts of ``SystemText``.
    package static let arguments: [String] = (0..<redo_argument_count()).map { index in
        // A null pointer only after the last one.
        unsafe redo_argument(index).map { unsafe SystemText.text(cString: $0) } ?? ""
    }

    /// The file that this process runs, as another program can be started from it, also where it has been replaced.
    ///
    /// Without `/proc` it is the file that was executed.
    package static var executable: String {
        (try? Files.statusOfLink(link)) == nil ? (try? resolvedExecutable.get()) ?? link : link
    }

    /// The absolute path of ``executable``, without links.
    ///
    /// - Throws: ``SystemError`` if it cannot be found.
    package static func executablePath() throws(SystemError) -> String {
        try resolvedExecutable.get()
    }

    private static let link = "/proc/self/exe"

    /// Found once, since the name can be relative to the folder that the process was started in
    /// (``Environment/changeDirectory(to:)``).
    private static let resolvedExecutable: Result<String, SystemError> = {
        do throws(SystemError) {
            return .success(try Path.resolved(link))
        } catch {
            guard let name = unsafe redo_executable_name() else { return .failure(error) }
            let path = unsafe SystemText.text(cString: name)
            return Result { () throws(SystemError) in try Path.resolved(path) }
        }
    }()
}
