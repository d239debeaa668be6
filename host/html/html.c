#include "host/verb.h"
static int html(int argc, char **argv) { (void)argc; (void)argv; return 0; }
const struct verb verb_html = {"html","","","",html};
