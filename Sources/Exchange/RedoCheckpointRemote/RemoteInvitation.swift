import RedoCheckpoints
import RedoCrypto
import RedoEpochs
import RedoExchange
import RedoSystem

/// The invitation that a member gives to a device that is added to an encrypted remote: the first epoch to trust, and
/// the last statement in the member's slot, so that the remote cannot show an older state.
///
/// As text it is one word that can be copied, with 64 hexadecimal digits for a digest and 32 for a slot. Nothing in it
/// is secret:
///
/// ```
/// redo:invitation:ID:BODY:SLOT:SEQUENCE:DIGEST
/// ```
package struct RemoteInvitation: Hashable, Sendable {
    let genesis: GenesisPin
    /// The member's last statement; nil if there is none.
    let position: Statement.Position?

    private static let prefix = "redo:invitation:"

    init(genesis: GenesisPin, position: Statement.Position?) {
        self.genesis = genesis
        self.position = position
    }

    /// Reads an invitation, or the id of an epoch alone; nil for anything else.
    package init?(_ text: String) {
        guard text.hasPrefix(Self.prefix) else {
            guard let genesis = GenesisPin(text: text) else { return nil }
            self.init(genesis: genesis, position: nil)
            return
        }
        let parts = text.dropFirst(Self.prefix.count).split(
            separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2 || parts.count == 5,
            let genesis = GenesisPin(text: parts[0...1].joined(separator: ":"))
        else { return nil }
        var position: Statement.Position?
        if parts.count == 5 {
            guard let slot = Slot(parts[2]), let sequence = Int(parts[3]), sequence > 0,
                String(sequence) == parts[3],
                let digest = Digest(hexadecimal: Array(parts[4].utf8).span)
            else { return nil }
            position = Statement.Position(slot: slot, sequence: sequence, digest: digest)
        }
        self.init(genesis: genesis, position: position)
    }

    package var text: String {
        let end = position.map { ":\($0.slot):\($0.sequence):\($0.digest.hexadecimal)" } ?? ""
        return "\(Self.prefix)\(genesis.text)\(end)"
    }
}
