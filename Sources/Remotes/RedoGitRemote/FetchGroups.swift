/// Which references are asked for together where a server cannot send all of them.
///
/// First they are asked for in groups; a group that fails is asked for in two halves, down to single
/// references. Each attempt is a connection, so there is a limit to those: a server can have any number of
/// references that it cannot send. They are shuffled, so that a later fetch gets what this one does not.
struct FetchGroups<Offer> {
    /// How many references are named at once: the work grows with their number times that of the references
    /// of the remote.
    static var greatestGroupCount: Int { 64 }
    /// How many attempts are made beyond those for the groups.
    static var greatestRetryCount: Int { 64 }

    private var groups: [ArraySlice<Offer>]
    private var next = 0
    private var attemptCount = 0
    private let limit: Int

    init(_ offers: [Offer], using generator: inout some RandomNumberGenerator) {
        let offers = offers.shuffled(using: &generator)
        groups = stride(from: 0, to: offers.count, by: Self.greatestGroupCount).map {
            offers[$0..<min($0 + Self.greatestGroupCount, offers.count)]
        }
        limit = groups.count + Self.greatestRetryCount
    }

    /// The next references to ask for together.
    ///
    /// - Returns: nil if nothing is left, or no further attempt is made.
    mutating func nextGroup() -> ArraySlice<Offer>? {
        guard next < groups.count, attemptCount < limit else { return nil }
        attemptCount += 1
        next += 1
        return groups[next - 1]
    }

    /// Asks for the halves of a group that could not be had.
    ///
    /// - Returns: the only reference of the group, if it has no more.
    mutating func retry(_ group: ArraySlice<Offer>) -> Offer? {
        if group.count < 2 { return group.first }
        let middle = group.startIndex + group.count / 2
        groups.append(group[..<middle])
        groups.append(group[middle...])
        return nil
    }

    /// What was not asked for.
    var rest: [Offer] { groups[next...].flatMap { $0 } }
}
