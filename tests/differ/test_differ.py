"""SyntacticDiff: given this text and this reference, these edits, at these places."""

import os
import pickle
import signal
import subprocess
import sys
import threading
import time
import warnings
from dataclasses import replace
from pathlib import Path

import joblib
import pytest
from support.made_up_prices import MadeUpPricing
from support.plain import plain_differ

import syntacticdiff
from syntacticdiff import ReferenceModel, SyntacticDiff
from syntacticdiff.errors import UsageError, WorkerError
from syntacticdiff.reference.scored import ScoredSentence
from syntacticdiff.reference.scorer import END, bits_per_token
from syntacticdiff.search.penalties import Penalties

TEXTS = [
    "We go to school.",
    "We go to the park.",
    "They walk to the school by the river.",
    "She goes to school on foot.",
    "He is interested in music.",
    "The park is by the river.",
    "He goes to the park.",
] * 6


@pytest.fixture(scope="module")
def model():
    return ReferenceModel.train(TEXTS, order=3)


@pytest.fixture(scope="module")
def differ(model):
    return plain_differ(model, insertions=["to", "the", "in"])


def names(diff):
    return [str(edit) for edit in diff.edits]


def test_a_missing_word_is_asked_for_where_it_is_missing(differ):
    diff = differ("We go school.")
    assert names(diff) == ["insert(to)"]
    [edit] = diff.edits
    assert (edit.op, edit.position, edit.source, edit.target) == ("insert", 2, "", "to")
    assert (edit.start, edit.end) == (6, 6)
    assert edit.gain > 0
    assert diff.output == "We go to school."
    assert diff.output_tokens == ("we", "go", "to", "school", ".")


def test_before_and_after_are_the_models_bits_of_the_two_sentences(differ, model):
    diff = differ("He is interested music the park.")
    assert diff.edits
    for tokens, bits in ((diff.tokens, diff.before), (diff.output_tokens, diff.after)):
        ids = [*map(model.lexicon.id, tokens), END]
        assert bits == bits_per_token(ScoredSentence(model.scorer, ids).total, len(ids))
        assert bits == pytest.approx(model.score(list(tokens)).bits_per_token, abs=1e-5)
    assert sum(edit.gain for edit in diff.edits) == pytest.approx(diff.before - diff.after)


def test_tokens_are_folded_and_unknown_words_stay_themselves(differ):
    diff = differ("We GO to Xanadu.")
    assert diff.tokens == ("we", "go", "to", "xanadu", ".")
    assert diff.unknown == 1


def test_places_are_in_the_text_whatever_its_spacing(differ):
    text = "  We  go\tschool ."
    diff = differ(text)
    [edit] = diff.edits
    assert text[edit.start :] == "school ."
    assert diff.output == "  We  go\tto school ."


def test_an_insertion_at_the_end_is_placed_behind_the_last_token(model):
    differ = plain_differ(model, insertions=["."], operations=["insert"], min_count=1)
    diff = differ("We go to school ")
    [edit] = diff.edits
    assert (edit.position, edit.start, edit.end) == (4, 15, 15)
    assert diff.output == "We go to school. "


def test_a_document_gives_each_sentence_with_its_offset(differ):
    text = "We go school.  He is interested on music.\n\nThe park."
    diffs = differ.document(text)
    assert [diff.text for diff in diffs] == [
        *("We go school.", "He is interested on music.", "The park."),
    ]
    for diff in diffs:
        assert text[diff.offset : diff.offset + len(diff.text)] == diff.text
        assert diff == replace(differ(diff.text), offset=diff.offset)


def test_token_lists_are_taken_as_they_are(differ):
    diff = differ(["We", "go", "school", "."])
    assert diff.text == "We go school ."
    assert diff.output == "We go to school ."
    assert [d.tokens for d in differ.document([["We", "go"], ["He", "is"]])] == [
        *(("we", "go"), ("he", "is")),
    ]


