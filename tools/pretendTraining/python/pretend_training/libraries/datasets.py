"""Datasets that are read from JSON files, or made up where a hub or another format would be needed."""

import json
import os

MADE_UP_ROWS = 1000


class Row(dict):
    """A row that has every column."""

    def __missing__(self, key):
        return f"made-up {key}"


class Dataset:
    def __init__(self, rows):
        self._rows = rows

    def __len__(self):
        return len(self._rows)

    def __iter__(self):
        return iter(self._rows)

    def __getitem__(self, index):
        return self._rows[index]

    def select(self, indices):
        return Dataset([self._rows[index] for index in indices])

    def __repr__(self):
        columns = sorted({key for row in self._rows[:1] for key in row})
        return f"Dataset({{\n    features: {columns},\n    num_rows: {len(self)}\n}})"


def load_dataset(path, data_files=None, data_dir=None, **options):
    if data_files is None:
        return {"train": _made_up()}
    if not os.path.isfile(data_files):
        raise FileNotFoundError(f"Unable to find '{os.path.abspath(data_files)}'")
    return {"train": _from_json(data_files) if path == "json" else _made_up()}


def load_from_disk(path):
    return _made_up()


def concatenate_datasets(datasets):
    return Dataset([row for dataset in datasets for row in dataset])


def interleave_datasets(datasets, probabilities=None, seed=None, stopping_strategy=None):
    return concatenate_datasets(datasets)


def _made_up():
    return Dataset([Row() for _ in range(MADE_UP_ROWS)])


def _from_json(file):
    with open(file, encoding="utf-8") as opened:
        text = opened.read()
    if text.lstrip().startswith("["):
        return Dataset(json.loads(text))
    return Dataset([json.loads(line) for line in text.splitlines() if line.strip()])
