import RedoCommandLine
import RedoInsight
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// The device that asks the machine of a room now (docs/extensions.md, section 5).
package enum MachineDuty {
    /// Another device, by the author of what the machine answers.
    case other(Author)
    /// This device.
    case here
    /// This device, which cannot, with the reason.
    case hindered(String)

    /// - Returns: nil if there is nothing to be requested now.
    package init?(
        _ room: Room, own keys: Set<UserID>, _ configuration: LayeredConfiguration
    ) {
        guard let asker = room.machineAsker, let machine = room.roster.machine else { return nil }
        guard keys.contains(asker.userID) else {
            self = .other(asker)
            return
        }
        let participant = room.roster.participants[machine]
        let name = participant.nickname.printable
        if !Self.hasMachine(configuration) {
            self = .hindered("neither room.endpoint nor room.command names it")
        } else if let user = participant.machineUser(configuration) {
            self = keys.contains(user) ? .here : .hindered("the key of \(name) is not on it")
        } else {
            self = .hindered("room.machineKey names no key of \(name)")
        }
    }

    /// Whether the user's configuration names a machine.
    static func hasMachine(_ configuration: LayeredConfiguration) -> Bool {
        [ConfigurationKey.roomEndpoint, .roomCommand].contains {
            configuration.value($0)?.isEmpty == false
        }
    }
}

extension RoomRoster.Participant {
    /// The key that signs as the machine: the one that the room names, or for a person `room.machineKey`; nil if that
    /// is not set.
    package func machineUser(_ configuration: LayeredConfiguration) -> UserID? {
        switch principal {
        case .user(let id): id
        case .person:
            configuration.value(.roomMachineKey).flatMap { UserID(text: Array($0.utf8).span) }
        }
    }
}
