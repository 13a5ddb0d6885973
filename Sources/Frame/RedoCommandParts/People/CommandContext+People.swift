import RedoCommandLine
import RedoCrypto
import RedoJSON
import RedoModel
import RedoRepository
import RedoSystem

extension CommandContext {
    /// The person that the key belongs to that would sign.
    ///
    /// - Throws: E_PERSON_CONFLICT if it belongs to none.
    package func ownPerson(
        in repository: Repository, _ people: People
    ) throws(RedoError) -> People.Person {
        let author = try keyring().author(for: repository.store)
        if let key = author.publicKey, let person = people.person(of: key) { return person }
        throw RedoError(
            .personConflict, "your key \(author.userID) belongs to no person",
            hints: KeyRevocations(people, own: author.publicKey).messages + [
                "'redo person create NAME' creates one",
                "'redo device accept PERSON' lets this device join one that you have",
            ])
    }

    /// The person that is named, or the user's own.
    ///
    /// - Throws: NAME_001 or NAME_002 for a name that means none or several, E_PERSON_CONFLICT if the user's key
    ///   belongs to no person.
    package func person(
        named name: String?, in repository: Repository, _ people: People
    ) throws(RedoError) -> People.Person {
        guard let name else { return try ownPerson(in: repository, people) }
        return try people.person(named: name)
    }

    /// Creates nodes about a person and writes them, unless one would be void.
    ///
    /// - Parameter body: returns the nodes that must count.
    /// - Throws: E_PERMISSION_DENIED or E_KEY_REVOKED if a node would be void, with the rule in words.
    package func editPerson(
        _ repository: Repository, _ body: (inout TaskWriter) throws(RedoError) -> [Node]
    ) throws(RedoError) {
        let log = try repository.wholeLog(.local)
        try edit(repository, log, by: WritingRequest()) { (writer) throws(RedoError) in
            let nodes = try body(&writer)
            try Self.expectCount(nodes, writer.currentLog())
        }
    }

    /// Creates nodes that take the effect of others away or give it back, shows what becomes of which task, asks on
    /// a terminal, and writes.
    ///
    /// - Parameters:
    ///   - writer: who signs the nodes.
    ///   - keys: those that the nodes revoke.
    ///   - writing: whether they are written.
    ///   - isUnasked: whether a terminal is not asked.
    ///   - refusal: the error for a node that would be void for a reason; nil for the general one.
    ///   - showing: shows what must not be lost once the nodes are written, immediately before that.
    ///   - retracting: is called if they cannot be written after all.
    ///   - body: returns the nodes that must count, and what they do in words.
    package mutating func decide(
        _ repository: Repository, _ log: Log, _ writer: consuming TaskWriter,
        revoking keys: [PublicKey] = [], by writing: WritingRequest, isUnasked: Bool,
        refusal: (VoidReason) -> RedoError? = { _ in nil },
        showing: (inout CommandContext) throws(RedoError) -> Void = { _ in },
        retracting: (borrowing CommandContext) -> Void = { _ in },
        _ body: (inout TaskWriter) throws(RedoError) -> (nodes: [Node], text: String)
    ) throws(RedoError) -> ExitStatus {
        let asks = surroundings.hasTerminalInput && !isUnasked && !writing.isDryRun
        var writer = writer
        let (nodes, text) = try body(&writer)
        let after = writer.currentLog()
        try Self.expectCount(nodes, after, refusal)
        let effect = RevocationEffect(of: keys, from: log, to: after)
        complain(text + effect.text(isWhole: writing.isDryRun))
        if asks, try !isConfirmed("write this?") {
            complain("nothing was written\n")
            return .no
        }
        writer.isWriting = !writing.isDryRun
        if !writing.isDryRun { try showing(&self) }
        do throws(RedoError) {
            try repository.edit(writer) { (_) throws(RedoError) in }
        } catch {
            retracting(self)
            throw error
        }
        try print(effect.summary(isWritten: !writing.isDryRun))
        return .done
    }

    /// Refuses to write nodes about persons that have no effect.
    ///
    /// - Parameters:
    ///   - log: with the nodes.
    ///   - refusal: the error for a reason; nil for the general one.
    static func expectCount(
        _ nodes: [Node], _ log: Log, _ refusal: (VoidReason) -> RedoError? = { _ in nil }
    ) throws(RedoError) {
        let voids = log.replay.voids
        for node in nodes {
            guard let reason = voids.reason(of: node.id) else { continue }
            if let error = refusal(reason) { throw error }
            throw RedoError(
                reason.code,
                "nothing is written: \(node.action) would have no effect: \(voids.sentence(reason))",
                status: .no,
                hints: [
                    "'redo device list' shows the devices, 'redo recover' lets one in without them"
                ])
        }
    }

    /// Prints a QR code, or says why there is none.
    ///
    /// - Returns: how many rows it takes.
    @discardableResult
    mutating func printCode(of text: String) throws(RedoError) -> Int {
        let code: QRCode
        do throws(RedoError) {
            code = try QRCode(text)
        } catch {
            note("no QR code: \(error.message)".printable)
            return 1
        }
        try printCode(code)
        return code.rowCount
    }
}

extension People.Person {
    /// The person for people: the name, which identifies no one, and the beginning of the id.
    package var text: String { "\(name.printable) (\(digits))" }

    /// A line for each device and each key that has not joined; a star marks your own.
    package func deviceLines(own: PublicKey?) -> [String] {
        let joined = devices.map { device in
            let star = device.key == own ? "*" : " "
            let end = device.revoked.map { ", revoked \($0.wallText)" } ?? ""
            return "\(star) \(DeviceNames.text(of: device)): added \(device.added.wallText)\(end)"
        }
        return joined
            + invitations.map { invitation in
                let star = invitation.key == own ? "*" : " "
                let name = invitation.name.map { " \($0.printable)" } ?? ""
                return "\(star) \(invitation.digits)\(name): let in "
                    + "\(invitation.added.wallText), has not joined"
            }
    }
}
