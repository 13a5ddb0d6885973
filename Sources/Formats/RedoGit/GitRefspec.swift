internal import CGit2
import RedoSystem

/// Which references are transferred, and what they are called where they arrive. Owns libgit2's handle.
@safe struct GitRefspec: ~Copyable {
    private let handle: OpaquePointer

    /// Reads one. Wraps `git_refspec_parse`.
    ///
    /// - Throws: STORAGE_003 if it has no such form.
    init(_ text: String, for direction: GitDirection) throws(RedoError) {
        var handle: OpaquePointer?
        try check(
            unsafe git_refspec_parse(&handle, text, direction == .fetch ? 1 : 0), .writeFailed,
            "'\(text)' does not say which references are meant")
        guard let handle = unsafe handle else {
            throw RedoError(.writeFailed, "'\(text)' does not say which references are meant")
        }
        unsafe self.handle = handle
    }

    deinit { unsafe git_refspec_free(handle) }

    /// Whether what is not a step forward is allowed. Wraps `git_refspec_force`.
    var isForced: Bool { unsafe git_refspec_force(handle) == 1 }

    /// What stands before the colon. Wraps `git_refspec_src`.
    var source: String { unsafe git_refspec_src(handle).map { unsafe String(cString: $0) } ?? "" }

    /// What stands after the colon. Wraps `git_refspec_dst`.
    var destination: String {
        unsafe git_refspec_dst(handle).map { unsafe String(cString: $0) } ?? ""
    }

    /// Whether a reference is one of those before the colon. Wraps `git_refspec_src_matches`.
    func matches(_ name: String) -> Bool { unsafe git_refspec_src_matches(handle, name) == 1 }

    /// What a reference that matches is called where it arrives; nil if nothing is set. Wraps
    /// `git_refspec_transform`.
    func destination(of name: String) -> String? {
        if destination.isEmpty { return nil }
        var buffer = unsafe git_buf()
        defer { unsafe git_buf_dispose(&buffer) }
        guard unsafe git_refspec_transform(&buffer, handle, name) >= 0,
            let text = unsafe buffer.ptr
        else { return nil }
        return unsafe String(cString: text)
    }
}
