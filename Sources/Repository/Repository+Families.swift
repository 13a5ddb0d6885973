import RedoCrypto
import RedoModel
import RedoStore
import RedoSystem

extension Repository {
    /// The state of a family of the log.
    ///
    /// - Parameters:
    ///   - view: which nodes have an effect, apart from those that the family itself makes void.
    ///   - scope: the tasks that the answer is about.
    /// - Throws: ``RedoError`` if the log cannot be read.
    /// - Complexity: that of ``LogSource/log(of:_:)``.
    package func family<Reducer: FamilyReducer>(
        _ family: Reducer.Type, _ view: LogView = .effective, about scope: TaskScope = .all
    ) throws(RedoError) -> Reducer {
        try answer(view, about: scope) { (log, rule) throws(RedoError) in
            log.log(of: family, rule).map { Reducer($0) }
        }
    }

    /// The void nodes of the log.
    ///
    /// - Parameter scope: the tasks that the answer is about.
    /// - Throws: ``RedoError`` if the log cannot be read.
    /// - Complexity: constant for a packed log without nodes of people and sharing; see ``Authority``.
    package func voids(
        _ view: LogView = .local, about scope: TaskScope = .all
    ) throws(RedoError) -> VoidNodes {
        try answer(view, about: scope) { (log, rule) throws(RedoError) in
            log.voidsWithRooms(rule)
        }
    }

    /// The persons of the log.
    ///
    /// - Parameters:
    ///   - view: determines whether the persons that the user ignores are included.
    ///   - scope: the tasks that the answer is about.
    /// - Throws: ``RedoError`` if the log cannot be read.
    /// - Complexity: that of ``LogSource/people(_:)``.
    package func people(
        _ view: LogView = .local, about scope: TaskScope = .all
    ) throws(RedoError) -> People {
        try answer(view, about: scope) { (log, rule) throws(RedoError) in log.people(rule) }
    }

    /// Whether a key is a device of a person of the log; false also if that cannot be read. Damage is not reported
    /// here: a writer that needs more reports it.
    ///
    /// - Complexity: see ``people(about:)``.
    package func belongsToPerson(_ key: PublicKey) -> Bool {
        if isOpenToAll { return false }
        return (try? people(about: .none))?.person(of: key) != nil
    }

    /// The permissions in the log as a whole.
    ///
    /// - Throws: ``RedoError`` if the log cannot be read.
    /// - Complexity: constant for a packed log without nodes of people and sharing; see ``Authority``.
    package func sharedLog() throws(RedoError) -> SharedLog {
        try answer(.local) { (log, rule) throws(RedoError) -> SharedLog? in
            guard log.stored.mayHave(\.isSharing) else {
                return SharedLog(.none) { _ in nil }
            }
            guard let index = log.index, let authority = log.authority(rule) else { return nil }
            let reader = LogIndexReader(index)
            return SharedLog(authority) { reader.node($0) }
        }
    }

    /// The names of persons and keys.
    ///
    /// - Parameter own: the user of the command; nil without a key.
    /// - Throws: ``RedoError`` if the log cannot be read.
    package func personNames(own: Author?) throws(RedoError) -> PersonNames {
        PersonNames(try authors(), own: own)
    }

    /// The void nodes of the family `effective`, which are the same for every client.
    ///
    /// - Throws: ``RedoError`` if the log cannot be read.
    package func voidTaskNodes() throws(RedoError) -> [VoidNode] {
        try answer(.authorized) { (log, rule) throws(RedoError) in
            guard let index = log.index, let authority = log.authority(rule) else { return nil }
            return authority.voidNodes { index.id(of: $0) }
        }
    }
}

/// The permissions in a log.
package struct SharedLog {
    package let authority: Authority
    /// Reads a node by its number; nil if it cannot be read.
    package let node: (_ number: Int) -> Node?

    package init(_ authority: Authority, node: @escaping (_ number: Int) -> Node?) {
        self.authority = authority
        self.node = node
    }

    /// The permissions for some tasks, whose log this is.
    package init(of log: Log) {
        self.init(log.replay.authority) { log.nodes[$0] }
    }
}
