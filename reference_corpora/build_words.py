"""The recipe of the embedded words: dictionaries and forms in, `english.sdwords` out.

    pip install ".[inflections]"
    python reference_corpora/build_words.py --out syntacticdiff/text/english.sdwords

The dictionaries are files of npm packages, fetched with `npm pack` and pinned by their checksums
(`--packages FOLDER` takes them from a folder instead); no code of them is run. The forms are those
that lemminflect knows for the words of the dictionaries and of the embedded reference. The same
versions give the same bytes.
"""

from __future__ import annotations

import argparse
import hashlib
import subprocess
import sys
import tarfile
import tempfile
from collections import defaultdict
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from itertools import chain
from pathlib import Path

from hunspell import dictionary_words

from syntacticdiff.reference import ReferenceModel
from syntacticdiff.text.english import write_english_words

PACKAGES = {  # name and version of an npm package: the SHA-256 of its file
    "dictionary-en@4.0.0": "160cba5e6c0230d43d70b0c929e498566ff2c3c4bcf840318d98ce28e31ee756",
    "dictionary-en-gb@3.0.0": "67b3ac7f78c31408927b9e4e4f55bbd6a338ae6596a5c09bd937e471694fa218",
    "dictionary-en-ca@3.0.0": "e38333de5903f0c7690b6f0eedbadad73e84fede0d8351f99e08c2c4a8231961",
    "dictionary-en-au@3.0.0": "7bc5a6519d14ac82f65478ea8f0be1f3a7dbb88740fc5bb08c69799e13787f1d",
}
LEMMINFLECT = "0.2.3"
MARKERS = 3  # at the beginning of a lexicon


def main(arguments: Sequence[str] | None = None) -> int:
    """Build the file."""
    parser = argparse.ArgumentParser(description="Build the embedded words.")
    parser.add_argument("--out", type=Path, required=True, help="the file to write")
    parser.add_argument("--packages", type=Path, help="a folder with the packages' files")
    options = parser.parse_args(arguments)
    if version("lemminflect") != LEMMINFLECT:
        print(f"lemminflect {LEMMINFLECT} is needed: pip install lemminflect=={LEMMINFLECT}")
        return 2
    with tempfile.TemporaryDirectory() as scratch:
        written = all_words(options.packages or Path(scratch), download=options.packages is None)
    known = {word.lower() for word in written}
    lexicon = ReferenceModel.load("default").lexicon
    known.update(word for word in list(lexicon.words())[MARKERS:] if word.isalpha())
    forms = all_forms(known)
    sources = [*PACKAGES, f"lemminflect=={LEMMINFLECT}"]
    checksum = write_english_words(options.out, sorted(written), forms, sources)
    print(
        f"{options.out}: {len(written):,} words of the dictionaries, {len(forms):,} words with "
        f"other forms, {options.out.stat().st_size:,} bytes, SHA-256 {checksum}"
    )
    return 0


def all_words(folder: Path, download: bool) -> set[str]:
    """The words of all dictionaries."""
    found: set[str] = set()
    for package, expected in PACKAGES.items():
        if download:
            subprocess.run(["npm", "pack", "--silent", package], cwd=folder, check=True)
        path = folder / f"{package.replace('@', '-')}.tgz"
        checksum = hashlib.sha256(path.read_bytes()).hexdigest()
        if checksum != expected:
            sys.exit(f"{path.name}: another file than the recipe was made for: SHA-256 {checksum}")
        with tarfile.open(path) as archive:
            affixes, stems = (_member(archive, f"package/index.{kind}") for kind in ("aff", "dic"))
        found |= dictionary_words(affixes, stems)
    return found


def all_forms(known: set[str]) -> Mapping[str, list[str]]:
    """The other known words that are forms of the same lemmas, for known words and their forms.

    Words count as forms whatever their part of speech is: `foots` is a verb's form only, and should
    lead to `feet`.
    """
    import lemminflect

    found: dict[str, set[str]] = defaultdict(set)
    for word in sorted(filter(str.isalpha, known)):
        for lemma in set(chain(*lemminflect.getAllLemmas(word).values())):
            inflected = chain(*lemminflect.getAllInflections(lemma).values())
            same = {form.lower() for form in (lemma, *inflected) if form.isalpha()}
            for form in same:
                found[form] |= (same & known) - {form}
    return {word: sorted(others) for word, others in found.items() if others}


def _member(archive: tarfile.TarFile, name: str) -> str:
    stream = archive.extractfile(name)
    assert stream is not None
    return stream.read().decode()


if __name__ == "__main__":
    sys.exit(main())
