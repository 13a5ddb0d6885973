internal import CGit2
import RedoModel
import RedoSystem

/// Git's configuration of the user and the machine, without that of any repository: its settings run programs, and the
/// repository of a store can come from someone else.
@safe final class GitConfiguration {
    let handle: OpaquePointer

    /// Reads the configuration. Wraps `git_config_open_default` and `git_config_open_ondisk`.
    ///
    /// - Parameter path: a file that replaces the user's; nil for the user's own.
    /// - Throws: STORAGE_004 if its syntax is invalid.
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

    /// The value of a setting; nil if it is not set. Wraps `git_config_get_string_buf`.
    func text(of name: String) -> String? {
        var buffer = unsafe git_buf()
        defer { unsafe git_buf_dispose(&buffer) }
        guard unsafe git_config_get_string_buf(&buffer, handle, name) >= 0,
            let text = unsafe buffer.ptr
        else { return nil }
        return unsafe SystemText.text(cString: text)
    }
}