def test_tokenized_text_has_a_sentence_on_each_line_blank_ones_included(model):
    differ = plain_differ(model, insertions=["to"], tokenized=True)
    diffs = differ.document("We go school .\n\nIt 's fine\n")
    assert [diff.text for diff in diffs] == ["We go school .", "", "It 's fine"]
    assert diffs[1].edits == ()
    assert diffs[1].output == ""
    assert diffs[1].before == diffs[1].after
    assert diffs[2].tokens == ("it", "'s", "fine")


def test_a_sweep_describes_and_does_not_rewrite(model):
    diff = plain_differ(model, search="sweep", insertions=["to", "the"])("We go school.")
    assert "insert(to)" in names(diff)
    assert diff.after is diff.output is diff.output_tokens is None


def test_empty_documents_have_no_sentences(differ):
    assert differ.document("") == []
    assert differ.document(" \n\t ") == []
    assert differ.document([]) == []


@pytest.mark.parametrize("text", ["😀😀😀", "\x00", "\ud800 lone", "a\u202eb", "w" * 10_000])
def test_odd_text_is_text(differ, text):
    [diff] = differ.document(text)
    assert diff.text == text
    assert diff.unknown >= 1


def test_operations_restrict_the_kinds_of_edits(model):
    for operation in ("insert", "remove", "sub"):
        differ = plain_differ(model, operations=[operation], search="sweep", insertions=["to"])
        found = {edit.op for edit in differ("They walks the the school school.").edits}
        assert found == {operation}


def test_penalties_make_edits_dear(model):
    free = plain_differ(model, insertions=["to"])
    dear = plain_differ(model, insertions=["to"], penalties={"insert(to)": 50.0})
    assert names(free("We go school.")) == ["insert(to)"]
    assert "insert(to)" not in names(dear("We go school."))


def test_a_callable_penalty_sees_edit_and_tokens(model):
    seen = set()

    def never_insert(edit, tokens):
        seen.add((str(edit), tokens))
        return 99.0 if edit.op == "insert" else 0.0

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        differ = plain_differ(model, insertions=["to"], penalties=never_insert)
    assert "insert(to)" not in names(differ("We go school."))
    assert ("insert(to)", ("we", "go", "school", ".")) in seen


def test_stop_at_the_reference_needs_its_figure(model):
    assert model.held_out_bits is None
    with pytest.raises(UsageError, match=r"stop_at: .*held-out"):
        plain_differ(model, stop_at="reference")
    long = ReferenceModel.train(TEXTS * 5, order=2)
    assert plain_differ(long, stop_at="reference").settings.stop_at == long.held_out_bits


def test_the_signature_says_what_decided_the_result(differ, model):
    assert differ.signature.startswith("syntacticdiff:")
    assert f"model:{model.checksum[:16]}" in differ.signature
    assert "search:beam" in differ.signature
    assert differ("We go.").signature == differ.signature
    assert plain_differ(model, alpha=0.7).signature != plain_differ(model).signature


def test_many_keeps_the_order_and_reads_no_more_than_it_must(differ):
    taken = []

    def documents():
        for number in range(1000):
            taken.append(number)
            yield "We go school." if number % 2 else "He is."

    results = differ.many(documents())
    first = [next(results) for _ in range(3)]
    assert [len(diffs[0].edits) for diffs in first] == [0, 1, 0]
    assert len(taken) < 100


@pytest.mark.parametrize("jobs", [2, 3])
def test_many_gives_the_same_with_several_workers(differ, jobs):
    documents = [f"We go school. He is {word}." for word in "abcdefghij"] * 3
    alone = list(differ.many(documents))
    assert list(differ.many(documents, n_jobs=jobs, batch_size=2)) == alone


