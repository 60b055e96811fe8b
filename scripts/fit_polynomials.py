#!/usr/bin/env python3
"""Prints the coefficient tables of transforms/lowering/math: exponential.c, cube_root.c, hyperbolic.c, trigonometry.c, vector_power.c, single_power.c and vector_math.c.

Needs mpmath. Every polynomial is a Chebyshev fit in 80 digits, rounded to the type; the errors of
the finished functions are measured by test/unit/transforms/test_vector_math.c and listed in docs/reference/math.md.
"""
import struct

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
QUARTER_PI = mp.pi / 4
LOG_Z = ((SQRT2 - 1) / (SQRT2 + 1)) ** 2

FITS = {
    # exp(r) = 1 + r + r^2 q(r)
    "exp": (lambda r: (mp.expm1(away_from_zero(r)) - away_from_zero(r)) / away_from_zero(r) ** 2,
            (-HALF_LN2, HALF_LN2), 5, 11),
    # exp(r) = 1 + r + r^2 q(r), between places of a table
    "exp_short": (lambda r: (mp.expm1(away_from_zero(r)) - away_from_zero(r)) / away_from_zero(r) ** 2,
                  (-HALF_LN2 / 16 * mp.mpf("1.001"), HALF_LN2 / 16 * mp.mpf("1.001")), 2, 0),
    # log(1 + r) = r + r^2 q(r), the same
    "log_short": (lambda r: (mp.log(1 + r) - r) / r ** 2 if abs(r) > mp.mpf("1e-20") else -mp.mpf(1) / 2,
                  (-mp.mpf(1) / 32, mp.mpf(1) / 32), 3, 0),
    # m^(-1/3)
    "inverse_cbrt": (lambda m: mp.cbrt(1 / m), (1, 2), 5, 0),
    # log((1 + s) / (1 - s)) = 2 s + s z q(z), z = s^2
    "log": (of_root(lambda s, z: (mp.log((1 + s) / (1 - s)) / s - 2) / z),
            (mp.mpf(0), LOG_Z), 4, 7),
    # log((1 + s) / (1 - s)) = 2 s + 2/3 s z + s z^2 q(z), z = s^2
    "log_rest": (of_root(lambda s, z: ((mp.log((1 + s) / (1 - s)) / s - 2) / z - mp.mpf(2) / 3) / z),
                 (mp.mpf(0), LOG_Z), 0, 8),
    # log2((1 + s) / (1 - s)) = 2 / ln(2) s + s z q(z), z = s^2
    "log2": (of_root(lambda s, z: (mp.log((1 + s) / (1 - s)) / s - 2) / z / mp.log(2)), (mp.mpf(0), LOG_Z), 4, 0),
    # 2^r = 1 + r q(r)
    "exp2": (lambda r: mp.expm1(away_from_zero(r) * mp.log(2)) / away_from_zero(r), (-mp.mpf("0.51"), mp.mpf("0.51")), 6, 0),
    # log2(1 + r) = (r - r^2 / 2) / ln(2) + r^3 q(r), between places of a table
    "log2_short": (lambda r: (mp.log(1 + away_from_zero(r)) - away_from_zero(r) + away_from_zero(r) ** 2 / 2) /
                   (away_from_zero(r) ** 3 * mp.log(2)), (-mp.mpf("0.0297"), mp.mpf("0.0297")), 4, 0),
    # 2^r = 1 + r q(r), the same
    "exp2_short": (lambda r: mp.expm1(away_from_zero(r) * mp.log(2)) / away_from_zero(r), (-mp.mpf(1) / 31, mp.mpf(1) / 31), 3, 0),
    # 1 / (2 + f), a first guess
    "inverse": (lambda f: 1 / (2 + f), (1 / SQRT2 - 1, SQRT2 - 1), 3, 0),
    # log(1 + f) = f - f^2 / 2 + f^3 q(f)
    "log1p": (lambda f: mp.nsum(lambda k: (-1) ** (k + 1) * f ** (k - 3) / k, [3, mp.inf]) if abs(f) < mp.mpf("1e-6") else
              (mp.log(1 + f) - f + f * f / 2) / f ** 3, (1 / SQRT2 - 1, SQRT2 - 1), 9, 0),
    # tanh(x) = x + x z q(z), z = x^2
    "tanh": (of_root(lambda x, z: (mp.tanh(x) / x - 1) / z),
             (mp.mpf(0), mp.mpf("0.3025")), 0, 10),
    # sin(x) = x + x z q(z), cos(x) = 1 - z / 2 + z^2 q(z), z = x^2
    "sin": (of_root(lambda x, z: (mp.sin(x) / x - 1) / z), (mp.mpf(0), QUARTER_PI ** 2), 3, 0),
    "cos": (of_root(lambda x, z: (mp.cos(x) - 1 + z / 2) / z ** 2), (mp.mpf(0), QUARTER_PI ** 2), 3, 0),
    # asin(x) = x + x z q(z), z = x^2, |x| <= 1/2
    "asin": (of_root(lambda x, z: (mp.asin(x) / x - 1) / z), (mp.mpf(0), mp.mpf("0.25")), 5, 0),
    # asinh(x) = x + x z q(z), z = x^2, |x| <= 0.53
    "asinh": (of_root(lambda x, z: (mp.asinh(x) / x - 1) / z), (mp.mpf(0), mp.mpf("0.53") ** 2), 6, 0),
    # atan(x) = x + x z q(z), z = x^2, |x| <= 1
    "atan": (of_root(lambda x, z: (mp.atan(x) / x - 1) / z), (mp.mpf(0), mp.mpf(1)), 9, 0),
    # atanh(s) = s + s z q(z), z = s^2, |s| <= 1/2
    "atanh": (of_root(lambda s, z: (mp.atanh(s) / s - 1) / z), (mp.mpf(0), mp.mpf("0.25")), 6, 0),
    # sinh(r) = r + r z q(z), cosh(r) = 1 + z q(z), z = r^2
    "sinh": (of_root(lambda r, z: (mp.sinh(r) / r - 1) / z), (mp.mpf(0), HALF_LN2 ** 2), 2, 0),
    "cosh": (of_root(lambda r, z: (mp.cosh(r) - 1) / z), (mp.mpf(0), HALF_LN2 ** 2), 3, 0),
}


