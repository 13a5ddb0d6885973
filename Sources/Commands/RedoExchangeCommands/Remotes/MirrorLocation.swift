import RedoExchange
import RedoGit
import RedoGitRemote
import RedoModel
import RedoRemotes
import RedoSystem

/// The folder of a mirror, as `redo mirror` is given it: a path, or `file://` and a path.
///
/// `ssh://HOST/x` is not a path, and is not taken for one: a folder `./ssh:` would be made for it.
struct MirrorLocation {
    /// As it was given.
    let text: String
    let path: String

    /// - Parameters:
    ///   - text: what the user gives.
    ///   - hints: what reaches another machine.
    /// - Throws: wrong usage for an address of anything but a folder.
    init(_ text: String, hints: [String]) throws(RedoError) {
        self.text = text
        guard text.contains(":") else {
            path = text
            return
        }
        let url = RemoteKind(of: text) == .git ? try? GitURL(text) : nil
        guard case .path(let path)? = url?.location else {
            throw .usage(
                "a mirror is a folder on this machine, and '\(text.printable)' is not a path",
                hints: hints + ["'./NAME' names a folder with a colon in its name"])
        }
        self.path = path
    }
}
