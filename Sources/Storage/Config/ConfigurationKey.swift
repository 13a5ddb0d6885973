import RedoModel
import RedoSystem

/// A name of the configuration that the suite reads. All names are in one table, which readers, `redo config` and the
/// manual use.
package struct ConfigurationKey: Sendable {
    /// The form of a value.
    package enum Form: Equatable, Sendable {
        case text
        /// A truth value as git writes it (``ConfigurationBoolean``).
        case boolean
        /// One of these words.
        case word([String])
        /// Some of these words, at least one, with spaces between them.
        case words([String])
        case number(ClosedRange<Int>)
        /// A decimal number from 0 to 1000.
        case factor
        /// 32 hexadecimal digits.
        case userID
        /// `sha256:` and 64 hexadecimal digits.
        case nodeID
        /// A URL that secrets may be sent to: of https, or of http on this machine.
        case endpoint
        /// The beginning of links: `https://example.org/task/`.
        case linkPrefix
        /// A span of time in minutes: `30min`, `2h`, `1d`.
        case span
        /// A time of day: `09:00`.
        case timeOfDay
    }

    /// Section and key with a dot between them, as users write them.
    package let name: String
    package let form: Form
    /// The default if no file has the name; nil for none.
    package let fallback: String?
    /// Whether it counts only in the user's own configuration and on the command line. This holds for a key that runs
    /// a program, names a file outside of the store or says who is trusted: a store can come from someone else.
    package let isUsersOnly: Bool
    /// Whether all its values count, not only the last one.
    package let isList: Bool

    private init(
        _ name: String, _ form: Form = .text, fallback: String? = nil, isUsersOnly: Bool = false,
        isList: Bool = false
    ) {
        self.name = name
        self.form = form
        self.fallback = fallback
        self.isUsersOnly = isUsersOnly
        self.isList = isList
    }

    /// Whether words such as `due:fri` set fields.
    package static let addWords = ConfigurationKey("add.words", .boolean, fallback: "true")
    package static let firstWeekday = ConfigurationKey(
        "calendar.firstWeekday", .word(["monday", "saturday", "sunday"]), fallback: "monday")
    package static let editor = ConfigurationKey("core.editor", isUsersOnly: true)
    package static let fsync = ConfigurationKey(
        "core.fsync", .word(["none", "all"]), fallback: "all")
    /// Whether the user's hooks run.
    package static let hooks = ConfigurationKey(
        "core.hooks", .boolean, fallback: "true", isUsersOnly: true)
    /// The API key that identifies a Firebase project to its identity servers.
    package static let firebaseAPIKey = ConfigurationKey("firebase.apiKey", isUsersOnly: true)
    /// The client id of `redo login firebase`.
    package static let firebaseClientID = ConfigurationKey("firebase.clientId", isUsersOnly: true)
    package static let firebaseClientSecret = ConfigurationKey(
        "firebase.clientSecret", isUsersOnly: true)
    /// The URL that issues codes for a login.
    package static let firebaseDeviceEndpoint = ConfigurationKey(
        "firebase.deviceEndpoint", .endpoint, isUsersOnly: true)
    /// The URL that renews the tokens of a Firebase project.
    package static let firebaseRefreshEndpoint = ConfigurationKey(
        "firebase.refreshEndpoint", .endpoint, isUsersOnly: true)
    /// The URL that exchanges an identity for one of a Firebase project.
    package static let firebaseSignInEndpoint = ConfigurationKey(
        "firebase.signInEndpoint", .endpoint, isUsersOnly: true)
    /// The URL that issues the token at the end of a login.
    package static let firebaseTokenEndpoint = ConfigurationKey(
        "firebase.tokenEndpoint", .endpoint, isUsersOnly: true)
    package static let firestoreKeyFile = ConfigurationKey(
        "firestore.keyFile", isUsersOnly: true)
    package static let firestorePageSize = ConfigurationKey(
        "firestore.pageSize", .number(1...1000), fallback: "1000")
    package static let firestoreRetryDelay = ConfigurationKey(
        "firestore.retryDelay", .number(0...60_000), fallback: "2000")
    package static let firestoreTokenHelper = ConfigurationKey(
        "firestore.tokenHelper", isUsersOnly: true)
    /// The number of loose nodes above which a command that writes packs them; 0 means never.
    package static let packingLimit = ConfigurationKey(
        "gc.auto", .number(0...Int.max), fallback: "200")
    /// The number of packs above which it also packs; 0 means that packs are not counted.
    package static let packLimit = ConfigurationKey(
        "gc.autoPackLimit", .number(0...Int.max), fallback: "50")
    /// For how many days a store must have seen a task in the trash before maintenance deletes it for good. The
    /// minimum in the protocol's extensions is 30.
    package static let trashDays = ConfigurationKey(
        "gc.trashDays", .number(30...36_500), fallback: "30")
    /// The timeout of a hook, in seconds.
    package static let hookTimeout = ConfigurationKey(
        "hook.timeout", .number(1...3600), fallback: "30", isUsersOnly: true)
    /// The time that a key agent holds a key.
    package static let keyAgentTime = ConfigurationKey(
        "key.agentTime", .span, fallback: "15min", isUsersOnly: true)
    /// The file with the `age` identity that keys are encrypted to.
    package static let keyAgeIdentity = ConfigurationKey("key.ageIdentity", isUsersOnly: true)
    /// A name, and the program that stores keys under it.
    package static let keyHelper = ConfigurationKey("key.helper", isUsersOnly: true, isList: true)
    /// The maximum time of silence of a key helper, in seconds.
    package static let keyHelperTimeout = ConfigurationKey(
        "key.helperTimeout", .number(1...3600), fallback: "60", isUsersOnly: true)
    /// The program that opens a link, with its arguments.
    package static let openCommand = ConfigurationKey("open.command", isUsersOnly: true)
    /// The beginning of web links to a task.
    package static let openLink = ConfigurationKey(
        "open.link", .linkPrefix, isUsersOnly: true, isList: true)
    /// The times before its moment at which something due or scheduled is announced.
    package static let remindBefore = ConfigurationKey(
        "remind.before", .span, isUsersOnly: true, isList: true)
    /// The shell command that announces a reminder.
    package static let remindCommand = ConfigurationKey("remind.command", isUsersOnly: true)
    /// The time of day at which something is announced that is dated to a day without a time.
    package static let remindDay = ConfigurationKey(
        "remind.day", .timeOfDay, fallback: "09:00", isUsersOnly: true)
    /// The timeout of that command, in seconds.
    package static let remindTimeout = ConfigurationKey(
        "remind.timeout", .number(1...3600), fallback: "10", isUsersOnly: true)
    package static let device = ConfigurationKey("redo.device", fallback: "redo-cli")
    package static let deviceName = ConfigurationKey("redo.deviceName")
    package static let dialect = ConfigurationKey(
        "redo.dialect", .word(["fields", "payload"]), fallback: "fields")
    package static let ignoredAuthors = ConfigurationKey(
        "redo.ignoredAuthors", .userID, isList: true)
    package static let ignoredPersons = ConfigurationKey(
        "redo.ignoredPersons", .nodeID, isList: true)
    package static let rank = ConfigurationKey(
        "redo.rank", .word(["classic", "sigmoid"]), fallback: "sigmoid")
    package static let rankActiveFactor = ConfigurationKey(
        "rank.factor.active", .factor, fallback: "1")
    package static let rankBlockedFactor = ConfigurationKey(
        "rank.factor.blocked", .factor, fallback: "1")
    package static let rankBlockingFactor = ConfigurationKey(
        "rank.factor.blocking", .factor, fallback: "1")
    package static let rankDueWeight = ConfigurationKey(
        "rank.weight.due", .factor, fallback: "1")
    package static let rankPointsWeight = ConfigurationKey(
        "rank.weight.points", .factor, fallback: "1")
    package static let rankPriorityWeight = ConfigurationKey(
        "rank.weight.priority", .factor, fallback: "1")
    /// The last line of the prompt to the machine of a room that has ended.
    package static let roomCenotaph = ConfigurationKey(
        "room.cenotaph",
        fallback:
            "(this room has ended; what you write now closes it, and is shown as the narrator's)",
        isUsersOnly: true)
    /// The shell command that answers as the machine of rooms.
    package static let roomCommand = ConfigurationKey("room.command", isUsersOnly: true)
    /// The URL that answers as the machine of rooms.
    package static let roomEndpoint = ConfigurationKey("room.endpoint", isUsersOnly: true)
    /// The last line of the prompt that invites a machine to join.
    package static let roomInvitation = ConfigurationKey(
        "room.invitation",
        fallback:
            "(you are invited; begin your answer with ACCEPT to take part, or with DECLINE if you would rather not)",
        isUsersOnly: true)
    /// The timeout of the machine's answer, in seconds.
    package static let roomTimeout = ConfigurationKey(
        "room.timeout", .number(1...300), fallback: "300", isUsersOnly: true)
    /// The program that provides the token of the endpoint.
    package static let roomTokenHelper = ConfigurationKey("room.tokenHelper", isUsersOnly: true)
    /// The file with the address book, by which participants of rooms are found.
    package static let roomContacts = ConfigurationKey("room.contacts", isUsersOnly: true)
    /// The rooms that lists leave out on this device.
    package static let roomHidden = ConfigurationKey("room.hidden", .nodeID, isList: true)
    /// The timeout of the programs of `room.resolver` and `room.payment`, in seconds.
    package static let roomHelperTimeout = ConfigurationKey(
        "room.helperTimeout", .number(1...3600), fallback: "30", isUsersOnly: true)
    /// The key that represents the machine in new rooms.
    package static let roomMachineKey = ConfigurationKey(
        "room.machineKey", .userID, isUsersOnly: true)
    /// The program that takes payments for rooms.
    package static let roomPayment = ConfigurationKey("room.payment", isUsersOnly: true)
    /// The programs that find participants of rooms.
    package static let roomResolver = ConfigurationKey(
        "room.resolver", isUsersOnly: true, isList: true)
    /// The first part of the machine's prompt before the roster: who sends the text.
    package static let roomGreeting = ConfigurationKey(
        "room.greeting",
        fallback:
            "Hello! This is a room: a conversation by turns, and you are one of those who take part in it.",
        isUsersOnly: true)
    /// The second part: what kind of conversation it is.
    package static let roomFraming = ConfigurationKey(
        "room.framing",
        fallback:
            "All who take part are equals. The names are those that whoever opened the room gave. The narrator says "
            + "what happens beside what is said.", isUsersOnly: true)
    /// The part of the machine's prompt after the roster.
    package static let roomHandOff = ConfigurationKey(
        "room.handOff", fallback: "Take the room as it is, and answer at its scale.",
        isUsersOnly: true)
    /// The last line before the conversation.
    package static let roomThreshold = ConfigurationKey(
        "room.threshold", fallback: "*a room*", isUsersOnly: true)
    /// The program that provides credentials for buckets.
    package static let bucketCredentialHelper = ConfigurationKey(
        "s3.credentialHelper", isUsersOnly: true)
    package static let safeDirectory = ConfigurationKey(
        "safe.directory", isUsersOnly: true, isList: true)
    package static let allowedAuthors = ConfigurationKey(
        "sync.allowedAuthors", .userID, isList: true)
    /// Whether a command that wrote starts a sync in the background.
    package static let autoSync = ConfigurationKey(
        "sync.auto", .boolean, fallback: "false", isUsersOnly: true)
    /// The time that such a sync waits for further changes, in seconds.
    package static let autoSyncDelay = ConfigurationKey(
        "sync.autoDelay", .number(0...3600), fallback: "2", isUsersOnly: true)
    /// The interval between two checks of the remote, in seconds.
    package static let syncInterval = ConfigurationKey(
        "sync.interval", .number(1...86_400), fallback: "60")
    package static let merge = ConfigurationKey(
        "sync.merge", .boolean, fallback: "false")
    /// The one remote on which tasks are claimed.
    package static let claimsRemote = ConfigurationKey("sync.claims")
    package static let remote = ConfigurationKey("sync.remote")
    /// The delay before a busy server gets a request again, in milliseconds; each further delay is twice as long.
    package static let retryDelay = ConfigurationKey(
        "sync.retryDelay", .number(0...60_000), fallback: "2000")
    package static let timeout = ConfigurationKey(
        "sync.timeout", .number(1...86_400), fallback: "300")
    /// Whether new tasks are closed when they are created.
    package static let taskClosed = ConfigurationKey(
        "task.closed", .word(["always", "auto", "never"]), fallback: "auto", isUsersOnly: true)
    /// The background on which the colours of `redo ui` are shown.
    package static let uiBackground = ConfigurationKey(
        "ui.background", .word(["auto", "light", "dark"]), fallback: "auto")
    /// The tabs of `redo ui`, in their order.
    package static let uiTabs = ConfigurationKey(
        "ui.tabs", .words(InterfaceTab.allCases.map(\.rawValue)),
        fallback: InterfaceTab.allCases.map(\.rawValue).joined(separator: " "))
    package static let userEmail = ConfigurationKey("user.email")
    package static let userKey = ConfigurationKey("user.key", .userID)
    package static let userName = ConfigurationKey("user.name")
    /// Whether starting work on a task stops the work on any other.
    package static let singleWork = ConfigurationKey("work.single", .boolean, fallback: "true")

    /// Sorted by name.
    package static let all = [
        addWords, firstWeekday, editor, fsync, hooks, firebaseAPIKey, firebaseClientID,
        firebaseClientSecret, firebaseDeviceEndpoint, firebaseRefreshEndpoint,
        firebaseSignInEndpoint, firebaseTokenEndpoint, firestoreKeyFile, firestorePageSize,
        firestoreRetryDelay,
        firestoreTokenHelper, packingLimit, packLimit, trashDays, hookTimeout, keyAgeIdentity,
        keyAgentTime, keyHelper, keyHelperTimeout, openCommand,
        openLink,
        rankActiveFactor,
        rankBlockedFactor,
        rankBlockingFactor, rankDueWeight, rankPointsWeight, rankPriorityWeight, device, deviceName,
        dialect, ignoredAuthors, ignoredPersons, rank, remindBefore, remindCommand, remindDay,
        remindTimeout,
        roomCenotaph, roomCommand, roomContacts, roomEndpoint, roomFraming, roomGreeting,
        roomHandOff, roomHelperTimeout, roomHidden, roomInvitation, roomMachineKey, roomPayment,
        roomResolver,
        roomThreshold, roomTimeout, roomTokenHelper,
        bucketCredentialHelper, safeDirectory, allowedAuthors, autoSync, autoSyncDelay,
        claimsRemote, syncInterval, merge, remote, retryDelay, timeout,
        taskClosed, uiBackground, uiTabs,
        userEmail, userKey, userName, singleWork,
    ]

    /// Names with a part that users choose.
    package static let patterns = ConfigurationPattern.all.map(\.name)

    /// The key of a name; nil for one that the suite does not read.
    package init?(_ name: Configuration.Name) {
        // Section and key are in lower case.
        let text = name.description
        guard let key = Self.all.first(where: { $0.name.lowercased() == text }) else { return nil }
        self = key
    }
}

