import RedoCommandLine
import RedoInsight
import RedoModel
import RedoRepository
import RedoSystem

extension CommandContext {
    /// What the rooms of a store need of its user, the earliest first; also a machine's silence that is still to come.
    ///
    /// - Returns: nothing without a key, since no one takes part then.
    /// - Throws: ``RedoError`` if the log cannot be read.
    package func roomNeeds(
        _ repository: Repository, at now: Instant
    ) throws(RedoError) -> [RoomNeed] {
        guard try repository.mayHaveRooms() else { return [] }
        let rooms = try repository.rooms()
        guard !rooms.rooms.isEmpty, let own = try? keyring().author(for: repository.store) else {
            return []
        }
        let hidden = repository.store.configuration.hiddenRooms
        return rooms.needs(of: own, try repository.people(), at: now)
            .filter { !hidden.contains($0.reminder.room) }
    }
}
