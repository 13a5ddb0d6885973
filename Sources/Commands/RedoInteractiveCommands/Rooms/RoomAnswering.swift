import RedoCommandLine
import RedoCommandParts
import RedoCrypto
import RedoInsight
import RedoJSON
import RedoMachine
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// Asks the machine of a room, and writes what it answers in the machine's name.
///
/// Nothing is written unless an answer came as a whole, means something, and the room still is as it was when the
/// machine was asked. So a machine can be asked again after any failure.
struct RoomAnswering {
    private let room: NodeID
    private let machine: Machine
    private let identity: Identity
    private let prompt: RoomPrompt

    /// - Throws: E_NOT_A_PARTICIPANT for a room without a machine, MACHINE_001 if none is configured, KEYCHAIN_002 if
    ///   its key is not here.
    init(
        _ context: borrowing CommandContext, _ room: Room, _ store: Store
    ) throws(RedoError) {
        guard let index = room.roster.machine else {
            throw RedoError(.notAParticipant, "no machine takes part in the room", status: .no)
        }
        self.room = room.id
        let participant = room.roster.participants[index]
        machine = try Machine(store.configuration)
        identity = try context.identity(ofMachine: participant, store)
        prompt = RoomPrompt(store.configuration)
    }

    /// Asks the machine, and does not wait for the answer.
    ///
    /// - Parameter errors: where what its command says on standard error goes.
    func send(
        _ question: RoomQuestion, of room: Room, errors: LimitedProgram.ErrorOutput
    ) throws(RedoError) -> MachineExchange {
        do throws(MachineFault) {
            return try machine.send(prompt.bytes(of: room, for: question.occasion), errors: errors)
        } catch {
            throw failure(error)
        }
    }

    /// Checks whether an answer has arrived.
    ///
    /// - Parameter milliseconds: how long to wait for something to happen.
    /// - Returns: nil while there is none.
    /// - Throws: MACHINE_001 if there will be none that can be used.
    func answer(
        from exchange: MachineExchange, to question: RoomQuestion, within milliseconds: Int32
    ) throws(RedoError) -> MachineAnswer? {
        do throws(MachineFault) {
            guard let reply = try exchange.advance(within: milliseconds) else { return nil }
            return try MachineAnswer(reply, to: question.occasion)
        } catch {
            throw failure(error)
        }
    }

    /// Writes an answer.
    ///
    /// - Returns: the room afterwards; nil if the room has moved on, so that it answers nothing any more.
    /// - Throws: see ``RoomWriter/write(_:in:)``.
    func write(
        _ answer: MachineAnswer, to question: RoomQuestion, _ context: borrowing CommandContext
    ) throws(RedoError) -> Room? {
        let repository = try context.openRepository()
        guard let now = try repository.rooms()[room],
            RoomQuestion(now, wantsCenotaph: question.occasion == .cenotaph) == question
        else { return nil }
        let writer = try RoomWriter(context, repository, as: identity)
        do throws(RedoError) {
            return try writer.write(answer.acts, in: room)
        } catch {
            // Another command at this store was faster.
            guard error.code == .notYourTurn || error.code == .roomState else { throw error }
            return nil
        }
    }

    private func failure(_ fault: MachineFault) -> RedoError {
        var hints = ["'redo room answer \(room.digest.hexadecimal.prefix(12))' asks again"]
        if fault == .badEndpoint { hints = ["'redo config --global room.endpoint URL' sets it"] }
        return RedoError(
            .machineFailed, "nothing is written: \(fault.reason.printable)", hints: hints)
    }
}

extension Machine {
    /// The machine that the user's configuration names.
    ///
    /// - Throws: MACHINE_001 if it names none, wrong usage if it names two.
    init(_ configuration: LayeredConfiguration) throws(RedoError) {
        func text(_ key: ConfigurationKey) -> String? {
            configuration.value(key).flatMap { $0.isEmpty ? nil : $0 }
        }
        let location: Location
        switch (text(.roomEndpoint), text(.roomCommand)) {
        case (let url?, nil): location = .endpoint(url, tokenHelper: text(.roomTokenHelper))
        case (nil, let command?): location = .command(command)
        case (nil, nil):
            throw RedoError(
                .machineFailed, MachineFault.notConfigured.reason,
                hints: [
                    "'redo config --global room.command COMMAND' or room.endpoint names one"
                ])
        case (_?, _?):
            throw .usage(
                "room.endpoint and room.command both name a machine",
                hints: ["'redo config --global --unset room.endpoint' removes one"])
        }
        self.init(
            location, seconds: try configuration.checkedNumber(.roomTimeout) ?? 300,
            programs: try SuiteExecutables.directory())
    }
}

extension CommandContext {
    /// The signer of the machine's nodes: the key that the room names, or for a person `room.machineKey`.
    ///
    /// - Throws: KEYCHAIN_002 if that key is not here or cannot be loaded.
    func identity(
        ofMachine participant: RoomRoster.Participant, _ store: Store
    ) throws(RedoError) -> Identity {
        let user = participant.machineUser(store.configuration)
        guard let user else {
            throw RedoError(
                .keyNotLoaded,
                "\(participant.nickname.printable) is a person, and no key is configured for it",
                hints: ["'redo config --global room.machineKey KEY' names one of its keys"])
        }
        guard try keyring().ownUsers().contains(user) else {
            throw RedoError(
                .keyNotLoaded,
                "the key of \(participant.nickname.printable), \(user), is not on this device",
                hints: ["'redo key list' shows those that are"])
        }
        let signer = try keyring().signer(of: "\(user)")
        let author = Author(
            userID: user, deviceID: try home.deviceID(for: store), publicKey: signer.publicKey,
            name: participant.nickname, email: nil, deviceName: nil)
        return Identity(author: author, signer: signer)
    }
}