def table(name, suffix, coefficients):
    print(f"static const double {name}_{suffix}[] = {{")
    print("    " + ", ".join(mp.nstr(c, 20) for c in coefficients) + "};")


def rounded_to_single(value):
    return struct.unpack("f", struct.pack("f", float(value)))[0]


def entries(name, values):
    """A table of f32 itself."""
    print(f"static const float {name}[LANES_ENTRIES] = {{")
    print("    " + ", ".join(mp.nstr(mp.mpf(rounded_to_single(value)), 9) + "f" for value in values) + "};")


def weighted_erfc(terms=9, end=mp.mpf("3.95")):
    """log(erfc(x)) / x on [0, end], weighted by what an error of it is as a relative error of erf."""
    points = [end * (1 - mp.cos(mp.pi * (i + mp.mpf(1) / 2) / 160)) / 2 for i in range(160)]
    values = [mp.log(mp.erfc(x)) / x for x in points]
    scales = [mp.erfc(x) * x / mp.erf(x) for x in points]
    weights = [mp.mpf(1)] * len(points)
    for _ in range(40):  # Lawson: reweight towards the largest error
        factors = [mp.sqrt(w) * s for w, s in zip(weights, scales)]
        rows = mp.matrix([[factor * x ** j for j in range(terms)] for factor, x in zip(factors, points)])
        solution = mp.lu_solve(rows, mp.matrix([factor * v for factor, v in zip(factors, values)]))
        errors = [abs(s * (mp.polyval(list(solution)[::-1], x) - v)) for s, x, v in zip(scales, points, values)]
        total = sum(w * e for w, e in zip(weights, errors))
        weights = [w * e / total for w, e in zip(weights, errors)]
    print(f"// largest relative error of erf from the fit: {mp.nstr(max(errors), 3)}")
    return list(solution)[::-1]


