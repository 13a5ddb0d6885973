import RedoSuite

@main enum Main {
    static func main() { Suite.main() }
}
