// Functions, not macros: stubs.c has no variables of the library.
#define NCURSES_NOMACROS 1
#define NCURSES_WIDECHAR 1
#include <curses.h>

// The columns that a character takes, as the library counts them, too: wcwidth(3), which the Swift module of the C
// library leaves out.
int wcwidth(wchar_t character);

// For SharedLibrary.fill: where the stubs of stubs.c jump to, and the names of their functions.
void **redo_ncurses_addresses(void);
const char *redo_ncurses_names(void);
