import RedoCommandLine
import RedoCrypto
import RedoEpochs
import RedoExchange
import RedoJSON
import RedoModel
import RedoRepository
import RedoSystem

extension CommandContext {
    /// True if a person has compared the words of a card: on a terminal after a question, else as the options say.
    ///
    /// - Throws: E_PERMISSION_DENIED if other words were given, or wrong usage where there is no one to ask.
    package func hasCompared(
        _ card: MemberCard, by comparison: WordComparison
    ) throws(RedoError) -> Bool {
        try hasCompared(
            card.compared, by: comparison,
            "does the other device show the same words?"
        ) { shown in
            RedoError(
                .permissionDenied, "the words differ: no device is let in", status: .no,
                hints: ["the words of this card are: \(shown)"])
        }
    }

    /// Prints what became of the members of a remote.
    ///
    /// - Parameters:
    ///   - name: of the remote.
    ///   - form: of a list.
    package mutating func printMembers(
        _ outcome: MemberOutcome, of name: String, _ session: ExchangeSession,
        in style: ExchangeStyle = ExchangeStyle(), as form: IDListing.Form = .table
    ) throws(RedoError) -> ExitStatus {
        let shown = name.printable
        switch outcome {
        case .trusted: break
        case .declined: return .no
        case .list(let list): try print(list, session, as: form)
        case .created(let id): try print("\(shown) is encrypted; its first epoch is \(id)\n")
        case .trustedBefore(let id):
            try print("\(shown) is trusted: its first epoch is \(id)\n")
        case .recovered: try print("this device is a member of \(shown)\n")
        case .restored(let received):
            return try printSummary(of: received, from: name, in: style)
        case .notAMember: try print("this device is not a member of \(shown)\n")
        case .removed(let text):
            try print("removed \(text.printable) from \(shown)\n")
            note("what was there before can still be read by whoever had it")
        case .added(let key, let invitation):
            try print("\(UserID(key)) is a device of \(shown)\n")
            guard let invitation else { break }
            try print("\(invitation)\n")
            try flush()
            note(
                "on that device: redo clone --trust INVITATION URL, or redo member trust INVITATION"
            )
        case .left:
            try print("this device has left \(shown)\n")
            try flush()
            note(
                "the others start another epoch with their next push; what was there before can still be read with the key "
                    + "of this device")
            note("'redo remote remove \(shown)' forgets the remote here; the tasks stay")
        }
        return .done
    }

    private mutating func print(
        _ list: MemberList, _ session: ExchangeSession, as form: IDListing.Form
    ) throws(RedoError) {
        if case .ids(let end) = form {
            let devices = list.members.flatMap(\.devices)
            return try printIDs(devices.map { "\(UserID($0.key))" }, end: end)
        }
        if form == .json {
            for member in list.members {
                try printLine(CanonicalJSON.bytes(member.json(own: list.own)))
            }
            return
        }
        let people = try session.repository.people()
        try print(
            "first epoch \(list.firstEpoch)\n\(counted(list.epochCount, "epoch")), "
                + "\(counted(list.members.count, "member"))\n")
        for member in list.members {
            var name = member.principal.description
            if case .person(let id) = member.principal, let person = people[id] {
                name = "\(person.name.printable) (\(person.digits))"
            }
            try print("\(name)\(member.recovery == nil ? "" : ", with a recovery key")\n")
            for device in member.devices {
                try print("\(device.key == list.own ? "*" : " ") \(UserID(device.key))\n")
            }
        }
        if let text = list.note { note(text) }
    }
}

extension Member {
    fileprivate func json(own: PublicKey?) -> JSONValue {
        let devices = devices.map { device -> JSONValue in
            [
                "box": .string(JSONString(device.box.hexadecimal)),
                "key": .string(JSONString(device.key.hexadecimal)),
                "own": .bool(device.key == own),
            ]
        }
        return [
            "devices": .array(devices),
            "principal": .string(JSONString(principal.description)),
            "recovery": .bool(recovery != nil),
        ]
    }
}
