import RedoCommands

@main enum Main {
    static func main() { Suite.main() }
}
