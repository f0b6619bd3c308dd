/* What is wrong with a file, in words. */
#ifndef RIDGE_BASE_FILE_REASON_H
#define RIDGE_BASE_FILE_REASON_H

/* Of an errno: the program's own words where it has some. */
const char *file_reason(int error);

#endif
