/* ridge: answers on the terminal; what makes pages it hands to ridge-pages. */
#include "ask/command.h"

#define ASK(name, summary) extern const struct command command_##name;
#define MAKE(name, summary)
#include "ask/commands.def"
#undef ASK
#undef MAKE

int main(int argc, char **argv) {
    static const struct command_row rows[] = {
#define ASK(name, summary)  {#name, summary, &command_##name},
#define MAKE(name, summary) {#name, summary, NULL},
#include "ask/commands.def"
#undef ASK
#undef MAKE
    };
    return command_main(argc, argv, rows, sizeof rows / sizeof *rows);
}
