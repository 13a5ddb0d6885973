import RedoCommandLine
import RedoCommands
import RedoCrypto
import RedoSystem

/// The words of a remote's recovery key, which are asked for once in a command, when they are first needed.
package final class TypedRecoveryWords {
    /// A recovery key that can be handed on.
    package final class Key {
        package let value: RecoveryKey

        fileprivate init(_ value: consuming RecoveryKey) { self.value = value }
    }

    private var typed: Key?

    package init() {}

    /// - Throws: KEYCHAIN_002 if there is nowhere to read them from, KEYCHAIN_003 if they are not such words.
    package func key(
        ofRemote name: String, _ context: borrowing CommandContext
    ) throws(RedoError) -> Key {
        if let typed { return typed }
        let key = Key(try context.readRecoveryKey(of: .remote(name)))
        typed = key
        return key
    }
}
