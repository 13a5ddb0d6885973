// Functions, not macros: stubs.c has no variables of the library.
#define NCURSES_NOMACROS 1
#define NCURSES_WIDECHAR 1
#include <curses.h>

// The number of columns of a character, as the library counts them, too: wcwidth(3), which the Swift module of the C
// library leaves out.
int wcwidth(wchar_t character);

// A window. Some versions of the header declare its members and others do not, which are two types for Swift; this is
// one.
typedef struct redo_window redo_window;

// A window of the size of the screen, and the functions of the library that take one.
static inline redo_window *redo_newwin(void) { return (redo_window *)newwin(0, 0, 0, 0); }
static inline int redo_clearok(redo_window *window, bool isOn) { return clearok((WINDOW *)window, isOn); }
static inline int redo_keypad(redo_window *window, bool isOn) { return keypad((WINDOW *)window, isOn); }
static inline int redo_nodelay(redo_window *window, bool isOn) { return nodelay((WINDOW *)window, isOn); }
static inline int redo_waddnwstr(redo_window *window, const wchar_t *text, int count) {
    return waddnwstr((WINDOW *)window, text, count);
}
static inline int redo_wattr_set(redo_window *window, attr_t attributes, short pair, void *widePair) {
    return wattr_set((WINDOW *)window, attributes, pair, widePair);
}
static inline int redo_werase(redo_window *window) { return werase((WINDOW *)window); }
static inline int redo_wget_wch(redo_window *window, wint_t *code) { return wget_wch((WINDOW *)window, code); }
static inline int redo_wmove(redo_window *window, int row, int column) { return wmove((WINDOW *)window, row, column); }
static inline int redo_wnoutrefresh(redo_window *window) { return wnoutrefresh((WINDOW *)window); }
static inline int redo_wresize(redo_window *window, int rows, int columns) {
    return wresize((WINDOW *)window, rows, columns);
}

// For SharedLibrary.load: the addresses to which the stubs of stubs.c jump, and the names of their functions.
void **redo_ncurses_addresses(void);
const char *redo_ncurses_names(void);
