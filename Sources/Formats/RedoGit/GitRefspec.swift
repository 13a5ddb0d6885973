internal import CGit2
import RedoSystem

/// A refspec: which references are transferred, and their names at the destination. Owns libgit2's handle.
@safe struct GitRefspec: ~Copyable {
    private let handle: OpaquePointer

    /// Parses a refspec. Wraps `git_refspec_parse`.
    ///
    /// - Throws: STORAGE_003 if it is malformed.
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

    /// Whether an update that is not a fast-forward is permitted. Wraps `git_refspec_force`.
    var isForced: Bool { unsafe git_refspec_force(handle) == 1 }

    /// The part before the colon. Wraps `git_refspec_src`.
    var source: String { unsafe git_refspec_src(handle).map { unsafe String(cString: $0) } ?? "" }

    /// The part after the colon. Wraps `git_refspec_dst`.
    var destination: String {
        unsafe git_refspec_dst(handle).map { unsafe String(cString: $0) } ?? ""
    }

    /// Whether a reference matches the part before the colon. Wraps `git_refspec_src_matches`.
    func matches(_ name: String) -> Bool { unsafe git_refspec_src_matches(handle, name) == 1 }

    /// The name of a matching reference at the destination; nil if none is set. Wraps `git_refspec_transform`.
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
