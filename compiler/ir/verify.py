"""What holds of every program and machine: each invariant one function that gives its findings."""

from __future__ import annotations

from hoyle.compiler.ir.machine import Machine
from hoyle.compiler.ir.program import Program


class Broken(Exception):
    """The compiler has made something that cannot be right: a mistake of ours, not of the rules."""


def verify_program(program: Program) -> Program:
    """The program, if nothing is wrong with it."""
    return program


def verify(machine: Machine) -> Machine:
    """The machine, if nothing is wrong with it."""
    return machine
