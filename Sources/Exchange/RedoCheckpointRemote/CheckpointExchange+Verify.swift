import RedoCheckpoints
import RedoCrypto
import RedoExchange
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

extension CheckpointExchange {
    /// The results about a remote as a whole.
    private struct RemoteVerification {
        var slots: [SlotVerification] = []
        var packs: [Digest: PackVerification] = [:]
        /// The faults of packs that could not be read.
        var packFaults: [Digest: [String]] = [:]
        /// Statements whose data is still incomplete.
        var arriving: [(statement: SignedStatement, isCounting: Bool)] = []
        /// Files in slots that are not statements.
        var ignored: [IgnoredTip] = []
    }

    /// Reads every byte that the remote's slots need, and determines which statements vouch for what. Nothing is
    /// admitted or recorded.
    package func verify() throws(RedoError) -> VerifyOutcome {
        record = CheckpointRecord(in: directory)
        var tips = try storage.tips()
        let refusal = try requireReadable(tips)
        defer { warnOfSealed(refusal) }
        var verification = try verification(of: tips)
        var findings = try findings(in: verification)
        for _ in 0..<3 where !findings.isEmpty {
            // Another device may have pushed since then: only findings that a second listing confirms are reported.
            let again = try storage.tips()
            if again == tips { break }
            tips = again
            verification = try self.verification(of: tips)
            findings = try self.findings(in: verification)
        }
        let shown = Self.entries(of: verification)
        let packs = verification.packs
        let there = Set(packs.values.flatMap(\.links.ids))
        let now = try session.now()
        return VerifyOutcome(
            verification.slots, notes: IgnoredTip.notes(verification.ignored),
            noted(findings, record, shown, at: now) { there.contains($0) },
            packCount: packs.count + verification.packFaults.count, nodeCount: there.count, at: now,
            isCopied: isCopied)
    }

    private func verification(of tips: [CheckpointTip]) throws(RedoError) -> RemoteVerification {
        var verification = RemoteVerification()
        if !tips.isEmpty {
            try receive(tips)
            try learnEpochs(of: tips)
        }
        let slots = Dictionary(grouping: tips, by: \.slot).sorted { $0.key < $1.key }
        var progress = session.progress("Checking slots")
        for (index, (slot, tips)) in slots.enumerated() {
            progress.show(done: index, total: slots.count)
            if let report = try verify(slot, tips, &verification) {
                verification.slots.append(report)
            }
        }
        progress.finish()
        return verification
    }

