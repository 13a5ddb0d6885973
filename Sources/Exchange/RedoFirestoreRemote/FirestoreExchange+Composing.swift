import RedoExchange
import RedoFirestore
import RedoJSON
import RedoModel
import RedoSystem

extension FirestoreExchange {
    /// Tells who writes a message here, and asks who writes elsewhere: `composing/{uid}:{key}`. Nothing of it enters a log.
    ///
    /// - Parameter change: what is told; nil if nothing is.
    /// - Returns: the notices that should be believed now. Whether their keys take part in the rooms is for these to say.
    package mutating func exchangeComposing(
        _ change: ComposingChange?
    ) throws(RedoError) -> [ComposingNotice] {
        switch change {
        case .writes(let notice):
            let readers = try readers()
            try client.set(notice, for: readers.others(inRoom: notice.room))
        case .stopped(let key):
            try client.removeComposing(of: JSONString(key.hexadecimal))
        case nil: break
        }
        return try client.composing(at: session.now())
    }
}
