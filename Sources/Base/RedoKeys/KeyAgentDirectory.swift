import RedoCrypto
import RedoSystem

/// The directory of a key agent's socket, which only the user can enter.
package struct KeyAgentDirectory: Sendable {
    /// `$XDG_RUNTIME_DIR/redo`.
    package let path: String

    package init(path: String) { self.path = path }

    package var socket: String { Path.join(path, "agent") }
    /// The file that the agent keeps locked while it runs.
    package var lock: String { Path.join(path, "agent.lock") }

    /// Creates the directory if it is missing.
    ///
    /// - Throws: KEYCHAIN_001 if it cannot be created, or others can enter it.
    package func prepare() throws(RedoError) {
        do throws(SystemError) {
            try Files.makeDirectories(path, mode: 0o700)
        } catch {
            throw RedoError(
                .keyNotSaved, "the folder of the key agent cannot be created", cause: error)
        }
        guard isPrivate else {
            throw RedoError(
                .keyNotSaved,
                "others can enter \(path), or it is not yours: no key agent runs there",
                hints: ["'chmod 700 \(shellWord(path))' keeps others out, if the folder is yours"])
        }
    }

    /// Whether the directory is the user's alone.
    package var isPrivate: Bool {
        guard let status = try? Files.statusOfLink(path) else { return false }
        return status.kind == .directory && status.owner == Environment.effectiveUser
            && status.permissions & 0o077 == 0
    }
}