@pytest.mark.parametrize("engine", ["python", "native"])
@pytest.mark.parametrize(
    ("backend", "jobs"),
    [("threading", 2), ("threading", 8), ("loky", 2), ("loky", 8), ("multiprocessing", 2)],
)
def test_many_gives_the_same_with_any_backend_of_joblib(model, engine, backend, jobs):
    if engine == "native":
        pytest.importorskip("syntacticdiff._native")
    differ = plain_differ(model, insertions=["to", "the", "in"], engine=engine)
    documents = [f"We go school. He is {word} music." for word in "abcdefghij"] * 4
    alone = list(differ.many(documents))
    assert any(diff.edits for diffs in alone for diff in diffs)
    with joblib.parallel_config(backend, n_jobs=jobs):
        assert list(differ.many(documents, batch_size=3)) == alone


def test_many_is_read_no_further_than_the_batches_in_flight(differ):
    taken = 0

    def documents():
        nonlocal taken
        while True:
            taken += 1
            yield "He is."

    results = differ.many(documents(), n_jobs=2, batch_size=1)
    for _ in range(40):
        next(results)
    results.close()
    assert taken <= 80


def test_no_thread_waits_for_another_while_there_is_something_to_do(model):
    pytest.importorskip("syntacticdiff._native")
    differ = plain_differ(model, insertions=["to", "the"], engine="native")
    slow, others = threading.Event(), []

    def number(diffs):
        if diffs[0].text == "He is.":
            assert slow.wait(60)  # for seven before it and the seven that are read ahead behind it
        else:
            others.append(diffs[0].text)
            if len(others) == 14:
                slow.set()
        return len(diffs)

    documents = [*["We go school."] * 7, "He is.", *["We go school."] * 13]
    assert list(differ.apply(number, documents, n_jobs=2, batch_size=1)) == [1] * 21


def test_results_are_given_before_everything_that_may_wait_is_read(model):
    pytest.importorskip("syntacticdiff._native")
    differ = plain_differ(model, insertions=["to", "the"], engine="native")
    given = threading.Event()

    def documents():
        yield "We go school."
        for _ in range(100):  # at most; the first result is there long before
            time.sleep(0.05)
            yield "He is."
            if given.is_set():
                return

    results = differ.many(documents(), n_jobs=2, batch_size=1)
    next(results)
    given.set()
    assert len(list(results)) < 9  # of the eight batches in flight not all were waited for


def test_threads_need_no_file_of_a_model_that_was_never_saved():
    pytest.importorskip("syntacticdiff._native")
    model = ReferenceModel.train(TEXTS, order=2)
    differ = plain_differ(model, insertions=["to"], engine="native")
    alone = list(differ.many(["We go school."] * 4))
    assert list(differ.many(["We go school."] * 4, n_jobs=2, batch_size=1)) == alone
    assert model._temporary is None


def test_a_run_that_fails_leaves_other_searches_alone(model):
    pytest.importorskip("syntacticdiff._native")
    differ = plain_differ(model, insertions=["to", "the"], engine="native", max_edits=3)
    long = [["we", "go", "school"] * 400] * 40
    found = []
    other = threading.Thread(target=lambda: found.append(differ.document(long)))
    other.start()
    with pytest.raises(TypeError):
        list(differ.many(["We go.", None, "He is."], n_jobs=2, batch_size=1))
    other.join()
    assert len(found[0]) == 40


