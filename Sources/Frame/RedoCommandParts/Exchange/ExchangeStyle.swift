import RedoCommandLine
import RedoExchange
import RedoSystem

/// The form in which a command reports an exchange: to people, or with `--porcelain` to a program.
package struct ExchangeStyle: Sendable {
    package var isPorcelain = false
    /// True if nothing is printed if nothing is new.
    package var isQuiet = false
    package var isDryRun = false
    /// True if a report for people is about tasks, and not about nodes.
    package var reportsTasks = false

    /// The style without options: everything is printed for people.
    package init() {}

    /// Reads those of the options that the command has.
    package init(_ arguments: Arguments) {
        isPorcelain = arguments.settingIfDeclared(SyncOptions.porcelain) == true
        isQuiet = arguments.settingIfDeclared(SyncOptions.quiet) == true
        isDryRun = arguments.settingIfDeclared(SyncOptions.dryRun) == true
    }
}

extension ExchangeRequest {
    /// Reads those of the request's options that the command has.
    package init(_ arguments: Arguments) {
        self.init()
        isDryRun = arguments.settingIfDeclared(SyncOptions.dryRun) == true
        isRefetching = arguments.settingIfDeclared(SyncOptions.refetch) == true
        isRestoring = arguments.settingIfDeclared(SyncOptions.lost) == true
        requiresSignature = arguments.settingIfDeclared(SyncOptions.requireSignature)
        skipsUnsigned = arguments.settingIfDeclared(SyncOptions.skipUnsigned) == true
        isMerging = arguments.settingIfDeclared(SyncOptions.merge)
    }
}
