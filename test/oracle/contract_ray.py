"""A Ray of one process: every actor has an event loop in a thread of its own that is not the main one, as Ray's asyncio
actors have (seen on Ray 2.55.0, whose `__init__` runs there too), and all that passes between processes is pickled."""

import asyncio
import concurrent.futures
import threading

import cloudpickle
from stubs import StubModule


class Ref:
    """An object reference: an outcome, now or later."""

    def __init__(self, future):
        self.future = future

    def get(self):
        return self.future.result()


def put(value):
    future = concurrent.futures.Future()
    future.set_result(value)
    return Ref(future)


def get(refs, timeout=None):
    return [ref.get() for ref in refs] if isinstance(refs, list) else refs.get()


def wait(refs, num_returns=1, timeout=None):
    """The first ones in the order in which they were asked for, so that runs repeat."""
    ready = refs[:num_returns]
    for ref in ready:
        concurrent.futures.wait([ref.future])
    return ready, refs[num_returns:]


class RemoteFailure(Exception):
    """A task has raised `cause`; Ray raises something that also is of the class of the cause."""

    def __init__(self, cause):
        super().__init__(str(cause))
        self.cause = cause


class ActorHandle:
    """Runs the methods of one actor in its event loop."""

    def __init__(self, make):
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, name="AsyncIO Thread: default", daemon=True)
        self.thread.start()
        self.actor = self._run(make).result()

    def __getattr__(self, name):
        return Method(self, name)

    def _run(self, make):
        async def outcome():
            # Also SystemExit, which would end the loop with nobody told; Ray then says that the actor died.
            try:
                return await make()
            except BaseException as error:
                raise RemoteFailure(error) from error

        return asyncio.run_coroutine_threadsafe(outcome(), self.loop)


class Method:
    def __init__(self, handle, name):
        self.handle, self.name = handle, name

    def remote(self, *args, **options):
        sent = cloudpickle.dumps((args, options))

        async def call():
            args, options = cloudpickle.loads(sent)
            result = getattr(self.handle.actor, self.name)(*args, **options)
            if asyncio.iscoroutine(result):
                result = await result
            return cloudpickle.loads(cloudpickle.dumps(result))

        return Ref(self.handle._run(call))


def ray_module():
    return StubModule(
        "ray",
        {
            "remote": lambda *args, **_: args[0] if args else (lambda decorated: decorated),
            "get": get,
            "put": put,
            "wait": wait,
            "cancel": lambda ref: None,
            "get_gpu_ids": lambda: [0],
            "ObjectRef": Ref,
        },
    )