// MARK: Checking

extension ConfigurationKey.Form {
    /// The form of a value, for people; nil if any text is valid.
    var expected: String? {
        switch self {
        case .text: nil
        case .boolean: "true or false"
        case .word(let words): words.joined(separator: " or ")
        case .words(let words): "some of \(words.joined(separator: ", "))"
        case .number(let range):
            range.upperBound == Int.max
                ? "a number of \(range.lowerBound) or more"
                : "a number from \(range.lowerBound) to \(range.upperBound)"
        case .factor: "a number from 0 to 1000"
        case .userID: "a userId of 32 hexadecimal digits"
        case .nodeID: "an id of sha256: and 64 hexadecimal digits"
        case .endpoint: "a URL of https, or of http on this machine, without a name in it"
        case .linkPrefix: "the beginning of links such as https://example.org/task/"
        case .span: "a span such as 30min, 2h or 1d"
        case .timeOfDay: "a time such as 09:00"
        }
    }

    /// The mistake in a value, as the end of a sentence; nil for a valid value.
    func mistake(in value: String) -> String? {
        isValid(value) ? nil : expected.map { "not \($0)" }
    }

    private func isValid(_ value: String) -> Bool {
        switch self {
        case .text: true
        case .boolean: ConfigurationBoolean(value) != nil
        case .word(let words): words.contains(value)
        case .words(let words):
            !value.split(separator: " ").isEmpty
                && value.split(separator: " ").allSatisfy { words.contains(String($0)) }
        case .number(let range): Int(value).map(range.contains) ?? false
        case .factor: Double(value).map((0.0...1000).contains) ?? false
        case .userID: UserID(text: Array(value.utf8).span) != nil
        case .nodeID: NodeID(value) != nil
        case .endpoint: isPrivateURL(value)
        case .linkPrefix: LinkPrefix.isOne(value)
        case .span: SpanOfTime(value) != nil
        case .timeOfDay: TimeOfDay(value) != nil
        }
    }
}

