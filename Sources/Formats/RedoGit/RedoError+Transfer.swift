internal import CGit2
import RedoModel
import RedoSystem

extension RedoError {
    /// The error for a failed transfer of libgit2.
    ///
    /// - Parameter reason: the message of libgit2.
    init(transferResult result: Int32, _ url: GitURL, _ reason: String) {
        let what = "\(url.text): \(reason)"
        let kind = git_error_t(UInt32(max(0, GitLibrary.lastClass)))
        switch (git_error_code(result), kind) {
        case (GIT_EAUTH, _): self.init(.unauthenticated, what)
        case (GIT_ECERTIFICATE, _): self.init(.unauthenticated, what)
        case (_, GIT_ERROR_HTTP) where reason.hasSuffix("404"), (GIT_ENOTFOUND, _):
            self.init(.notFound, "there is no git repository \(what)")
        case (_, GIT_ERROR_HTTP) where reason.hasSuffix("403"): self.init(.unauthenticated, what)
        case (_, GIT_ERROR_HTTP):
            self.init(.unreachable, what, detail: PassingFailure(status: Int(reason.suffix(3))))
        case (_, GIT_ERROR_INDEXER), (_, GIT_ERROR_ZLIB), (_, GIT_ERROR_ODB), (_, GIT_ERROR_OBJECT):
            self.init(.corrupted, what)
        case (_, GIT_ERROR_REFERENCE): self.init(.writeFailed, what)
        // An error of files: those of connections are created here, with their own messages.
        case (_, GIT_ERROR_OS): self.init(.writeFailed, what, hints: Self.hints(of: reason))
        case _ where reason.hasSuffix("failed on the remote"):
            self.init(
                .writeFailed, what,
                hints: ["the remote could not store what was sent: look at its disk and rights"])
        case _ where Self.isAboutObjectNames(reason):
            self.init(
                .unreachable, what,
                hints: ["if its objects have SHA-256 names: " + Self.otherObjectNamesHint])
        default: self.init(.unreachable, what)
        }
    }

    /// Whether the system reported a full disk.
    static func isOutOfSpace(_ reason: String) -> Bool {
        reason.hasSuffix("No space left on device") || reason.hasSuffix("Disk quota exceeded")
    }

    /// Whether libgit2 reports names of objects of another kind than SHA-1: its newer versions do, and 1.5, which has
    /// no such setting, expects 40 digits in a list of references.
    static func isAboutObjectNames(_ reason: String) -> Bool {
        reason.hasSuffix("object format 'sha256'") || reason.hasSuffix("extensions.objectformat")
            || reason.hasSuffix("error parsing REF pkt-line")
    }

    private static func hints(of reason: String) -> [String] {
        isOutOfSpace(reason) ? ["free some space and repeat the command"] : []
    }
}
