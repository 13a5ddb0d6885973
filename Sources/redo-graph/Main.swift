import RedoCommand
import RedoPlumbing

@main enum Main {
    static func main() { Command.graph.main() }
}
