#include "../stubs.h"

#include "shim.h"

#define FUNCTIONS(FUNCTION) \
    FUNCTION(cbreak) \
    FUNCTION(clearok) \
    FUNCTION(curs_set) \
    FUNCTION(define_key) \
    FUNCTION(delscreen) \
    FUNCTION(doupdate) \
    FUNCTION(endwin) \
    FUNCTION(getmouse) \
    FUNCTION(init_extended_pair) \
    FUNCTION(intrflush) \
    FUNCTION(keypad) \
    FUNCTION(meta) \
    FUNCTION(mouseinterval) \
    FUNCTION(mousemask) \
    FUNCTION(newterm) \
    FUNCTION(newwin) \
    FUNCTION(nodelay) \
    FUNCTION(noecho) \
    FUNCTION(nonl) \
    FUNCTION(raw) \
    FUNCTION(resizeterm) \
    FUNCTION(set_escdelay) \
    FUNCTION(start_color) \
    FUNCTION(tigetflag) \
    FUNCTION(tigetnum) \
    FUNCTION(use_default_colors) \
    FUNCTION(waddnwstr) \
    FUNCTION(wattr_set) \
    FUNCTION(werase) \
    FUNCTION(wget_wch) \
    FUNCTION(wmove) \
    FUNCTION(wnoutrefresh) \
    FUNCTION(wresize)

REDO_STUBS(ncurses, FUNCTIONS)
