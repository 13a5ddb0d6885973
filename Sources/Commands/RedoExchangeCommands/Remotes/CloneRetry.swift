import RedoCommandLine
import RedoCommandParts
import RedoExchange
import RedoSystem

/// The commands that clone an encrypted remote after a clone that could not read it: each is the whole of what is left to do.
struct CloneRetry {
    /// The words of the clone that say from where and to where.
    private let location: [String]
    private let operands: [String]
    private let invitation: String?

    init(of url: String, to destination: CloneCommand.Destination, trusting invitation: String?) {
        switch destination {
        case .personal: (location, operands) = (["--\(SyncOptions.personal.name)"], [url])
        case .store(let path):
            location = ["--\(CommandSpecification.redoDirectory.name)", path]
            operands = [url]
        case .directory(let name): (location, operands) = ([], [url, name])
        case .unnamed: (location, operands) = ([], [url])
        }
        self.invitation = invitation
    }

    /// The error of a clone with the commands that lead on; any other error as it is.
    func error(_ error: RedoError, hasKey: Bool) -> RedoError {
        guard let fault = error.detail as? EncryptedRemoteFault else { return error }
        let trusted = invitation ?? fault.genesis
        let withKey = command(["--\(CloneCommand.key.name)", "FILE"], trusting: trusted)
        let withWords = command(["--\(CloneCommand.recover.name)"], trusting: trusted)
        var hints: [String] = []
        if fault.reason == .untrusted {
            hints.append("if the key that is here is a member's: \(command([], trusting: trusted))")
        }
        hints += [
            "with a key file, as 'redo key export' writes it: \(withKey)",
            "with the 24 words of the remote's recovery key: \(withWords)",
            "with neither: \(hasKey ? "" : "'redo keygen', then ")'redo member card' here; on a device of a member 'redo "
                + "member add CARD' prints an invitation: \(command([], trusting: "INVITATION"))",
        ]
        if invitation == nil, fault.genesis != nil {
            hints.append(
                "the remote itself names this id: if another device is left, compare it with what 'redo member list' prints "
                    + "there")
        }
        return RedoError(
            error.code, error.message, status: error.status, hints: hints, detail: error.detail)
    }

    private func command(_ added: [String], trusting trusted: String?) -> String {
        let trust = trusted.map { ["--\(MemberOptions.trust.name)", $0] } ?? []
        return (["redo", "clone"] + location + added + trust + operands).map(shellWord)
            .joined(separator: " ")
    }
}
