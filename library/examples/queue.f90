! The stationary probabilities of a queue with one server and at most 40 customers, by elimination without subtraction:
! p_i is proportional to load^i, and right to some roundings where it is 1e-24.
program queue
    use bandstand
    implicit none
    integer(c_int64_t), parameter :: states = 41
    real(c_double), parameter :: load = 0.25d0
    integer(c_int64_t) :: start(states + 1), i, e
    integer(c_int32_t) :: target(2 * states)
    real(c_double) :: rate(2 * states), p(states), error, exact

    e = 0
    do i = 0, states - 1 ! states, and elements of arrays, are counted from 0
        start(i + 1) = e
        if (i > 0) call add(i - 1, 1d0)
        if (i < states - 1) call add(i + 1, load)
    end do
    start(states + 1) = e
    if (bandstand_dstationary(states, start, target, rate, p, error=error) /= bandstand_ok) then
        print *, bandstand_message()
        error stop "stationary"
    end if
    print "(a, es9.2, a, es9.2)", "full with probability", p(states), ", relative error at most", error
    do i = 0, states - 1
        exact = load**i * (1 - load) / (1 - load**states)
        if (.not. abs(p(i + 1) - exact) < 1d-13 * exact) error stop "a probability"
    end do

contains

    subroutine add(to, r)
        integer(c_int64_t), intent(in) :: to
        real(c_double), intent(in) :: r
        e = e + 1
        target(e) = int(to, c_int32_t)
        rate(e) = r
    end subroutine
end program