extension ConfigurationKey.Form {
    /// An example value of the form, for hints; nil if no example is likely to be what the user wants.
    var example: String? {
        switch self {
        case .boolean: "true"
        case .word(let words), .words(let words): words.first
        case .linkPrefix: "https://example.org/task/"
        case .span: "30min"
        case .endpoint: "https://example.org/token"
        case .number, .text, .userID, .nodeID, .factor, .timeOfDay: nil
        }
    }
}

extension ConfigurationKey.Form {
    /// Whether a value can be shown to strangers: its form has no room for a secret, a name or an id.
    ///
    /// A form is listed here only if it allows nothing else.
    fileprivate var isHarmless: Bool {
        switch self {
        case .boolean, .word, .words, .number, .factor, .span, .timeOfDay: true
        case .text, .userID, .nodeID, .endpoint, .linkPrefix: false
        }
    }

    /// Whether a value can be shown to strangers: it is of a harmless form, and well-formed.
    fileprivate func canShow(_ value: String) -> Bool { isHarmless && mistake(in: value) == nil }
}

extension Configuration.Name {
    /// Whether a value of the name can be shown to strangers, in a trace or a bug report.
    package func canShow(_ value: String) -> Bool {
        ConfigurationKey(self)?.form.canShow(value)
            ?? ConfigurationPattern(self)?.form.canShow(value) ?? false
    }

