/* The types that libraries of the toolkit share, as far as the program uses them. */
#pragma once

typedef enum { MAJOR_VERSION, MINOR_VERSION, PATCH_LEVEL } libraryPropertyType;
