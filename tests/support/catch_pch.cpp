// Gives the precompiled header of the tests a source file that is compiled with it.
