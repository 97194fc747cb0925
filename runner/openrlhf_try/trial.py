"""A trial from its beginning to its end."""

import asyncio
import gc
import sys

from .agents import Episodes
from .executors import executors
from .loading import Loader
from .loop import run_in_loop
from .results import Results
from .rewards import Rewards
from .samples import samples_of
from .teller import Teller, message_of
from .values import text_of


class Trial:
    """What a request asks for; `events` is told of it."""

    def __init__(self, request, events):
        self.request, self.events = request, events
        self.tell = Teller(events, request["file"])

    def run(self):
        """Raises SystemExit and KeyboardInterrupt of the file under trial, which have been told then."""
        agent, using, reason = executors(self.request.get("executors"))
        release = release_of_openrlhf() if using == "openrlhf" else None
        self.events.put("started", python=sys.version.split()[0], executors=using, release=release, reason=reason)
        try:
            samples = samples_of(self.request)
        except Exception as error:
            self.events.put("unreadable", message=text_of(message_of(error)))
            return
        run_in_loop(lambda: self.work(agent, samples), lambda error: self.tell.failure("task", error))

    async def work(self, agent, samples):
        # The constructor of an engine is async, so the file is loaded within the loop too.
        asyncio.get_running_loop().set_exception_handler(self.tell.on_loop_exception)
        executor = Loader(self.tell, agent, self.request).load()
        if executor is None:
            return
        results = Results(self.tell, self.request.get("filtering"))
        if self.request["role"] == "agent":
            one = Episodes(self.tell, results, executor, agent)
        else:
            one = Rewards(self.tell, results, executor)
        index = 0
        for group, (prompt, label, answers) in enumerate(samples):
            # One after another, so that it is known which one shows what.
            for responses in answers:
                await one.call(index, group, prompt, label, responses)
                index += 1
        await self.last_tasks()

    async def last_tasks(self):
        """What tasks have raised that nobody waits for is told as they are forgotten."""
        for _ in range(10):
            await asyncio.sleep(0)
        gc.collect()


def release_of_openrlhf():
    try:
        from importlib.metadata import version

        return version("openrlhf")
    except Exception:
        # Its sources are on the path and it is not installed.
        return None
