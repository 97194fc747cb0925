"""What a stop of the job does: Ray sends SIGTERM to the driver, and SIGKILL some seconds later."""

import signal
import sys


def save_when_stopped(save):
    """Calls `save()` on SIGTERM and ends the process. For the main thread of a driver."""

    def handle(signum, frame):
        # A second signal must not interrupt the save.
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        print("Received SIGTERM: saving a checkpoint before the end.", flush=True)
        try:
            print(f"Saved checkpoint {save()} after SIGTERM.", flush=True)
        finally:
            sys.stderr.flush()
            sys.exit(128 + signum)

    signal.signal(signal.SIGTERM, handle)


class StoppableActor:
    """In the place of an actor class: a driver that makes such an actor has it save a checkpoint when the job stops."""

    def __init__(self, controller):
        import ray

        # The second thread answers while fit() runs in the first.
        self._actor = ray.remote(max_concurrency=2)(controller)

    def remote(self, *args, **options):
        import ray

        handle = self._actor.remote(*args, **options)
        save_when_stopped(lambda: ray.get(handle.save_checkpoint.remote()))
        return handle
