import RedoCommandLine
import RedoCommandParts
import RedoExchange
import RedoRemotes
import RedoStore
import RedoSystem

extension CommandContext {
    /// Sends what was just written into a room to the remote at once, without questions and reports. What cannot be sent stays
    /// written, and goes with the next exchange.
    func deliver(from store: Store) throws(RedoError) {
        guard !ConfiguredRemote.all(of: store).isEmpty else { return }
        let dropped = try failing(.notFound, "nothing can be sent") {
            () throws(SystemError) in try FileDescriptor.inMemory()
        }
        var silent = surroundings.askingNoPassphrase
        silent.input = dropped.rawValue
        silent.output = dropped.rawValue
        silent.errors = dropped.rawValue
        do throws(RedoError) {
            let part = CommandContext(in: silent)
            var exchange = try RemoteExchange(
                with: .chosen(nil, of: store),
                part.session(store))
            _ = try exchange.push()
        } catch {
            warn(.unreachable, "written here, and not sent yet: \(error.message)")
            complain("hint: 'redo sync' sends it\n")
        }
    }
}
