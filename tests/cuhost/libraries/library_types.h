/* What the libraries of the toolkit have in common, as far as the program uses it. */
#pragma once

typedef enum { MAJOR_VERSION, MINOR_VERSION, PATCH_LEVEL } libraryPropertyType;
