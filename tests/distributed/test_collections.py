"""Edits of data on a cluster are the same as those of data in one place."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import joblib
import pytest
from sklearn.linear_model import SGDClassifier
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from support.corpus import Corpus, contents

pytest.importorskip("dask.distributed")

import dask.bag
import dask.dataframe
import pandas as pd
from distributed import Client
from support.cluster import DaskProcesses, Forking
from support.plain import plain_differ

from syntacticdiff import (
    EditVectorizer,
    HashingEditVectorizer,
    ReferenceModel,
    UsageError,
)
from syntacticdiff.distributed import edit_counts, edit_matrix, fit, share_model, vocabulary
from syntacticdiff.features.matrix import EmptyVocabularyError

TEXTS = ["We go school. They go school.", "Park is by school.", "", "They the go to park."] * 4
LABELS = ["a", "b", "a", "b"] * 4
HERE = {"scheduler": "synchronous"}


@pytest.fixture(scope="module")
def model() -> ReferenceModel:
    texts = ["We go to school.", "They go to the park.", "The park is by the school."] * 5
    return ReferenceModel.train(texts)


@pytest.fixture
def client(cluster: DaskProcesses) -> Iterator[Client]:
    with Client(cluster.address, timeout="60s") as opened:
        opened.wait_for_workers(2, timeout=120)
        yield opened


def bag(parts: int = 5) -> Any:
    return dask.bag.from_sequence(TEXTS, npartitions=parts)


def frame() -> Any:
    return dask.dataframe.from_pandas(pd.DataFrame({"n": range(16), "essay": TEXTS}), npartitions=3)


class TestEditCounts:
    def test_of_a_bag_are_lazy_and_those_of_each_document(self, model: ReferenceModel) -> None:
        differ = plain_differ(model, search="sweep")
        counts = edit_counts(bag(), differ)
        assert isinstance(counts, dask.bag.Bag)
        found = counts.compute(**HERE)
        features = EditVectorizer(model, features="edit").fit(TEXTS)
        rows = [
            dict(zip(features.get_feature_names_out(), row, strict=True))
            for row in features.transform(TEXTS).toarray()
        ]
        assert found == [{name: n for name, n in row.items() if n} for row in rows]

    def test_of_a_data_frame_keep_its_index(self, model: ReferenceModel) -> None:
        differ = plain_differ(model, search="sweep")
        counts = edit_counts(frame(), differ, text="essay", features=["edit", "class"])
        found = counts.compute(**HERE)
        assert found.index.tolist() == list(range(16))
        wanted = edit_counts(bag(), differ, features=["edit", "class"]).compute(**HERE)
        assert found.tolist() == wanted
        same = edit_counts(frame()["essay"], differ, features=["edit", "class"])
        assert same.compute(**HERE).tolist() == wanted

    @pytest.mark.parametrize(
        ("documents", "message"),
        [
            (TEXTS, "a Dask bag, series or data frame is needed, not list"),
            (None, "no column 'text'"),
        ],
    )
    def test_something_else_is_refused(
        self, model: ReferenceModel, documents: Any, message: str
    ) -> None:
        with pytest.raises(UsageError, match=message):
            edit_counts(frame() if documents is None else documents, plain_differ(model))


class TestMatrixAndVocabulary:
    def test_blocks_of_a_hashed_matrix_are_the_matrix(self, model: ReferenceModel) -> None:
        for settings in ({}, {"numeric": True, "binary": True}):
            vectorizer = HashingEditVectorizer(model, n_features=64, **settings)
            wanted = vectorizer.transform(TEXTS)
            for documents in (bag(), frame()):
                matrix = edit_matrix(documents, vectorizer, text="essay")
                assert matrix.shape[1] == wanted.shape[1]
                assert matrix.numblocks[0] == documents.npartitions
                found = matrix.compute(**HERE)
                assert found.toarray().tolist() == wanted.toarray().tolist()

    @pytest.mark.parametrize("parts", [1, 2, 16])
    @pytest.mark.parametrize(
        "settings",
        [{}, {"min_df": 5, "max_df": 0.5}, {"max_features": 3}, {"numeric": True, "binary": True}],
    )
    def test_a_vectorizer_fitted_on_a_cluster_is_an_ordinary_one(
        self, model: ReferenceModel, settings: dict[str, Any], parts: int
    ) -> None:
        ordinary = EditVectorizer(model, **settings).fit(TEXTS)
        with dask.config.set(**HERE):
            fitted = fit(EditVectorizer(model, **settings), bag(parts), split_every=2)
        assert fitted.vocabulary_ == ordinary.vocabulary_
        assert fitted.get_feature_names_out().tolist() == ordinary.get_feature_names_out().tolist()
        wanted = ordinary.transform(TEXTS).toarray().tolist()
        assert fitted.transform(TEXTS).toarray().tolist() == wanted
        blocks = edit_matrix(bag(parts), fitted).compute(**HERE)
        assert blocks.toarray().tolist() == wanted

    def test_the_vocabulary_alone_leaves_the_vectorizer_as_it_was(
        self, model: ReferenceModel
    ) -> None:
        vectorizer = EditVectorizer(model)
        with dask.config.set(**HERE):
            found = vocabulary(bag(), vectorizer)
        assert found == EditVectorizer(model).fit(TEXTS).vocabulary_
        assert not hasattr(vectorizer, "vocabulary_")

    def test_documents_without_edits_are_refused_as_elsewhere(self, model: ReferenceModel) -> None:
        with dask.config.set(**HERE), pytest.raises(EmptyVocabularyError, match="in 16 documents"):
            fit(EditVectorizer(model, min_gain=99.0), bag())


class TestOnACluster:
    def test_joblib_s_backend_serves_every_estimator_and_many(
        self, model: ReferenceModel, client: Client
    ) -> None:
        differ = plain_differ(model, search="sweep")
        wanted = EditVectorizer(model).fit_transform(TEXTS).toarray().tolist()
        hashing = HashingEditVectorizer(model, n_features=64, n_jobs=-1, batch_size=2)
        with joblib.parallel_config("dask", client=client):
            assert list(differ.many(TEXTS, n_jobs=2, batch_size=3)) == list(differ.many(TEXTS))
            found = EditVectorizer(model, n_jobs=-1, batch_size=3).fit_transform(TEXTS)
            assert found.toarray().tolist() == wanted
            hashed = hashing.transform(TEXTS)
        alone = hashing.set_params(n_jobs=1).transform(TEXTS)
        assert hashed.toarray().tolist() == alone.toarray().tolist()

    def test_grid_search_on_a_cluster(
        self, model: ReferenceModel, client: Client, tmp_path: Path
    ) -> None:
        model.save(tmp_path / "m.sdlm")
        search = GridSearchCV(
            make_pipeline(EditVectorizer(str(tmp_path / "m.sdlm")), SGDClassifier(random_state=0)),
            {"editvectorizer__binary": [True, False]},
            cv=2,
            n_jobs=-1,
        )
        here = search.fit(TEXTS, LABELS).cv_results_["mean_test_score"].tolist()
        with joblib.parallel_config("dask", client=client):
            there = search.fit(TEXTS, LABELS).cv_results_["mean_test_score"].tolist()
        assert there == here

    def test_bags_are_counted_there(self, model: ReferenceModel, client: Client) -> None:
        counts = edit_counts(bag(), plain_differ(model, search="sweep"))
        assert client.compute(counts).result() == counts.compute(**HERE)

    def test_a_model_that_all_workers_see_is_not_sent(
        self, model: ReferenceModel, client: Client
    ) -> None:
        assert share_model(model, client) == 0
        assert share_model(ReferenceModel.load("default"), client) == 0

    def test_a_model_that_they_cannot_see_is_sent_once_and_mapped_once(
        self,
        corpus: Corpus,
        cluster: DaskProcesses,
        forking: Forking,
        tmp_path: Path,
    ) -> None:
        """/proc/self/cwd is another folder for each process: the workers see neither file."""
        arguments = list(corpus.arguments)
        (tmp_path / "t.jsonl").write_bytes((corpus.folder / "t.jsonl").read_bytes())
        # A model of its own, which no earlier test has sent to the workers.
        ReferenceModel.train(["We go to the school in the morning."] * 9).save(tmp_path / "m.sdlm")
        arguments[arguments.index("--reference") + 1] = "/proc/self/cwd/m.sdlm"
        arguments[1] = "/proc/self/cwd/t.jsonl"
        alone = forking.run(tmp_path, "log", *arguments, "--out", "alone/")
        assert alone.code() == 1, alone.log.read_text()
        run = forking.run(
            tmp_path, "log", *arguments, "--out", "out/", "--scheduler", cluster.address
        )
        assert run.code() == 1, run.log.read_text()
        assert contents(tmp_path / "out") == contents(tmp_path / "alone")
        mapped = [inodes for worker in cluster.workers() if (inodes := _copies(worker.pid))]
        assert mapped  # one fast worker may have done everything
        assert len(set().union(*mapped)) == 1


def _copies(process: int) -> set[str]:
    """The inodes of the models that a process got as copies and has mapped."""
    maps = Path(f"/proc/{process}/maps").read_text().splitlines()
    return {line.split()[4] for line in maps if "syntacticdiff-models" in line}
