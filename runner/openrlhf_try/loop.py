"""The event loop, where Ray has that of an actor with async methods."""

import asyncio
import os
import threading


def new_event_loop():
    """The kind of loop that Ray takes (`ray/_private/async_compat.py`, 2.55.0): uvloop where it is installed."""
    if os.environ.get("RAY_USE_UVLOOP", "1").lower() in ("1", "true"):
        try:
            import uvloop

            return uvloop.new_event_loop()
        except ImportError:
            pass
    return asyncio.new_event_loop()


def run_in_loop(work, lost):
    """Runs a coroutine function on a loop in a thread of this name, as Ray does (`python/ray/_raylet.pyx`, 2.48.0 to 2.60.0): what
    wants the main thread, such as `signal.signal`, fails there. Raises what it raises. `lost` is told of what ends the loop before it is done."""
    loop = new_event_loop()
    over, errors = threading.Event(), []

    async def guarded():
        try:
            await work()
        except BaseException as error:
            # A loop that ends by SystemExit tells nobody of the result.
            errors.append(error)
        over.set()

    def serve():
        try:
            loop.run_forever()
        except BaseException as error:
            # A task that nobody waits for ends the loop by SystemExit.
            errors.append(error)
            lost(error)
        over.set()

    threading.Thread(target=serve, name="AsyncIO Thread: default", daemon=True).start()
    asyncio.run_coroutine_threadsafe(guarded(), loop)
    over.wait()
    if errors:
        raise errors[0]
