import RedoCrypto
import RedoModel

/// What a device says while its user writes a message, as a commit without history (docs/git-remotes.md):
///
/// ```
/// tree 4b825dc642cb6eb9a060e54bf8d69288fbee4904         the empty tree
/// author redo <redo@redo> SECONDS +0000                 when it is stale
/// committer redo <redo@redo> SECONDS +0000
///
/// {"device":…}                                          the notice, and a line feed
/// ```
package struct ComposingCommit: Sendable {
    /// What the names of such references start with: `refs/redo/composing/<device>`.
    package static let prefix = "refs/redo/composing/"
    /// No larger commit is read.
    package static let greatestByteCount = ComposingNotice.greatestByteCount + 512

    package let content: [UInt8]
    package let id: GitObjectID

    /// The commit of a notice.
    package init(_ notice: ComposingNotice) {
        var sha1 = SHA1()
        let nothing: [UInt8] = []
        let tree = GitObjectID(.tree, nothing.span, &sha1)
        var content: [UInt8] = []
        CommitImage.appendStart(tree: tree, parents: [], to: &content)
        CommitImage.appendPeople(
            Checkpoint.name, "\(Checkpoint.user)@redo",
            seconds: CommitText.seconds(of: notice.until), to: &content)
        content += notice.bytes
        content.append(UInt8(ascii: "\n"))
        self.content = content
        id = GitObjectID(.commit, content.span, &sha1)
    }

    /// The reference of a device.
    package static func reference(of device: String) -> String {
        prefix + CommitText.deviceName(device)
    }

    /// The notice in a commit of a reference, both of which anyone can have written.
    ///
    /// - Returns: nil if the commit is not exactly that of a notice that should be believed now, or the reference is not
    ///   that of its device.
    package static func notice(
        in content: [UInt8], of reference: String, at now: Instant
    ) -> ComposingNotice? {
        guard content.count <= greatestByteCount, content.last == UInt8(ascii: "\n"),
            // The notice is one line, the last one.
            let start = content.dropLast().lastIndex(of: UInt8(ascii: "\n")),
            let notice = ComposingNotice(
                reading: Array(content[(start + 1)...].dropLast()), at: now),
            ComposingCommit(notice).content == content,
            self.reference(of: notice.device.description) == reference
        else { return nil }
        return notice
    }
}