    /// Checks the statement of a slot that counts, and everything that it lists.
    ///
    /// - Returns: nil if the slot has no statement yet, and this store has never seen one there.
    private func verify(
        _ slot: Slot, _ tips: [CheckpointTip], _ whole: inout RemoteVerification
    ) throws(RedoError) -> SlotVerification? {
        var report = SlotVerification(slot)
        let read: ReadTip
        do throws(RedoError) {
            let content = try content(of: tips)
            whole.ignored += content.ignored
            for ignored in content.ignored where record.isKnown(ignored.tip) {
                report.faults.append("its last statement is not whole, and was so before")
            }
            if let arriving = content.arriving {
                // Whether it counts is judged together with the others.
                whole.arriving.append((arriving.statement, false))
            }
            if content.latest != nil, let stray = content.stray, let reason = stray.strayReason {
                whole.ignored.append(IgnoredTip(tip: stray.tip, reason: reason))
            }
            guard let latest = content.latest ?? content.stray else {
                guard content.arriving == nil, record.isKnown(slot) else { return nil }
                if report.faults.isEmpty {
                    // In a copied folder, a later statement may be on its way, and an earlier one removed. Then the
                    // slot is compared with what was seen of it, like one without files.
                    if isCopied { return nil }
                    report.faults.append("it has no whole statement, and had one")
                }
                return report
            }
            read = latest
        } catch {
            guard error.isOfContent else { throw error }
            report.faults.append(error.message)
            return report
        }
        let (tip, statement) = (read.tip, read.statement.statement)
        report.statement = read.statement
        var judge = judge()
        report.weightlessness = try judge.doubt(of: statement, under: slot)
        report.isStray = read.strayReason != nil
        if let before = tips.drop(while: { $0 != tip }).dropFirst().first,
            case .statement(let older)? = try? self.read(before),
            older.strayReason == nil, !report.isStray,
            older.statement.statement.sequence == statement.sequence - 1,
            older.statement.digest != statement.previous
        {
            report.faults.append("it does not name the statement before it, which is there")
        }
        var contents: [NodeLinks] = []
        var isRead = true
        for pack in statement.packs {
            try check(pack, of: tip, &whole)
            for fault in whole.packFaults[pack.name] ?? [] {
                report.faults.append("the pack \(pack.name.hexadecimal): \(fault)")
            }
            guard let content = whole.packs[pack.name] else {
                isRead = false
                continue
            }
            contents.append(content.links)
        }
        // What is missing is reported already.
        guard isRead, report.faults.isEmpty else { return report }
        let found = StatementContents(of: contents)
        let differences = found.differences(from: statement)
        report.faults += differences
        if !differences.isEmpty {
            report.weightlessness = "it does not match its packs"
            report.isTrue = false
        }
        let missing = found.missingParents.count
        if missing > 0 {
            report.faults.append("its packs lack \(counted(missing, "parent")) of their nodes")
        }
        return report
    }

    /// Checks a pack with all its pieces, once.
    private func check(
        _ pack: Statement.ListedPack, of tip: CheckpointTip, _ whole: inout RemoteVerification
    ) throws(RedoError) {
        if whole.packs[pack.name] != nil || whole.packFaults[pack.name] != nil { return }
        let file = ContainedFile(
            "verified-\(RandomBytes.hexadecimal(count: 8)).pack", in: directory)
        defer { try? file.removeIfPresent() }
        var faults = try download(pack, of: tip, to: file, isStopping: false)
            .map { $0.text(of: pack) }
        if faults.isEmpty {
            let content = try PackVerification(packAt: file.path, named: pack.name)
            faults = Array(content.faults.prefix(16))
            if faults.isEmpty { whole.packs[pack.name] = content }
        }
        if !faults.isEmpty { whole.packFaults[pack.name] = faults }
    }

    /// The statements that belong to the slots in which they are.
    private static func entries(of verification: RemoteVerification) -> [CheckpointRecord.Seen] {
        verification.slots.compactMap { report in
            guard !report.isStray, let statement = report.statement else { return nil }
            return CheckpointRecord.Seen(
                statement, under: report.slot, version: "", isTrue: report.isTrue, isWhole: false)
        }
    }

    /// The signs that the remote deceives: what it shows now, compared with the record of what it showed before.
    private func findings(
        in verification: RemoteVerification
    ) throws(RedoError) -> [RemoteComparison.Finding] {
        var shown = CheckpointReading()
        shown.entries = Self.entries(of: verification)
        shown.arriving = verification.arriving
        shown.slots = Set(verification.slots.filter { !$0.isStray }.map(\.slot))
        let sets = verification.packs.mapValues { Set($0.links.ids) }
        return try judged(
            &shown, record, by: { pack in sets[pack].map { set in { set.contains($0) } } }
        ).findings
    }
}

extension CheckpointExchange.PackFault {
    /// The text for people.
    fileprivate func text(of pack: Statement.ListedPack) -> String {
        switch self {
        case .missing(let name): "the file \(name.hexadecimal) is missing"
        case .other(let name): "the file \(name.hexadecimal) is not what its name says"
        case .unusable(let name, let error):
            "the file \(name.hexadecimal) cannot be used: \(error.message)"
        case .size(let count):
            "it has \(count) bytes, and the statement says \(pack.byteCount)"
        }
    }
}
