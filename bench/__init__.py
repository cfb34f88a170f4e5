"""Measuring Greenroom: a workload, its drivers, the peers, the limits, and faults on purpose."""
