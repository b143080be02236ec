"""The arithmetic of a roofline (Williams, Waterman, Patterson 2009, doi 10.1145/1498765.1498785).

Rates are per second, intensities are work per unit of traffic; which unit of traffic, byte or 32-byte
transaction, is the caller's choice as long as bandwidth and intensity share it.
"""

from __future__ import annotations


def intensity(work: float, traffic: float) -> float | None:
    """Return work per unit of traffic, or None where there is no traffic (the intensity is unbounded)."""
    if traffic <= 0:
        return None
    return work / traffic


def ridge_point(peak: float, bandwidth: float) -> float:
    """Return the intensity at which the bandwidth ceiling meets the compute ceiling."""
    return peak / bandwidth


def attainable(at_intensity: float, *, bandwidth: float, peak: float | None) -> float:
    """Return the highest performance at an intensity: min(peak, intensity x bandwidth)."""
    diagonal = at_intensity * bandwidth
    return diagonal if peak is None else min(peak, diagonal)


def utilisation(achieved_rate: float, ceiling_rate: float) -> float:
    """Return the share of a ceiling that was reached; 1.0 is all of it."""
    return achieved_rate / ceiling_rate
