import RedoCheckpoints
import RedoSystem

/// The store helper for everything that rclone reaches: WebDAV, SFTP, and some seventy kinds of storage.
///
/// This module has the requests to rclone, and nothing else: redo sends the verbs of docs/store-helpers.md over standard
/// input, and `StoreHelperServer` of RedoCheckpoints parses them. Start here, then read `RcloneStore`, which performs the
/// verbs, and `RcloneServer`, the process that it asks.
package enum RcloneHelper {
    /// Answers the received requests until the input ends.
    ///
    /// - Parameters:
    ///   - input: the descriptor that requests are read from.
    ///   - output: the descriptor that answers are written to.
    /// - Throws: STORAGE_002 if an answer cannot be written.
    package static func serve(_ input: Int32, _ output: Int32) throws(RedoError) {
        var server = StoreHelperServer(input: input, output: output)
        try server.run { (text) throws(RedoError) in
            let address = try RcloneAddress(text)
            return try RcloneStore(
                RcloneServer(agent: "redo/\(Version.text)"), address,
                time: { Clock.milliseconds() })
        }
    }
}
