! libbandstand for Fortran 2018, by the C interface: bandstand.h documents the functions. Arrays are those of C, from
! element 0 on; arrays that C takes as NULL are optional arguments, as info is, or c_null_ptr in types. Compile this
! file with the program, as files of modules are those of one compiler. bandstand_extents, bandstand_info_text and the
! lists of methods are only in C.
!
!     use bandstand
!     status = bandstand_dtridiag(n, batch, lower, diag, upper, x, info)
module bandstand
    use, intrinsic :: iso_c_binding
    implicit none
    public

    enum, bind(c)
        enumerator :: bandstand_ok, bandstand_unsolved, bandstand_misuse, bandstand_refused, bandstand_no_memory, &
            bandstand_failed
    end enum
    enum, bind(c)
        enumerator :: bandstand_half_complex, bandstand_real, bandstand_dct1, bandstand_dct2, bandstand_dct3, &
            bandstand_dct4, bandstand_dst1, bandstand_dst2, bandstand_dst3, bandstand_dst4
    end enum
    integer(c_int64_t), parameter :: bandstand_solved_by_fallback = -1, bandstand_inaccurate = -4, &
        bandstand_pivots_grew = -5
    integer(c_int32_t), parameter :: bandstand_reuse = 1, bandstand_cyclic = 2, bandstand_shifted = 4, &
        bandstand_check = 8, bandstand_refine = 16, bandstand_scaled = 32, bandstand_once = 64

    ! Arrays are given by c_loc of a target.
    type, bind(c) :: bandstand_layout
        integer(c_size_t) :: size = 112
        integer(c_int64_t) :: n = 0, batch = 0, step = 0, inner = 0, dist = 0, outer = 0
        type(c_ptr) :: rows = c_null_ptr, starts = c_null_ptr
        integer(c_int64_t) :: matrix_step = 0, matrix_inner = 0, matrix_dist = 0, matrix_outer = 0
        type(c_ptr) :: matrix_starts = c_null_ptr
    end type

    ! Texts are given by c_loc of a target that ends with c_null_char.
    type, bind(c) :: bandstand_options
        integer(c_size_t) :: size = 32
        type(c_ptr) :: method = c_null_ptr, settings = c_null_ptr
        integer(c_int32_t) :: threads = 0, flags = 0
    end type

    type, bind(c) :: bandstand_outcome
        integer(c_size_t) :: size = 72
        type(c_ptr) :: backward = c_null_ptr, condition = c_null_ptr
        integer(c_int64_t) :: unsolved = -1, info = 0
        real(c_double) :: max_backward = 0, max_condition = 0
        type(c_ptr) :: method = c_null_ptr, why = c_null_ptr
    end type

    interface
        integer(c_int) function bandstand_dtridiag(n, batch, lower, diag, upper, x, info) bind(c)
            import c_int, c_int64_t, c_double
            integer(c_int64_t), value :: n, batch
            real(c_double), intent(in) :: lower(*), diag(*), upper(*)
            real(c_double), intent(inout) :: x(*)
            integer(c_int64_t), intent(out), optional :: info(*)
        end function
        integer(c_int) function bandstand_stridiag(n, batch, lower, diag, upper, x, info) bind(c)
            import c_int, c_int64_t, c_float
            integer(c_int64_t), value :: n, batch
            real(c_float), intent(in) :: lower(*), diag(*), upper(*)
            real(c_float), intent(inout) :: x(*)
            integer(c_int64_t), intent(out), optional :: info(*)
        end function
        integer(c_int) function bandstand_dtridiag_shared(n, batch, lower, diag, upper, x, info) bind(c)
            import c_int, c_int64_t, c_double
            integer(c_int64_t), value :: n, batch
            real(c_double), intent(in) :: lower(*), diag(*), upper(*)
            real(c_double), intent(inout) :: x(*)
            integer(c_int64_t), intent(out), optional :: info(*)
        end function
        integer(c_int) function bandstand_stridiag_shared(n, batch, lower, diag, upper, x, info) bind(c)
            import c_int, c_int64_t, c_float
            integer(c_int64_t), value :: n, batch
            real(c_float), intent(in) :: lower(*), diag(*), upper(*)
            real(c_float), intent(inout) :: x(*)
            integer(c_int64_t), intent(out), optional :: info(*)
        end function
        integer(c_int) function bandstand_dtridiag_cyclic(n, batch, lower, diag, upper, x, info) bind(c)
            import c_int, c_int64_t, c_double
            integer(c_int64_t), value :: n, batch
            real(c_double), intent(in) :: lower(*), diag(*), upper(*)
            real(c_double), intent(inout) :: x(*)
            integer(c_int64_t), intent(out), optional :: info(*)
        end function
        integer(c_int) function bandstand_stridiag_cyclic(n, batch, lower, diag, upper, x, info) bind(c)
            import c_int, c_int64_t, c_float
            integer(c_int64_t), value :: n, batch
            real(c_float), intent(in) :: lower(*), diag(*), upper(*)
            real(c_float), intent(inout) :: x(*)
            integer(c_int64_t), intent(out), optional :: info(*)
        end function
        integer(c_int) function bandstand_dtridiag_apart(n, batch, lower, diag, upper, right, x, info) bind(c)
            import c_int, c_int64_t, c_double
            integer(c_int64_t), value :: n, batch
            real(c_double), intent(in) :: lower(*), diag(*), upper(*), right(*)
            real(c_double), intent(inout) :: x(*)
            integer(c_int64_t), intent(out), optional :: info(*)
        end function
        integer(c_int) function bandstand_stridiag_apart(n, batch, lower, diag, upper, right, x, info) bind(c)
            import c_int, c_int64_t, c_float
            integer(c_int64_t), value :: n, batch
            real(c_float), intent(in) :: lower(*), diag(*), upper(*), right(*)
            real(c_float), intent(inout) :: x(*)
            integer(c_int64_t), intent(out), optional :: info(*)
        end function
        integer(c_int) function bandstand_dtridiag_plan(plan, layout, options) bind(c)
            import c_int, c_ptr, bandstand_layout, bandstand_options
            type(c_ptr), intent(out) :: plan
            type(bandstand_layout), intent(in) :: layout
            type(bandstand_options), intent(in), optional :: options
        end function
        integer(c_int) function bandstand_dtridiag_factor(plan, lower, diag, upper, shift) bind(c)
            import c_int, c_ptr, c_double
            type(c_ptr), value :: plan
            real(c_double), intent(in) :: lower(*), diag(*), upper(*)
            real(c_double), intent(in), optional :: shift(*)
        end function
        integer(c_int) function bandstand_dtridiag_solve(plan, lower, diag, upper, shift, x, info, outcome) bind(c)
            import c_int, c_ptr, c_int64_t, c_double, bandstand_outcome
            type(c_ptr), value :: plan
            real(c_double), intent(in) :: lower(*), diag(*), upper(*)
            real(c_double), intent(in), optional :: shift(*)
            real(c_double), intent(inout) :: x(*)
            integer(c_int64_t), intent(out), optional :: info(*)
            type(bandstand_outcome), intent(inout), optional :: outcome
        end function
        integer(c_int) function bandstand_stridiag_plan(plan, layout, options) bind(c)
            import c_int, c_ptr, bandstand_layout, bandstand_options
            type(c_ptr), intent(out) :: plan
            type(bandstand_layout), intent(in) :: layout
            type(bandstand_options), intent(in), optional :: options
        end function
        integer(c_int) function bandstand_stridiag_factor(plan, lower, diag, upper, shift) bind(c)
            import c_int, c_ptr, c_float
            type(c_ptr), value :: plan
            real(c_float), intent(in) :: lower(*), diag(*), upper(*)
            real(c_float), intent(in), optional :: shift(*)
        end function
        integer(c_int) function bandstand_stridiag_solve(plan, lower, diag, upper, shift, x, info, outcome) bind(c)
            import c_int, c_ptr, c_int64_t, c_float, bandstand_outcome
            type(c_ptr), value :: plan
            real(c_float), intent(in) :: lower(*), diag(*), upper(*)
            real(c_float), intent(in), optional :: shift(*)
            real(c_float), intent(inout) :: x(*)
            integer(c_int64_t), intent(out), optional :: info(*)
            type(bandstand_outcome), intent(inout), optional :: outcome
        end function
        integer(c_int) function bandstand_dtree_plan(plan, layout, parents, firsts, options) bind(c)
            import c_int, c_ptr, c_int64_t, bandstand_layout, bandstand_options
            type(c_ptr), intent(out) :: plan
            type(bandstand_layout), intent(in) :: layout
            integer(c_int64_t), intent(in) :: parents(*) ! elements from 0 on, as in C
            integer(c_int64_t), intent(in), optional :: firsts(*)
            type(bandstand_options), intent(in), optional :: options
        end function
        integer(c_int) function bandstand_dtree_factor(plan, lower, diag, upper) bind(c)
            import c_int, c_ptr, c_double
            type(c_ptr), value :: plan
            real(c_double), intent(in) :: lower(*), diag(*), upper(*)
        end function
        integer(c_int) function bandstand_dtree_solve(plan, lower, diag, upper, x, info, outcome) bind(c)
            import c_int, c_ptr, c_int64_t, c_double, bandstand_outcome
            type(c_ptr), value :: plan
            real(c_double), intent(in) :: lower(*), diag(*), upper(*)
            real(c_double), intent(inout) :: x(*)
            integer(c_int64_t), intent(out), optional :: info(*)
            type(bandstand_outcome), intent(inout), optional :: outcome
        end function
        integer(c_int) function bandstand_dstationary(states, start, target, rate, x, exponent, error) bind(c)
            import c_int, c_int32_t, c_int64_t, c_double
            integer(c_int64_t), value :: states
            integer(c_int64_t), intent(in) :: start(*)
            integer(c_int32_t), intent(in) :: target(*)
            real(c_double), intent(in) :: rate(*)
            real(c_double), intent(out) :: x(*)
            integer(c_int32_t), intent(out), optional :: exponent(*)
            real(c_double), intent(out), optional :: error
        end function
        integer(c_int) function bandstand_drecurrence_plan(plan, layout, options) bind(c)
            import c_int, c_ptr, bandstand_layout, bandstand_options
            type(c_ptr), intent(out) :: plan
            type(bandstand_layout), intent(in) :: layout
            type(bandstand_options), intent(in), optional :: options
        end function
        integer(c_int) function bandstand_drecurrence_solve(plan, forward, backward, scale, x) bind(c)
            import c_int, c_ptr, c_double
            type(c_ptr), value :: plan
            real(c_double), value :: forward, backward
            real(c_double), intent(in), optional :: scale(*)
            real(c_double), intent(inout) :: x(*)
        end function
        integer(c_int) function bandstand_dtransform_plan(plan, layout, type, options) bind(c)
            import c_int, c_ptr, bandstand_layout, bandstand_options
            type(c_ptr), intent(out) :: plan
            type(bandstand_layout), intent(in) :: layout
            integer(c_int), value :: type
            type(bandstand_options), intent(in), optional :: options
        end function
        integer(c_int) function bandstand_dtransform_apply(plan, factor, x) bind(c)
            import c_int, c_ptr, c_double
            type(c_ptr), value :: plan
            real(c_double), value :: factor
            real(c_double), intent(inout) :: x(*)
        end function
        integer(c_int) function bandstand_stree_plan(plan, layout, parents, firsts, options) bind(c)
            import c_int, c_ptr, c_int64_t, bandstand_layout, bandstand_options
            type(c_ptr), intent(out) :: plan
            type(bandstand_layout), intent(in) :: layout
            integer(c_int64_t), intent(in) :: parents(*) ! elements from 0 on, as in C
            integer(c_int64_t), intent(in), optional :: firsts(*)
            type(bandstand_options), intent(in), optional :: options
        end function
        integer(c_int) function bandstand_stree_factor(plan, lower, diag, upper) bind(c)
            import c_int, c_ptr, c_float
            type(c_ptr), value :: plan
            real(c_float), intent(in) :: lower(*), diag(*), upper(*)
        end function
        integer(c_int) function bandstand_stree_solve(plan, lower, diag, upper, x, info, outcome) bind(c)
            import c_int, c_ptr, c_int64_t, c_float, bandstand_outcome
            type(c_ptr), value :: plan
            real(c_float), intent(in) :: lower(*), diag(*), upper(*)
            real(c_float), intent(inout) :: x(*)
            integer(c_int64_t), intent(out), optional :: info(*)
            type(bandstand_outcome), intent(inout), optional :: outcome
        end function
        integer(c_int) function bandstand_srecurrence_plan(plan, layout, options) bind(c)
            import c_int, c_ptr, bandstand_layout, bandstand_options
            type(c_ptr), intent(out) :: plan
            type(bandstand_layout), intent(in) :: layout
            type(bandstand_options), intent(in), optional :: options
        end function
        integer(c_int) function bandstand_srecurrence_solve(plan, forward, backward, scale, x) bind(c)
            import c_int, c_ptr, c_float
            type(c_ptr), value :: plan
            real(c_float), value :: forward, backward
            real(c_float), intent(in), optional :: scale(*)
            real(c_float), intent(inout) :: x(*)
        end function
        integer(c_int) function bandstand_stransform_plan(plan, layout, type, options) bind(c)
            import c_int, c_ptr, bandstand_layout, bandstand_options
            type(c_ptr), intent(out) :: plan
            type(bandstand_layout), intent(in) :: layout
            integer(c_int), value :: type
            type(bandstand_options), intent(in), optional :: options
        end function
        integer(c_int) function bandstand_stransform_apply(plan, factor, x) bind(c)
            import c_int, c_ptr, c_float
            type(c_ptr), value :: plan
            real(c_float), value :: factor
            real(c_float), intent(inout) :: x(*)
        end function
        subroutine bandstand_plan_free(plan) bind(c)
            import c_ptr
            type(c_ptr), value :: plan
        end subroutine
        integer(c_int64_t) function bandstand_plan_bytes(plan) bind(c)
            import c_ptr, c_int64_t
            type(c_ptr), value :: plan
        end function
        type(c_ptr) function bandstand_c_message() bind(c, name="bandstand_message")
            import c_ptr
        end function
        type(c_ptr) function bandstand_c_version() bind(c, name="bandstand_version")
            import c_ptr
        end function
    end interface

contains

    ! A text that C returned, as outcome%method; empty for NULL.
    function bandstand_text(text) result(out)
        type(c_ptr), intent(in) :: text
        character(len=:), allocatable :: out
        character(kind=c_char), pointer :: letters(:)
        integer :: i
        out = ""
        if (.not. c_associated(text)) return
        call c_f_pointer(text, letters, [huge(i)])
        do i = 1, huge(i) - 1
            if (letters(i) == c_null_char) exit
            out = out // letters(i)
        end do
    end function

    function bandstand_message() result(out)
        character(len=:), allocatable :: out
        out = bandstand_text(bandstand_c_message())
    end function

    function bandstand_version() result(out)
        character(len=:), allocatable :: out
        out = bandstand_text(bandstand_c_version())
    end function
end module
