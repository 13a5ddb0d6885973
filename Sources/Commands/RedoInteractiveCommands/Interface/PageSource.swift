import RedoCommandLine
import RedoCommandParts
import RedoModel
import RedoScreen
import RedoSystem

/// The source of pages: tasks in memory, and the output of commands.
struct PageSource {
    private(set) var board: TaskBoard
    private(set) var rights: ShownRights
    /// False if there is no change to take back.
    private(set) var hasOperations: Bool
    /// The number of times that the store was read.
    private(set) var readingCount = 0
    /// The columns of the screen.
    var width: Int
    /// The commands of this program.
    let suite: CommandSuite
    private let colored: Surroundings
    private let plain: Surroundings

    /// - Parameter isColored: whether what is shown has colours.
    /// - Throws: ``RedoError`` if there is no store, or it cannot be read.
    init(
        _ suite: CommandSuite, _ surroundings: Surroundings, isColored: Bool, width: Int
    ) throws(RedoError) {
        self.suite = suite
        var (colored, plain) = (surroundings, surroundings)
        plain.variables = surroundings.variables.setting("REDO_COLOR", to: "never")
        colored.variables = surroundings.variables.setting(
            "REDO_COLOR", to: isColored ? "always" : "never")
        (self.colored, self.plain, self.width) = (colored, plain, width)
        board = try TaskBoard(suite, colored)
        rights = ShownRights(suite, plain, board.repository)
        hasOperations = board.repository.store.hasOperations
    }

    /// Reads the store again.
    ///
    /// - Throws: ``RedoError`` if it cannot be read; what is shown stays.
    mutating func reload() throws(RedoError) {
        board = try TaskBoard(suite, colored)
        rights = ShownRights(suite, plain, board.repository)
        hasOperations = board.repository.store.hasOperations
        readingCount += 1
    }

    /// Counts as of now what depends on the time.
    ///
    /// - Throws: see ``TaskBoard/advance(to:)``.
    mutating func advance(to now: Instant) throws(RedoError) { try board.advance(to: now) }

    /// Runs a command for what it prints.
    ///
    /// - Throws: see ``CapturedCommand``.
    func show(_ words: [String]) throws(RedoError) -> CapturedCommand {
        try CapturedCommand(words, of: suite, colored)
    }

    /// Runs a command for what it does, or for output that is read by the program.
    ///
    /// - Throws: see ``CapturedCommand``.
    func run(_ words: [String]) throws(RedoError) -> CapturedCommand {
        try CapturedCommand(words, of: suite, plain)
    }

    /// The rooms of the store.
    ///
    /// - Throws: ``RedoError`` if the log cannot be read.
    func roomHall() throws(RedoError) -> RoomHall {
        try RoomHall(CommandContext(suite: suite, in: plain), board.repository)
    }

    /// A room that someone is in.
    ///
    /// - Throws: NAME_001 if the log does not have it.
    func roomSession(of room: NodeID) throws(RedoError) -> RoomSession {
        try RoomSession(
            CommandContext(suite: suite, in: plain), board.repository.store, room.description)
    }

    /// The words that an option of a command takes; empty if it takes others.
    func choices(of option: String, in command: String) -> [String] {
        let specification = suite.command(named: command)?.specification
        let found = specification?.allOptions.first { $0.name == option }
        if case .word(let words)? = found?.value?.kind { return words }
        return []
    }

    /// The completions of the last word of a command line.
    func completion(of line: String) -> LineCompletion {
        LineCompletion(line, CommandContext(suite: suite, in: plain))
    }
}
