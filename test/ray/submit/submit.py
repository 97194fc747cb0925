"""What the real `ray job submit` makes of a command line, without a cluster.

Each line of standard input is a JSON array: the words behind `submit`. Each line of output is the verdict:
{"sent": {...}} with the request as it would be posted, or {"refused": TYPE, "message": TEXT}.
With the argument `options`, it prints the options of the click command instead.
The working directory is one of our own, so that folders can be named in it.
"""

import contextlib
import io
import json
import os
import sys

os.environ.pop("RAY_ADDRESS", None)
os.environ.pop("RAY_API_SERVER_ADDRESS", None)
os.environ["RAY_USAGE_STATS_ENABLED"] = "0"

import click  # noqa: E402
from ray.dashboard.modules.job import cli, sdk  # noqa: E402


class Sent(Exception):
    """Stands for the POST to the cluster."""


def post(self, method, endpoint, **given):
    if method == "POST":
        raise Sent(json.dumps(given["json_data"]))
    raise AssertionError(f"unexpected {method} {endpoint}")


sdk.get_address_for_submission_client = lambda address: "http://127.0.0.1:1"
sdk.JobSubmissionClient._check_connection_and_version = lambda self, **_: None
sdk.JobSubmissionClient._upload_package_if_needed = lambda self, *_, **__: None
sdk.JobSubmissionClient._do_request = post


def verdict(words):
    shown = io.StringIO()
    try:
        with contextlib.redirect_stdout(shown), contextlib.redirect_stderr(shown):
            cli.submit.main(args=list(words), standalone_mode=False)
    except Sent as sent:
        return {"sent": json.loads(str(sent))}
    except click.ClickException as refused:
        return {"refused": type(refused).__name__, "message": refused.format_message() or shown.getvalue()}
    except SystemExit as ended:
        return {"refused": "SystemExit", "message": f"{ended.code} {shown.getvalue()}"}
    except Exception as refused:  # what a user would see as a traceback
        return {"refused": type(refused).__name__, "message": str(refused)}
    return {"refused": "nothing", "message": shown.getvalue()}


def options():
    for param in cli.submit.params:
        if isinstance(param, click.Option):
            kind = param.type
            yield {
                "names": param.opts,
                "flag": param.is_flag,
                "type": type(kind).__name__,
                "choices": list(kind.choices) if isinstance(kind, click.Choice) else None,
            }


if sys.argv[1:] == ["options"]:
    print(json.dumps(list(options())))
else:
    for line in sys.stdin:
        print(json.dumps(verdict(json.loads(line))), flush=True)
