/* Manufactured heat problems, as configurations: an exact solution, the source that the equation then requires, and
 * faces that prescribe the values of the solution there. Each is the grid's box and one problem on it. */
#pragma once

#define SQUARE "grid = { n = 2; upper = [1.0, 1.0]; };"
#define CUBE "grid = { n = 2; upper = [1.0, 1.0, 1.0]; };"
#define ALL(face) "x_lower = " face "; x_upper = " face "; y_lower = " face "; y_upper = " face ";"
#define ALL3(face) ALL(face) "z_lower = " face "; z_upper = " face ";"

#define U2 "exp(x+0.5*y)*cos(3*t)+x^2*y^3*sin(2*t)"
#define UX2 "(exp(x+0.5*y)*cos(3*t)+2*x*y^3*sin(2*t))"
#define UY2 "(0.5*exp(x+0.5*y)*cos(3*t)+3*x^2*y^2*sin(2*t))"
#define UT2 "(-3*exp(x+0.5*y)*sin(3*t)+2*x^2*y^3*cos(2*t))"
#define LAPLACE2 "(1.25*exp(x+0.5*y)*cos(3*t)+(2*y^3+6*x^2*y)*sin(2*t))"
#define HEAT2 "exact = \"" U2 "\"; source = \"" UT2 "-" LAPLACE2 "\";"
#define DIRICHLET2 "boundary = {" ALL("{ kind = \"dirichlet\"; value = \"" U2 "\"; }") "};"

#define U3 "exp(x+0.5*y-0.7*z)*cos(3*t)+x^2*y^2*z^2*sin(2*t)"
#define UT3 "(-3*exp(x+0.5*y-0.7*z)*sin(3*t)+2*x^2*y^2*z^2*cos(2*t))"
#define UXX3 "(exp(x+0.5*y-0.7*z)*cos(3*t)+2*y^2*z^2*sin(2*t))"
#define UYY3 "(0.25*exp(x+0.5*y-0.7*z)*cos(3*t)+2*x^2*z^2*sin(2*t))"
#define UZZ3 "(0.49*exp(x+0.5*y-0.7*z)*cos(3*t)+2*x^2*y^2*sin(2*t))"
#define HEAT3 "exact = \"" U3 "\"; source = \"" UT3 "-" UXX3 "-" UYY3 "-" UZZ3 "\";"
#define DIRICHLET3 "boundary = {" ALL3("{ kind = \"dirichlet\"; value = \"" U3 "\"; }") "};"

/* Heat enters at a lower face with -u_x, at an upper one with u_x. */
#define FLUX2 \
    "boundary = { x_lower = { flux = \"-" UX2 "\"; }; x_upper = { flux = \"" UX2 "\"; };" \
    " y_lower = { flux = \"-" UY2 "\"; }; y_upper = { flux = \"" UY2 "\"; }; };"
#define ROBIN(ambient) "{ kind = \"robin\"; h = 2.0; ambient = \"" U2 ambient "\"; }"
#define ROBIN2 \
    "boundary = { x_lower = " ROBIN("-0.5*" UX2) "; x_upper = " ROBIN( \
        "+0.5*" UX2) ";" \
                     " y_lower = " ROBIN("-0.5*" UY2) "; y_upper = " ROBIN("+0.5*" UY2) "; };"

/* Dirichlet along x, flux and Robin along y, periodic along z, for u that decays along y as exp(-y/2). */
#define MIXED(u) \
    "boundary = { x_lower = { kind = \"dirichlet\"; value = \"" u "\"; };" \
    " x_upper = { kind = \"dirichlet\"; value = \"" u "\"; };" \
    " y_lower = { flux = \"0.5*" u "\"; };" \
    " y_upper = { kind = \"robin\"; h = 2.0; ambient = \"0.75*" u "\"; };" \
    " z_lower = { kind = \"periodic\"; }; z_upper = { kind = \"periodic\"; }; };"
#define WAVE "exp(0.8*x-0.5*y)*(5+sin(2*pi*z))*cos(2*t)"
#define MIXED3 \
    "exact = \"" WAVE "\";" \
    "source = \"exp(0.8*x-0.5*y)*(-2*(5+sin(2*pi*z))*sin(2*t)-0.89*(5+sin(2*pi*z))*cos(2*t)" \
    "+4*pi^2*sin(2*pi*z)*cos(2*t))\";" MIXED(WAVE)

#define RIPPLE "sin(2*pi*x+0.3)*cos(2*pi*y)*cos(2*pi*z-0.2)"
#define PERIODIC3 \
    "exact = \"cos(2*t)*" RIPPLE "\"; source = \"(12*pi^2*cos(2*t)-2*sin(2*t))*" RIPPLE "\";" \
    "boundary = {" ALL3("{ kind = \"periodic\"; }") "};"

/* K = exp(x/2 - y/3), C = 2 + x y: div(K grad u) = K (u_xx + u_yy + u_x/2 - u_y/3). */
#define VARIABLE2 \
    "material = { density = \"2+x*y\"; conductivity = \"exp(x/2-y/3)\"; };" \
    " exact = \"" U2 "\"; source = \"(2+x*y)*" UT2 "-exp(x/2-y/3)*(" LAPLACE2 "+" UX2 "/2-" UY2 "/3)\";" \
    "boundary = { x_lower = { kind = \"dirichlet\"; value = \"" U2 "\"; };" \
    " x_upper = " ROBIN("+0.5*exp(x/2-y/3)*" UX2) ";" \
                                                  " y_lower = { flux = \"-exp(x/2-y/3)*" UY2 "\"; };" \
                                                  " y_upper = { kind = \"dirichlet\"; value = \"" U2 "\"; }; };"

#define ANISOTROPIC3 \
    "material = { anisotropy = [2.0, 0.3, 1.0]; }; exact = \"" U3 "\";" \
    "source = \"" UT3 "-2*" UXX3 "-0.3*" UYY3 "-" UZZ3 "\";" DIRICHLET3

/* A steady state: the error is only that of space. */
#define REST2 "exp(x+0.5*y)+x^2*y^3"
#define STEADY2 \
    "material = { conductivity = \"exp(x/2-y/3)\"; }; exact = \"" REST2 "\";" \
    "source = \"-exp(x/2-y/3)*(1.25*exp(x+0.5*y)+2*y^3+6*x^2*y+exp(x+0.5*y)/2+x*y^3-exp(x+0.5*y)/6-x^2*y^2)\";" \
    "boundary = { x_lower = { kind = \"dirichlet\"; value = \"" REST2 "\"; };" \
    " x_upper = { flux = \"exp(x/2-y/3)*(exp(x+0.5*y)+2*x*y^3)\"; };" \
    " y_lower = { flux = \"-exp(x/2-y/3)*(0.5*exp(x+0.5*y)+3*x^2*y^2)\"; };" \
    " y_upper = { kind = \"dirichlet\"; value = \"" REST2 "\"; }; };"

#define REST3 "exp(0.8*x-0.5*y)*(5+sin(2*pi*z))"
#define STEADY3 \
    "exact = \"" REST3 "\"; source = \"exp(0.8*x-0.5*y)*(-0.89*(5+sin(2*pi*z))+4*pi^2*sin(2*pi*z))\";" MIXED(REST3)