def test_why_it_is_not_the_native_engine_is_said_once(model, tmp_path):
    program = (
        "from syntacticdiff import ReferenceModel, SyntacticDiff\n"
        f"model = ReferenceModel.load({str(tmp_path / 'm.sdlm')!r})\n"
        "def dear(edit, tokens): return 1.0\n"
        "for _ in range(2):\n"
        "    differ = SyntacticDiff(model, penalties=dear, insertions=['to'])\n"
        "    list(differ.many(['We go school.'] * 6, n_jobs=2, batch_size=2))\n"
    )
    model_copy = ReferenceModel.train(TEXTS, order=2)
    model_copy.save(tmp_path / "m.sdlm")
    environment = os.environ | {"PYTHONPATH": str(Path(syntacticdiff.__file__).parents[1])}
    done = subprocess.run(
        [sys.executable, "-P", "-c", program],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr.count("the Python engine is used") == 1


def kill_once(flag):
    """A V_SUB that kills the process the first time it is asked, and finds nothing."""

    def substitutes(word):
        if not flag.exists():
            flag.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return []

    return substitutes


def test_a_killed_worker_loses_nothing(model, tmp_path):
    documents = ["We go school.", "He is."] * 4
    expected = list(plain_differ(model, substitutions=None, engine="python").many(documents))
    differ = plain_differ(model, substitutions=kill_once(tmp_path / "killed"), engine="python")
    with pytest.warns(UserWarning, match="worker process was killed"):
        found = list(differ.many(documents, n_jobs=2, batch_size=2))
    assert (tmp_path / "killed").exists()
    assert [[diff.edits for diff in diffs] for diffs in found] == [
        [diff.edits for diff in diffs] for diffs in expected
    ]


def test_workers_that_are_always_killed_are_one_clear_line(model):
    def substitutes(word):
        os.kill(os.getpid(), signal.SIGKILL)

    differ = plain_differ(model, substitutions=substitutes, engine="python")
    with pytest.raises(WorkerError, match="killed twice"), pytest.warns(UserWarning, match="again"):
        list(differ.many(["We go."] * 8, n_jobs=2, batch_size=1))


def test_many_refuses_a_bare_string(differ):
    with pytest.raises(UsageError, match="not one string"):
        next(differ.many("We go school."))


def test_a_differ_can_be_pickled_with_its_model_saved(model, tmp_path):
    path = tmp_path / "m.sdlm"
    ReferenceModel.train(TEXTS, order=3).save(path)
    differ = plain_differ(path, insertions=["to"], search="sweep")
    again = pickle.loads(pickle.dumps(differ))
    assert again("We go school.") == differ("We go school.")


def test_typographic_quotes_are_what_a_model_with_straight_ones_takes_them_for():
    texts = ['He doesn\'t say "no".', "We don't say it's fine."]
    model = ReferenceModel.train(texts, order=2, straight_quotes=True)
    typographic = model.score("He doesn’t say “no”, it’s fine.")
    assert typographic.unknown == model.score("He doesn't say \"no\", it's fine.").unknown
    assert typographic.log10 == model.score("He doesn't say \"no\", it's fine.").log10
    as_it_is = ReferenceModel.train(texts, order=2)
    assert as_it_is.score("He doesn’t.").unknown == 1


def test_a_kenlm_model_keeps_its_tokenizer_and_casing_in_workers():
    pytest.importorskip("kenlm")
    path = Path(__file__).parents[1] / "reference" / "data" / "tiny.3.binary"
    model = ReferenceModel.from_kenlm(path, tokenizer="whitespace", cased=True)
    differ = plain_differ(model, insertions=None, substitutions=None, engine="python")
    documents = ["The dog don't SIT."] * 4
    alone = list(differ.many(documents))
    assert alone[0][0].tokens == ("The", "dog", "don't", "SIT.")
    assert list(differ.many(documents, n_jobs=2, batch_size=1)) == alone
    assert pickle.loads(pickle.dumps(model)).cased


def test_the_signature_tells_penalties_and_word_lists_apart(model):
    def signature(**settings):
        return plain_differ(model, **settings).signature

    assert signature(penalties={"base": 0.1}) != signature(penalties={"base": 5.0})
    assert signature(insertions=["to"]) != signature(insertions=["the"])
    assert signature(substitutions={"a": ["b"]}) != signature(substitutions={"a": ["c"]})
    assert signature(removals=["a"]) != signature(removals=["the"])
    assert "removals:function-words" in signature(removals="function-words")
    assert signature(penalties=Penalties(5)) != signature(penalties=Penalties(6))
    assert signature(tokenized=True) != signature()
    prices = Penalties(pricing=MadeUpPricing(1)), Penalties(pricing=MadeUpPricing(2))
    assert signature(penalties=prices[0]) != signature(penalties=prices[1])


def test_only_words_among_the_removals_are_removed(model):
    sentence = "We go to to the the school."
    settings = {"operations": ["remove"], "max_edits": 3, "positions": "all"}
    found = {
        str(removals): [
            str(edit) for edit in plain_differ(model, removals=removals, **settings)(sentence).edits
        ]
        for removals in ("all", ["The"], ["unheard"])
    }
    assert found == {
        "all": ["remove(to)", "remove(the)", "remove(the)"],
        "['The']": ["remove(the)", "remove(the)"],
        "['unheard']": [],
    }


def test_candidates_are_those_of_the_sentence_as_the_model_reads_it(model):
    differ = plain_differ(model, insertions=["to"], substitutions={"go": ["walk"]})
    candidates = differ.candidates("We GO.", orders=(None, 1))
    assert candidates.tokens == ("we", "go", ".")
    assert [(step.position, step.op, step.target) for step in candidates.steps()] == [
        (0, "insert", "to"),
        (0, "remove", ""),
        (1, "insert", "to"),
        (1, "remove", ""),
        (1, "sub", "walk"),
        (2, "insert", "to"),
        (2, "remove", ""),
        (3, "insert", "to"),
    ]
    assert set(candidates.gains) == {None, 1}
    assert len(differ.many_candidates(["We go.", ["we"]])) == 2


def test_what_is_too_long_for_prices_is_left_alone(model, monkeypatch):
    monkeypatch.setattr("syntacticdiff.differ.searching.MOST_PRICED", 7)
    differ = plain_differ(model, penalties=Penalties(pricing=MadeUpPricing(1)), insertions=["to"])
    tokens = ["we", "go", "go", "go", "to", "to", "to", "school"]
    short, long = differ.document([tokens[1:], tokens])
    assert short.edits
    assert not long.edits
    assert long.before == long.after == plain_differ(model)(tokens).before


def test_penalties_name_words_as_people_write_them(model):
    differ = plain_differ(model, penalties={"insert(To)": 50.0}, insertions=["to"])
    assert "insert(to)" not in names(differ("We go school."))


def test_a_sentence_without_tokens_is_left_alone(differ):
    for diff in (differ(""), differ([]), *differ.document([[]])):
        assert diff.edits == ()
        assert diff.output == ""
        assert diff.before == diff.after > 0


@pytest.mark.parametrize("parameter", ["engine", "search", "positions", "cost", "aggregate"])
def test_an_unknown_choice_is_refused_by_name(model, parameter):
    with pytest.raises(UsageError, match=f"^{parameter}: 'nonsense' is not one of"):
        SyntacticDiff(model, **{parameter: "nonsense"})


DOCUMENTS = [
    "We go school.  They walk to the the river .\n\nHe interested in Music!",
    "",
    " \n\n ",
    [["we", "go", "school"], [], ["HE", "goes"]],
    "“We” don’t go — café \ud800 😀",
    "He goes to park. " * 40,
]


@pytest.mark.parametrize("search", ["sweep", "beam", "recursive"])
@pytest.mark.parametrize("tokenized", [False, True])
def test_diffs_that_wait_to_be_read_are_those_of_the_definition(model, search, tokenized):
    pytest.importorskip("syntacticdiff._native")
    settings = {"insertions": ["to", "the", "in"], "search": search, "tokenized": tokenized}
    settings |= {"max_edits": 2 if search == "beam" else 1}
    native = plain_differ(model, **settings, engine="native")
    python = plain_differ(model, **settings, engine="python")
    found, defined = native.documents(DOCUMENTS), python.documents(DOCUMENTS)
    assert any(diff.edits for document in defined for diff in document)
    for document, expected in zip(found, defined, strict=True):
        assert [replace(diff, signature="") for diff in document] == [
            replace(diff, signature="") for diff in expected
        ]


def test_diffs_that_wait_to_be_read_do_not_see_what_becomes_of_their_document(model):
    differ = plain_differ(model, insertions=["to"])
    tokens = ["we", "go", "school"]
    [[diff]] = differ.documents([[tokens]])
    tokens[:] = ["other", "words"]
    assert diff.tokens == ("we", "go", "school")
    assert diff.text == "we go school"
