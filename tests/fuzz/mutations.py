"""Bytes to be fuzzed with: sound inputs, changed in a few places; drawn by hypothesis."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import strategies as st

# What readers stumble over: numbers at the edge, marks of the formats, halves of characters.
PIECES = (
    *(b"\0", b"\xff", b"\xef\xbb\xbf", b"\xed\xa0\x80", b"\n", b"\r\n", b'"', b",", b"\t", b"|||"),
    *(b"{", b"}", b"[", b"]", b":", b"\\u0000", b"\\ud800", b"null", b"NaN", b"-", b"1e999"),
    *(b"99999999999999999999", b"-1", b"\\", b"S ", b"A ", b"ngram 1=", b"</s>", b"<unk>", b"inf"),
    *(b"\x00\x00\x00\x80", b"\xff\xff\xff\xff", b"\x7f", b" ", b"\xc2\x85", b"\xe2\x80\xa8"),
)


def changed(seeds: tuple[bytes, ...]) -> st.SearchStrategy[bytes]:
    """One of the inputs with up to eight changes; now and then any bytes at all."""
    change = st.tuples(
        st.sampled_from(["put", "replace", "cut", "copy"]),
        st.floats(0, 1),
        st.floats(0, 0.3),
        st.one_of(st.sampled_from(PIECES), st.binary(min_size=1, max_size=4)),
    )
    edited = st.tuples(st.sampled_from(seeds), st.lists(change, min_size=1, max_size=8))
    return st.one_of(edited.map(_apply), edited.map(_apply), st.binary(max_size=60))


def _apply(case: tuple[bytes, list[tuple[str, float, float, bytes]]]) -> bytes:
    data, changes = case
    for kind, where, share, piece in changes:
        start = round(where * len(data))
        end = min(len(data), start + max(1, round(share * share * len(data))))
        if kind == "put":
            data = data[:start] + piece + data[start:]
        elif kind == "replace":
            data = data[:start] + piece + data[start + len(piece) :]
        elif kind == "cut":
            data = data[:start] + data[end:]
        else:
            data = data[:end] + data[start:end] + data[end:]
    return data


def text(seeds: tuple[bytes, ...]) -> st.SearchStrategy[bytes]:
    """Texts rather than bytes, for what is given text only."""
    words = sorted({word for seed in seeds for word in seed.decode().split()})
    odd = st.text(max_size=6)
    joined = st.lists(st.one_of(st.sampled_from(words), odd), max_size=30).map(" ".join)
    return joined.map(lambda string: string.encode("utf-8", "surrogatepass"))


def strategy(name: str, seeds: tuple[bytes, ...]) -> Any:
    """What a target is given."""
    if name in ("tokenizer", "engine"):
        return st.one_of(text(seeds), changed(seeds))
    return changed(seeds)


def seed_of(round_number: int) -> int:
    """Another one for every round, and another first one for every day's run."""
    return random.SystemRandom().randrange(1 << 32) + round_number
