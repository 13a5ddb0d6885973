import RedoCommandLine

/// The options of a list that prints ids alone, for other commands to read.
enum IDListing {
    static let ids = OptionSpecification.flag(
        "ids", letter: "q",
        isExpert: true, "print the id of each task and nothing else, as 'redo done -' reads them")
    static let options = [ids, NameInput.output]
    static let constraints: [OptionConstraint] = [.needs(NameInput.output, anyOf: [ids])]
}
