import RedoModel
import RedoStore
import RedoSystem

extension Repository {
    /// What lists need of the family `organisation`, with the claims that are in force at a moment.
    ///
    /// The part from the packs is cached, without the texts of comments.
    ///
    /// - Parameter needsComments: whether the texts of comments are needed.
    /// - Throws: ``RedoError`` if the log cannot be read.
    /// - Complexity: constant for a packed log without a node of the family; that of ``family(_:_:)`` if a loose node
    ///   is one, or belongs to a task that has one. See ``claims(at:)``, too.
    package func organisationFacts(
        at now: Instant, withComments needsComments: Bool = false
    ) throws(RedoError) -> OrganisationFacts {
        var facts = try organisationFacts()
        facts.claims = try claims(at: now)
        facts.divergedTasks = try divergedTasks()
        if needsComments, !facts.commentCounts.isEmpty {
            let comments = try family(Organisation.self).comments
            facts.comments = Dictionary(grouping: comments, by: \.task)
                .mapValues { $0.map(\.written.text) }
        }
        return facts
    }

    private func organisationFacts() throws(RedoError) -> OrganisationFacts {
        if let packs = try packsAlone() {
            guard packs.mayHave(Organisation.has) else { return OrganisationFacts() }
            if let cached = writtenOrganisation(packs) { return cached.facts }
        }
        if let log = try indexedSource(), let cached = cachedOrganisation(log),
            cached.tasks.isDisjoint(with: log.stored.looseTasks)
        {
            return cached.facts
        }
        return OrganisationFacts(try family(Organisation.self))
    }

    /// The part from the packs; nil if a loose node can change it without belonging to a task that shows it.
    private func cachedOrganisation(_ log: LogSource) -> CachedOrganisation? {
        guard isCached(log.stored),
            log.stored.mayHave(Organisation.has),
            !log.stored.hasLoose({ Organisation.has($0) || $0.isOfAuthority })
        else { return nil }
        return organisationCache(log.stored).value(
            reading: Self.readOrganisation, orElse: { packedOrganisation(log) },
            writing: { $0.serialized })
    }

    /// The cached part from a log's packs; nil if there is no sound cache.
    private func writtenOrganisation(_ log: StoredLog) -> CachedOrganisation? {
        guard isCached(log),
            let (file, start) = try? organisationCache(log).read()
        else { return nil }
        return Self.readOrganisation(file, from: start)
    }

    private static func readOrganisation(
        _ file: MappedFile, from start: Int
    ) -> CachedOrganisation? {
        CachedOrganisation(reading: file.bytes.extracting(start...).array)
    }

    private func packedOrganisation(_ log: LogSource) -> CachedOrganisation? {
        log.packed.log(of: Organisation.self, rule(.effective))
            .map { CachedOrganisation($0) }
    }

    private func organisationCache(_ log: StoredLog) -> CacheFile {
        store.cache(
            .organisation, of: log,
            version: cacheVersion("\(CachedOrganisation.formatVersion)", rule(.effective)))
    }

    /// Why the cache of the family disagrees with the packs; nil if it agrees or is missing.
    func organisationCacheDamage(_ log: LogSource) -> CacheDamage? {
        organisationCache(log.stored).damage { packedOrganisation(log)?.serialized }
    }
}
