"""Which sentences of the cleaned texts are held out."""

from syntacticdiff.reference.recipes.held_out import is_held_out


def test_the_last_of_ten_blocks_of_a_hundred_sentences_is_held_out() -> None:
    assert [line for line in range(2_000) if is_held_out(line)] == [
        *range(900, 1_000),
        *range(1_900, 2_000),
    ]
