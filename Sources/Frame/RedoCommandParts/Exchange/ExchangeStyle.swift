import RedoCommandLine
import RedoExchange
import RedoSystem

/// How a command reports an exchange: to people, or with `--porcelain` to a program.
package struct ExchangeStyle: Sendable {
    package var isPorcelain = false
    /// Whether nothing is printed if nothing is new.
    package var isQuiet = false
    package var isDryRun = false

    /// Everything to people.
    package init() {}

    /// Reads those of the options that the command has.
    package init(_ arguments: Arguments) {
        isPorcelain = arguments.hasDeclared(SyncOptions.porcelain)
        isQuiet = arguments.hasDeclared(SyncOptions.quiet)
        isDryRun = arguments.hasDeclared(SyncOptions.dryRun)
    }
}

extension ExchangeRequest {
    /// What the options of a command request: those that it has.
    package init(_ arguments: Arguments) {
        self.init()
        isDryRun = arguments.hasDeclared(SyncOptions.dryRun)
        isRefetching = arguments.hasDeclared(SyncOptions.refetch)
        isRestoring = arguments.hasDeclared(SyncOptions.lost)
        requiresSignature = arguments.declaredSetting(SyncOptions.requireSignature)
        skipsUnsigned = arguments.hasDeclared(SyncOptions.skipUnsigned)
        isMerging = arguments.declaredSetting(SyncOptions.merge)
    }
}

extension Arguments {
    fileprivate func declaredSetting(_ option: OptionSpecification) -> Bool? {
        declares(option) ? setting(option) : nil
    }

    fileprivate func hasDeclared(_ option: OptionSpecification) -> Bool {
        declaredSetting(option) == true
    }
}
