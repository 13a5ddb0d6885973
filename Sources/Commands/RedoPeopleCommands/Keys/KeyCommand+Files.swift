import RedoCommandLine
import RedoCrypto
import RedoKeys
import RedoModel
import RedoRepository
import RedoSystem

extension KeyCommand {
    /// Takes a key file in. One that is here and works is replaced only if that is requested; what is
    /// replaced is kept under another name.
    static func importKey(
        _ context: inout CommandContext, _ operand: String?, isForced: Bool
    ) throws(RedoError) {
        var text = try context.input(operand ?? "-").readAll()
        let selection = try context.keySelection()
        let user = try KeySelection.user(ofKeyFile: text)
        if !isForced { try refuse(toReplace: user, selection.keys) }
        let old = try selection.keys.replaceKeepingOld(&text, for: user)
        if let old { context.note("the file that was there is kept: \(old.printable)") }
        try selection.adopt(user)
        try context.print("\(user)\n")
        // On a new device this is the first step of two.
        guard context.surroundings.hasTerminalOutput, try !context.hasStore() else { return }
        try context.flush()
        context.complain("hint: 'redo clone --personal URL' brings your tasks from a remote\n")
    }

    /// - Throws: where there is a key file that works, or would with other permissions.
    private static func refuse(
        toReplace user: String, _ keys: KeyDirectory
    ) throws(RedoError) {
        do throws(RedoError) {
            try keys.check(user)
        } catch {
            if error.keyFault?.isBeyondUse == true { return }
            throw error
        }
        throw .key(.taken(path: keys.path(of: user)))
    }

    /// Deletes a key file, after a question.
    static func deleteKey(
        _ context: inout CommandContext, _ operand: String, isForced: Bool
    ) throws(RedoError) -> ExitStatus {
        let selection = try context.keySelection()
        let user = try selection.user(operand)
        let others = selection.keys.usableUsers(besides: user)
        if !isForced {
            let copy = "'redo key export \(user) >FILE' keeps a copy of it"
            let device = DeletedDevice(user, context)
            let deviceHint = device.map { [$0.hint] } ?? []
            guard !others.isEmpty else {
                throw RedoError(
                    .keyNotSaved,
                    "\(user) is the last key that can be used here: without a copy nothing can be "
                        + "signed as this user any more", status: .no,
                    hints: [copy] + deviceHint + [
                        "'redo key delete --force \(user)' deletes it all the same"
                    ])
            }
            guard context.surroundings.hasTerminalInput else {
                throw RedoError(
                    .keyNotSaved,
                    "there is no terminal to confirm that the key \(user) is deleted",
                    status: .no,
                    hints: [copy] + deviceHint + [
                        "'redo key delete --force \(user)' deletes it without a question"
                    ])
            }
            for hint in deviceHint { context.complain("hint: \(hint)\n") }
            let question =
                "delete the key \(user) permanently? " + (device.map { "\($0.sentence) " } ?? "")
                + "What it signed stays; "
                + "without a copy nothing can be signed as this user any more."
            guard try context.isConfirmed(question) else { return .no }
        }
        // First the name: a name without a key would keep the others from signing.
        try selection.forget(user)
        let left = try KeyPlacing(context.keyring()).forget(user)
        if let key = try? selection.keys.load(user).publicKey {
            selection.keyring.keyAgent?.forget(key)
        }
        try selection.keys.remove(user)
        if let left { context.note(left) }
        try context.print("deleted \(user)\n")
        guard selection.signer == user else { return .done }
        switch others.count {
        case 0: context.complain("hint: 'redo keygen' creates a new key\n")
        case 1: context.note("\(others[0]) signs from now on")
        default:
            context.complain(
                "hint: 'redo key use USER' chooses the key that signs: "
                    + "\(others.joined(separator: ", "))\n")
        }
        return .done
    }
}