def rational_tan(end=(QUARTER_PI * mp.mpf("1.0002")) ** 2, points=80):
    """a, b, c of tan(r) = r (1 + a z) / (1 + b z + c z^2), z = r^2 up to `end`, by the relative error."""
    places = [end * (1 - mp.cos(mp.pi * (i + mp.mpf(1) / 2) / points)) / 2 for i in range(points)]
    values = [mp.tan(mp.sqrt(z)) / mp.sqrt(z) for z in places]
    weights, divisors = [mp.mpf(1)] * points, [mp.mpf(1)] * points
    for _ in range(60):  # Lawson, on what is linear: 1 + a z - value (1 + b z + c z^2), over the last divisor
        scales = [mp.sqrt(w) / (d * v) for w, d, v in zip(weights, divisors, values)]
        rows = mp.matrix([[s * z, -s * v * z, -s * v * z * z] for s, z, v in zip(scales, places, values)])
        a, b, c = mp.lu_solve(rows, mp.matrix([s * (v - 1) for s, v in zip(scales, values)]))
        divisors = [1 + b * z + c * z * z for z in places]
        errors = [abs((1 + a * z) / d / v - 1) for z, d, v in zip(places, divisors, values)]
        total = sum(w * e for w, e in zip(weights, errors))
        weights = [w * e / total for w, e in zip(weights, errors)]
    print(f"// largest relative error of tan from the fit: {mp.nstr(max(errors), 3)}")
    return a, b, c


for name, (function, interval, single, double) in FITS.items():
    for suffix, terms in (("f32", single), ("f64", double)):
        if terms:
            fit, error = mp.chebyfit(function, interval, terms, error=True)
            print(f"// largest error of the fit: {mp.nstr(error, 3)}")
            table(name, suffix, fit)
mp.mp.dps = 40
table("erfc", "f32", weighted_erfc())
over, under, under_square = rational_tan()
table("tan_under", "f32", [under_square, under])
print(f"#define TAN_OVER {mp.nstr(over, 20)}")


def sum_of_half_pi(all_digits, rounded):
    """Parts of so many digits."""
    rest, parts = mp.pi / 2, []
    for digits in all_digits:
        scale = mp.mpf(2) ** (digits - 1 - mp.floor(mp.log(abs(rest), 2)))
        parts.append(rounded(rest * scale) / scale)
        rest -= parts[-1]
    return parts


table("half_pi", "f32", sum_of_half_pi((10, 10, 10, 24), mp.floor))  # products with less than 2^14 of all but the last are exact in f32
table("half_pi_fused", "f32", sum_of_half_pi((24, 24, 24), mp.nint))
entries("exp2_entries", [mp.mpf(2) ** (mp.mpf(i) / 16) for i in range(16)])
inverses = [rounded_to_single(1 / (1 + (i + mp.mpf(1) / 2) / 16)) for i in range(16)]
entries("log_inverses", inverses)
entries("log_entries", [mp.log(2) - mp.log(mp.mpf(inverse)) for inverse in inverses])
entries("inverse_roots", [mp.cbrt(mp.mpf(2) ** -i) for i in range(3)])


def middle_of_place(i, least=0x3F330000, bits=19):
    """Of those between floats of these bits; 1 where that is one of them."""
    low, high = struct.unpack("2f", struct.pack("2I", least + (i << bits), least + ((i + 1) << bits)))
    return mp.mpf(1) if low < 1 < high else (mp.mpf(low) + mp.mpf(high)) / 2


inverses = [rounded_to_single(1 / middle_of_place(i)) for i in range(16)]
logs = [-mp.log(mp.mpf(inverse), 2) for inverse in inverses]
whole_logs = [mp.nint(log * 2 ** 17) / 2 ** 17 for log in logs]  # with the exponent of an f32 no more than 24 digits
entries("place_inverses", inverses)
entries("place_logs", whole_logs)
entries("place_rests", [log - whole for log, whole in zip(logs, whole_logs)])
