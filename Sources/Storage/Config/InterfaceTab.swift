/// A tab of `redo ui`, by its name in `ui.tabs`, in the usual order.
package enum InterfaceTab: String, CaseIterable, Sendable {
    case tasks, agenda, projects, categories, log, rooms, stats, settings, you
}

extension LayeredConfiguration {
    /// The tabs of `redo ui`, in their order: those of `ui.tabs`, each once; all of them if it names none.
    package var interfaceTabs: [InterfaceTab] {
        var tabs: [InterfaceTab] = []
        for word in (soundValues(.uiTabs).last ?? "").split(separator: " ") {
            if let tab = InterfaceTab(rawValue: String(word)), !tabs.contains(tab) {
                tabs.append(tab)
            }
        }
        return tabs.isEmpty ? InterfaceTab.allCases : tabs
    }
}
