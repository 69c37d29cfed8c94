/* The parts of the benchmark of ranks. */
#pragma once
enum mpi_part { MPI_MESSAGES, MPI_LINES, MPI_WORKLOADS /* added by the command line, which has them */, MPI_PARTS };
