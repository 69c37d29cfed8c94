! A batch of systems (T + shift_s I) x_s = b_s of one matrix T, as modes of a Poisson problem: a plan of a method by its
! name, with a check of every answer, in both precisions.
program shifted
    use bandstand
    implicit none
    integer(c_int64_t), parameter :: n = 200, batch = 30
    real(c_double) :: off(n), diag(n), shift(batch), x(n, batch)
    real(c_float) :: x_single(n, batch)
    character(len=12), target :: method = "thomas_simd" // c_null_char
    type(bandstand_layout) :: layout
    type(bandstand_options) :: options
    type(bandstand_outcome) :: outcome
    type(c_ptr) :: plan
    integer(c_int) :: status
    integer :: i, s
    real(c_double) :: error

    if (c_sizeof(layout) /= layout%size .or. c_sizeof(options) /= options%size .or. &
        c_sizeof(outcome) /= outcome%size) error stop "sizes of types"
    off = -1
    diag = 2
    shift = [(0.1d0 * s, s=1, int(batch))]
    do s = 1, int(batch) ! right sides whose unknowns are all 1
        x(:, s) = [(shift(s) + merge(1, 0, i == 1) + merge(1, 0, i == n), i=1, int(n))]
    end do
    x_single = real(x, c_float)

    layout%n = n
    layout%batch = batch
    layout%matrix_step = 1 ! one matrix for all systems
    layout%matrix_inner = 1
    options%method = c_loc(method)
    options%flags = ior(bandstand_shifted, bandstand_check)
    status = bandstand_dtridiag_plan(plan, layout, options)
    if (status == bandstand_ok) status = bandstand_dtridiag_solve(plan, off, diag, off, shift, x, outcome=outcome)
    call bandstand_plan_free(plan)
    if (status /= bandstand_ok) then
        print *, bandstand_message()
        error stop "double"
    end if
    status = bandstand_stridiag_plan(plan, layout, options)
    if (status == bandstand_ok) status = bandstand_stridiag_solve(plan, real(off, c_float), real(diag, c_float), &
        real(off, c_float), real(shift, c_float), x_single)
    call bandstand_plan_free(plan)
    if (status /= bandstand_ok) error stop "single"

    error = maxval(abs(x - 1))
    print "(a, es8.1, a, es8.1)", bandstand_text(outcome%method) // ": largest error", error, ", backward error", &
        outcome%max_backward
    if (.not. (maxval(abs(x_single - 1)) < 1e-4)) error stop "single"
    if (.not. (error < 1d-12 .and. outcome%max_backward < 1d-14)) error stop "errors"
    if (bandstand_dtridiag(-1_c_int64_t, batch, off, diag, off, x) /= bandstand_misuse) error stop "misuse"
    if (index(bandstand_message(), "-1") == 0) error stop "message"
end program
