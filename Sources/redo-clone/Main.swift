import RedoCommand
import RedoRemote

@main enum Main {
    static func main() { Command.clone.main() }
}
