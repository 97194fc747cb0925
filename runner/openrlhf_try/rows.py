"""Rows of local files."""

import csv
import itertools
import json
import os


def read_rows(path, count):
    """The first rows of a .jsonl, .json, .csv or .parquet file; another name is read as lines of JSON."""
    kind = os.path.splitext(path)[1].lower()
    if kind == ".parquet":
        return parquet_rows(path, count)
    if kind == ".csv":
        csv.field_size_limit(2**31 - 1)
        with open(path, encoding="utf-8-sig", newline="") as file:
            return [dict(row) for row in itertools.islice(csv.DictReader(file), count)]
    with open(path, encoding="utf-8-sig") as file:
        if kind == ".json":
            first = next((line.lstrip() for line in file if line.strip()), "")
            file.seek(0)
            if first.startswith("["):
                return json.load(file)[:count]
        lines = (line for line in file if line.strip())
        return [json.loads(line) for line in itertools.islice(lines, count)]


def parquet_rows(path, count):
    try:
        from pyarrow.parquet import ParquetFile
    except ImportError:
        return pandas_rows(path, count)
    batches = ParquetFile(path).iter_batches(batch_size=count)
    return list(itertools.islice((row for batch in batches for row in batch.to_pylist()), count))


def pandas_rows(path, count):
    try:
        import pandas
        table = pandas.read_parquet(path)
    except ImportError:
        raise RuntimeError(
            "a .parquet file is read by pyarrow, or pandas with fastparquet, and this Python has neither; "
            "install pyarrow in it, or write the rows as .jsonl"
        ) from None
    return table.head(count).to_dict("records")
