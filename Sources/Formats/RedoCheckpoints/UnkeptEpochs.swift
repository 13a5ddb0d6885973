import RedoCrypto
import RedoJSON

/// The records of epoch files of a remote that the store does not keep: those that did not open, those that were
/// refused, and those that still have to be read, so that each is tried once with one box key.
///
/// ```
/// {"box":…,"genesis":…,"refused":[[NAME, ID], …],"unopened":[[NAME, ID], …],"untried":[NAME, …]}     canonical JSON, a line
/// ```
///
/// Names are digests of files, in hexadecimal digits. The untried ones are in the order in which they are read. Without the
/// file all are tried again.
package struct UnkeptEpochs: Sendable, Equatable {
    /// The box key with which files were tried.
    package let box: BoxPublicKey
    /// The id of the first epoch that was trusted then.
    package let genesis: Digest
    /// The epoch ids of files that can never be accepted; for a file without an epoch, its name.
    package var refused: [Digest: Digest] = [:]
    /// The epoch ids of files that the box key does not open. A later epoch may have their keys.
    package var unopened: [Digest: Digest] = [:]
    /// Files that must still be read, in the order in which they were first listed.
    package var untried: [Digest] = []

    /// The maximum number of names in each list. Those beyond are tried again.
    private static let nameLimit = 1 << 17

    package init(box: BoxPublicKey, genesis: Digest) {
        self.box = box
        self.genesis = genesis
    }

    /// Whether a file was tried, and is not kept for a reason.
    package func hasTried(_ name: Digest) -> Bool {
        refused[name] != nil || unopened[name] != nil
    }

    /// Appends the names of a listing to the untried ones, and drops those that the remote no longer has.
    ///
    /// - Parameter kept: the names of files that this store keeps.
    package mutating func update(_ listing: EpochListing, kept: Set<Digest>) {
        if listing.isWhole {
            func isThere(_ name: Digest) -> Bool {
                listing.names.contains(name) || kept.contains(name)
            }
            refused = refused.filter { isThere($0.key) }
            unopened = unopened.filter { isThere($0.key) }
            untried.removeAll { !listing.names.contains($0) }
        }
        untried = untried.filter { !kept.contains($0) && !hasTried($0) }
        let known = Set(untried)
        untried += listing.names.filter {
            !known.contains($0) && !kept.contains($0) && !hasTried($0)
        }.sorted()
    }

    // MARK: JSON

    /// The form in the record.
    package var bytes: [UInt8] {
        let json: JSONValue = [
            "box": .string(JSONString(box.hexadecimal)), "genesis": Statement.json(genesis),
            "refused": Self.json(refused), "unopened": Self.json(unopened),
            "untried": .array(untried.prefix(Self.nameLimit).map(Statement.json)),
        ]
        return CanonicalJSON.bytes(json) + [UInt8(ascii: "\n")]
    }

    /// Parses ``bytes``; nil for anything else.
    package init?(_ bytes: [UInt8]) {
        guard let json = (try? JSONDocument(bytes))?.root.value,
            let box = json["box"]?.string.flatMap({ BoxPublicKey(hexadecimal: $0.utf8.span) }),
            let genesis = json["genesis"].flatMap(Statement.digest),
            let refused = json["refused"].flatMap(Self.pairs),
            let unopened = json["unopened"].flatMap(Self.pairs),
            case .array(let untried)? = json["untried"]
        else { return nil }
        self.init(box: box, genesis: genesis)
        self.refused = refused
        self.unopened = unopened
        self.untried = untried.compactMap(Statement.digest)
        guard self.bytes == bytes else { return nil }
    }

    private static func json(_ names: [Digest: Digest]) -> JSONValue {
        .array(
            names.sorted { $0.key < $1.key }.prefix(nameLimit).map {
                .array([Statement.json($0.key), Statement.json($0.value)])
            })
    }

    /// Nil for anything but pairs of digests.
    private static func pairs(_ json: JSONValue) -> [Digest: Digest]? {
        guard case .array(let elements) = json else { return nil }
        var names: [Digest: Digest] = [:]
        for element in elements {
            guard case .array(let pair) = element, pair.count == 2,
                let name = Statement.digest(pair[0]), let id = Statement.digest(pair[1])
            else { return nil }
            names[name] = id
        }
        return names
    }
}
