internal import CGit2
import RedoModel
import RedoSystem

/// What git's configuration of the user and the machine says, and that of no repository: its names run
/// programs, and the repository of a store can come from someone else.
@safe final class GitConfiguration {
    let handle: OpaquePointer

    /// Reads the configuration. Wraps `git_config_open_default` and `git_config_open_ondisk`.
    ///
    /// - Parameter path: a file that is read in its place; nil for the user's own.
    /// - Throws: STORAGE_004 if it is not in the syntax.
    init(path: String?) throws(RedoError) {
        var handle: OpaquePointer?
        let result =
            if let path {
                unsafe path.withSystemBytes { unsafe git_config_open_ondisk(&handle, $0) }
            } else {
                unsafe git_config_open_default(&handle)
            }
        try check(result, .corrupted, "git's configuration cannot be read")
        guard let handle = unsafe handle else {
            throw RedoError(.corrupted, "git's configuration cannot be read")
        }
        unsafe self.handle = handle
    }

    deinit { unsafe git_config_free(handle) }

    /// What it says; nil if it says nothing. Wraps `git_config_get_string_buf`.
    func text(of name: String) -> String? {
        var buffer = unsafe git_buf()
        defer { unsafe git_buf_dispose(&buffer) }
        guard unsafe git_config_get_string_buf(&buffer, handle, name) >= 0,
            let text = unsafe buffer.ptr
        else { return nil }
        return unsafe SystemText.text(cString: text)
    }
}
