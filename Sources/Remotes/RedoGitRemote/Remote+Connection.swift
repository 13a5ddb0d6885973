import RedoGit
import RedoRepository
import RedoSystem

extension Remote {
    /// Prepares a connection; nothing is sent yet.
    ///
    /// - Parameter repository: whose objects are sent, and which receives objects.
    func connection(in repository: GitRepository) throws(RedoError) -> GitRemote {
        // As git does: whoever sits at a terminal can be asked for a passphrase, or about a host's key.
        let mayAsk = Terminal.isTerminal(0) && Terminal.isTerminal(2)
        return try GitRemote(
            url, in: repository,
            GitAuthentication(
                mayAsk: mayAsk, sshCommand: Environment.value(of: "GIT_SSH_COMMAND"),
                silenceSeconds: silenceSeconds, retry: retry))
    }
}
