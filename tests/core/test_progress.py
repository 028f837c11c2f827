"""Progress of a part of some work is told as progress of the whole."""

from croupier.core.base.progress import part_of


def test_parts_of_parts_lead_from_nothing_to_the_whole() -> None:
    told: list[float] = []
    for number in range(3):
        third = part_of(told.append, number / 3, (number + 1) / 3)
        for half in (0, 1):
            part = part_of(third, half / 2, (half + 1) / 2)
            part(0.0)
            part(0.5)
            part(1.0)
    assert told == sorted(told)
    assert (told[0], told[-1], len(set(told))) == (0.0, 1.0, 13)


def test_progress_that_nobody_hears_is_told_to_nobody() -> None:
    part_of(None, 0.0, 1.0)(0.5)
