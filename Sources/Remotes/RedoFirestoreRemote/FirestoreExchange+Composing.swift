import RedoCommandLine
import RedoCommands
import RedoFirestore
import RedoJSON
import RedoModel
import RedoRepository
import RedoSystem

extension FirestoreExchange {
    /// Tells who writes here, and asks who writes elsewhere: `composing/{uid}:{key}`.
    package mutating func exchangeComposing(
        _ change: ComposingChange?, _ context: borrowing CommandContext
    ) throws(RedoError) -> [ComposingNotice] {
        switch change {
        case .writes(let notice):
            let readers = try readers(context.repository(store, startsSync: false))
            try client.set(notice, for: readers.others(inRoom: notice.room))
        case .stopped(let key, _):
            try client.removeComposing(of: JSONString(key.hexadecimal))
        case nil: break
        }
        return try client.composing(at: context.now())
    }
}
