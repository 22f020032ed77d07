//! Invariants that hold for every game; tests and fuzz targets call them.
