import RedoCommandLine
import RedoStore
import RedoSystem

/// Options that several commands for remotes have.
package enum SyncOptions {
    package static let porcelain = OptionSpecification.flag(
        "porcelain",
        isExpert: true,
        "print '<id or ->\\t<commit or reference>\\t<OK or CODE>' for each commit that is new")
    package static let all = OptionSpecification.flag(
        "all", "fetch from all remotes, even if one of them fails")
    package static let personal = OptionSpecification.flag(
        "personal", "make it the personal store, which is used where there is no other")
    package static let dryRun = OptionSpecification.flag(
        "dry-run", letter: "n", "change nothing; print what would be done")
    package static let refetch = OptionSpecification.flag(
        "refetch", isExpert: true,
        "read everything again, including nodes that were received before")
    package static let lost = OptionSpecification.flag(
        "lost", isExpert: true,
        "also receive nodes that this store had and lost")
    package static let requireSignature = OptionSpecification.flag(
        "require-signature", isNegatable: true,
        isExpert: true,
        "refuse changes without a signature (the default)")
    package static let skipUnsigned = OptionSpecification.flag(
        "skip-unsigned", isExpert: true,
        "leave out nodes without a signature that no key here can sign"
    )
    package static let merge = OptionSpecification.flag(
        "merge", isNegatable: true, "merge diverged tasks, or not, instead of what sync.merge says")

    package static let log = OptionSpecification.flag(
        "log", "list the last 100 exchanges of the store with remotes, the latest last")
    package static let json = OptionSpecification.flag(
        "json", "print one JSON object that says how it went; with --log one for each exchange")
    package static let watch = OptionSpecification.flag(
        "watch",
        "keep syncing: after each write here, and every sync.interval seconds")
    package static let quiet = OptionSpecification.flag(
        "quiet", letter: "q", "print nothing if nothing is new")
    package static let fetchWatch = OptionSpecification.flag(
        "watch", "keep fetching every sync.interval seconds, until a signal ends it")
    package static let auto = OptionSpecification.flag(
        "auto",
        isExpert: true,
        "wait for sync.autoDelay seconds, sync without output, and write the result to the log, as sync.auto does"
    )
    package static let causes: [SyncRecord.Cause] = [.auto, .watch]
    package static let startedBy = OptionSpecification.value(
        "started-by", takes: "cause", oneOf: causes.map(\.rawValue),
        isExpert: true, "the cause that the log gives; failures go to the log only")

    package static let composingRoom = OptionSpecification.value(
        "room", takes: .room, isExpert: true, "the room in which the user writes")
    package static let stopped = OptionSpecification.flag(
        "stopped", isExpert: true, "the user does not write any more")

    package static let porcelainShow = OptionSpecification.flag(
        "porcelain",
        isExpert: true,
        "with show: print 'url', 'device', 'node', 'refused' and 'finding' lines; with verify: 'slot', 'fault' and 'finding' lines; their fields after tabs"
    )
}
