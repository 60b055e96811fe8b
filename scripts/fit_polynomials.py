#!/usr/bin/env python3
"""Prints the coefficient tables of transforms/lowering/math: exponential.c, vector_power.c and vector_math.c.

Needs mpmath. Every polynomial is a Chebyshev fit in 80 digits, rounded to the type; the errors of
the finished functions are measured by test/unit/transforms/test_vector_math.c and listed in docs/reference/math.md.
"""
import mpmath as mp

mp.mp.dps = 80


def away_from_zero(value):
    """The quotients below have a removable singularity at 0."""
    return value if abs(value) > mp.mpf("1e-20") else mp.mpf("1e-20")


def of_root(function):
    """z -> function(x, z) with x = sqrt(z)."""
    def evaluate(z):
        z = away_from_zero(z)
        return function(mp.sqrt(z), z)
    return evaluate


HALF_LN2 = mp.log(2) / 2
SQRT2 = mp.sqrt(2)
LOG_Z = ((SQRT2 - 1) / (SQRT2 + 1)) ** 2

FITS = {
    # exp(r) = 1 + r + r^2 q(r)
    "exp": (lambda r: (mp.expm1(away_from_zero(r)) - away_from_zero(r)) / away_from_zero(r) ** 2,
            (-HALF_LN2, HALF_LN2), 5, 11),
    # log((1 + s) / (1 - s)) = 2 s + s z q(z), z = s^2
    "log": (of_root(lambda s, z: (mp.log((1 + s) / (1 - s)) / s - 2) / z),
            (mp.mpf(0), LOG_Z), 4, 7),
    # log((1 + s) / (1 - s)) = 2 s + 2/3 s z + s z^2 q(z), z = s^2
    "log_rest": (of_root(lambda s, z: ((mp.log((1 + s) / (1 - s)) / s - 2) / z - mp.mpf(2) / 3) / z),
                 (mp.mpf(0), LOG_Z), 0, 8),
    # tanh(x) = x + x z q(z), z = x^2
    "tanh": (of_root(lambda x, z: (mp.tanh(x) / x - 1) / z),
             (mp.mpf(0), mp.mpf("0.3025")), 5, 10),
    # erf(x) = x q(z), z = x^2, |x| <= 1
    "erf": (of_root(lambda x, z: mp.erf(x) / x), (mp.mpf(0), mp.mpf(1)), 7, 0),
}


def table(name, suffix, coefficients):
    print(f"static const double {name}_{suffix}[] = {{")
    print("    " + ", ".join(mp.nstr(c, 20) for c in coefficients) + "};")


def weighted_erfc_tail(terms=7):
    """log(erfc(x)) on [1, 4], weighted by erfc: the error of erf is erfc times that of the fit."""
    points = [mp.mpf("2.5") - mp.mpf("1.5") * mp.cos(mp.pi * (i + mp.mpf(1) / 2) / 400)
              for i in range(400)]
    weights = [mp.erfc(x) for x in points]
    for _ in range(40):  # Lawson: reweight towards the largest error
        rows = mp.matrix([[mp.sqrt(w) * mp.erfc(x) * x ** j for j in range(terms)]
                          for x, w in zip(points, weights)])
        right = mp.matrix([mp.sqrt(w) * mp.erfc(x) * mp.log(mp.erfc(x))
                           for x, w in zip(points, weights)])
        solution = mp.lu_solve(rows, right)
        errors = [abs(mp.erfc(x) * (mp.polyval(list(solution)[::-1], x) - mp.log(mp.erfc(x))))
                  for x in points]
        total = sum(w * e for w, e in zip(weights, errors))
        weights = [w * e / total for w, e in zip(weights, errors)]
    print(f"// largest error of erf from the tail fit: {mp.nstr(max(errors), 3)}")
    return list(solution)[::-1]


for name, (function, interval, single, double) in FITS.items():
    for suffix, terms in (("f32", single), ("f64", double)):
        if terms:
            fit, error = mp.chebyfit(function, interval, terms, error=True)
            print(f"// largest error of the fit: {mp.nstr(error, 3)}")
            table(name, suffix, fit)
mp.mp.dps = 40
table("erfc_tail", "f32", weighted_erfc_tail())
