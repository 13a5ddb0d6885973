import RedoCommandLine
import RedoCommandParts
import RedoExchange
import RedoSystem

/// The commands that clone an encrypted remote after a clone that could not read it: each is the whole of what is left to do.
struct CloneRetry {
    private let place: [String]
    private let operands: [String]
    private let invitation: String?

    init(_ context: borrowing CommandContext) {
        let arguments = context.arguments
        var place: [String] = []
        if arguments.has(SyncOptions.personal) { place.append("--\(SyncOptions.personal.name)") }
        if let path = arguments.value(CommandSpecification.redoDirectory) {
            place += ["--\(CommandSpecification.redoDirectory.name)", path]
        }
        self.place = place
        operands = arguments.operands
        invitation = arguments.value(MemberOptions.trust)
    }

    /// The error of a clone with the commands that lead on; any other error as it is.
    func error(_ error: RedoError, hasKey: Bool) -> RedoError {
        guard let fault = error.detail as? EncryptedRemoteFault else { return error }
        let trusted = invitation ?? fault.genesis
        let withKey = command(["--\(CloneOptions.key.name)", "FILE"], trusting: trusted)
        let withWords = command(["--\(CloneOptions.recover.name)"], trusting: trusted)
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
        return (["redo", "clone"] + place + added + trust + operands).map(shellWord)
            .joined(separator: " ")
    }
}
