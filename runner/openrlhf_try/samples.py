"""Samples: typed in, of a file of samples, or rows of a data set; and what the model says to each."""

import itertools

from .rows import read_rows
from .stand_ins import chat_text
from .values import shown, text_of


def samples_of(request):
    """(prompt, label, answers) for each prompt; an answer is a list of turns, of which a reward function sees one.

    Raises RuntimeError that says what is wrong with a row, and what reading the file raises.
    """
    given = list(prompts_of(request))
    if not given:
        raise RuntimeError("there is no row in it")
    return [(prompt, label, answers_to(label, said, request)) for prompt, label, said in given]


def prompts_of(request):
    """(prompt, label, what the model says or `None`)."""
    file, data = request.get("samplesFile"), request.get("data")
    if file:
        for number, row in enumerate(read_rows(file["path"], file["rows"]), 1):
            yield sample_of(row, number, request["role"])
    elif data:
        for number, row in enumerate(read_rows(data["path"], data["rows"]), 1):
            check_keys(row, number, data["inputKey"], data.get("labelKey"))
            yield prompt_of(row, data), row[data["labelKey"]] if data.get("labelKey") else "", None
    else:
        for one in request["samples"]:
            yield one["prompt"], one["label"], None


def check_keys(row, number, *keys):
    if not isinstance(row, dict):
        raise RuntimeError(f"row {number} is {shown(row)[:80]}, no object")
    for key in filter(None, keys):
        if key not in row:
            # Most often the key is wrong, and then all rows lack it.
            which = "its rows have" if number == 1 else f"row {number} has"
            they = "they have" if number == 1 else "it has"
            raise RuntimeError(f"{which} no {key!r}; {they} {', '.join(map(str, row))}")


def prompt_of(row, data):
    prompt = row[data["inputKey"]]
    if hasattr(prompt, "tolist"):
        prompt = prompt.tolist()
    if data.get("chat"):
        return chat_text([{"role": "user", "content": prompt}] if isinstance(prompt, str) else prompt)
    if data.get("template"):
        return data["template"].format(prompt)
    return prompt if isinstance(prompt, str) else chat_text(prompt)


def sample_of(row, number, role):
    """A row of a file of samples: `prompt`, and if wanted `label`, `response` or `responses`."""
    check_keys(row, number, "prompt")
    label = row.get("label")
    said = row.get("responses")
    if said is None:
        said = None if row.get("response") is None else [row["response"]]
    elif hasattr(said, "tolist"):
        said = said.tolist()
    if said is not None and not is_said(said, role):
        wanted = "a list of texts" + (", or of lists of texts" if role == "agent" else "")
        raise RuntimeError(f"row {number}: responses is {shown(said)[:80]}; it has to be {wanted}")
    return prompt_of(row, {"inputKey": "prompt"}), "" if label is None else label, said


def is_said(said, role):
    def texts(value):
        return isinstance(value, list) and bool(value) and all(isinstance(one, str) for one in value)

    if texts(said):
        return True
    return role == "agent" and isinstance(said, list) and bool(said) and all(texts(one) for one in said)


def answers_to(label, said, request):
    """Answers by what is given with the sample, else with the request, else the label and something wrong."""
    said = said or request["responses"]
    if request["role"] == "agent":
        # Texts are the turns of one episode.
        answers = said if said and isinstance(said[0], list) else [said or usual(label)]
    else:
        answers = [[one] for one in said or usual(label) + ["I do not know."]]
    count = request.get("samplesPerPrompt")
    return list(itertools.islice(itertools.cycle(answers), count)) if count else answers


def usual(label):
    return ["4" if label is None or isinstance(label, str) and label == "" else text_of(label)]