    /// The name as the suite's table has it, with `<name>` for what users choose; nil if the table does not have it.
    package var publicName: String? {
        ConfigurationKey(self)?.name ?? ConfigurationPattern(self)?.name
    }

    /// Whether the name is in one of the suite's sections.
    package var isInOwnSection: Bool { ConfigurationKey.isOwn(section: section) }
}

extension ConfigurationKey {
    /// The mistake in a value, as the end of a sentence; nil for a valid value.
    package func mistake(in value: String) -> String? { form.mistake(in: value) }

    /// The form of a value, for people; nil if any text is valid.
    package var expected: String? { form.expected }

    /// The possible values; nil if they are not listed.
    package var choices: [String]? {
        switch form {
        case .boolean: ["true", "false"]
        case .word(let words): words
        default: nil
        }
    }

    /// A value that can be written, for hints.
    package var example: String? { fallback ?? form.example }

    /// Whether a section is one of the suite's: a name in it that the suite does not read is a mistake.
    static func isOwn(section: String) -> Bool {
        (all.map(\.name) + patterns).contains { $0.prefix { $0 != "." } == section }
            || ConfigurationPattern.renamedSections[section] != nil
    }
}

extension Configuration.Name {
    /// Whether the suite reads the name, or its section belongs to another program.
    package var isKnown: Bool {
        ConfigurationKey(self) != nil || ConfigurationPattern(self) != nil
            || !ConfigurationKey.isOwn(section: section)
    }
}

// MARK: Reading

extension LayeredConfiguration {
    /// The value of a key as it is written; nil if there is none.
    package func value(_ key: ConfigurationKey) -> String? { value(key.name) }

    /// All values of a key, in the order in which they are written.
    package func values(_ key: ConfigurationKey) -> [String] { values(key.name) }

    /// The value that counts, and where it is set.
    ///
    /// - Returns: nil if no layer has the name.
    package func setting(_ key: ConfigurationKey) -> (value: String, origin: Configuration.Origin)?
    {
        guard let name = Configuration.Name(key.name) else { return nil }
        for layer in layers(for: name).reversed() {
            if let value = layer.value(name) { return (value, layer.origin) }
        }
        return nil
    }

    /// The number of a key; its default if no layer has a valid one.
    package func number(_ key: ConfigurationKey) -> Int? {
        if let value = value(key), key.mistake(in: value) == nil { return Int(value) }
        return key.fallback.flatMap { Int($0) }
    }
    /// The decimal number of a key; its default if no layer has a valid one.
    package func factor(_ key: ConfigurationKey) -> Double {
        if let value = value(key), key.mistake(in: value) == nil { return Double(value) ?? 1 }
        return key.fallback.flatMap(Double.init) ?? 1
    }
}
