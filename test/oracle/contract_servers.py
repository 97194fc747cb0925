"""Reward servers: the user's file as `python server.py` runs it, on a free port, asked by the real executors over real
HTTP; and a pretend judge that the user's files can ask."""

import asyncio
import json
import runpy
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, HTTPServer, ThreadingHTTPServer
from types import SimpleNamespace

from contract_run import Run


class Judge:
    """A server that gives {"score": …} between 0 and 1 for any JSON, higher for the right answers of contract_world.py."""

    def __enter__(self):
        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                text = self.rfile.read(int(self.headers["Content-Length"])).decode()
                content = json.dumps({"score": (len(text) * 7 % 11) / 10, "rewards": [(len(text) * 7 % 11) / 10]}).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, *_):
                pass

        ThreadingHTTPServer.request_queue_size = 128  # all samples of a case ask at once
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return f"http://127.0.0.1:{self.server.server_port}/score"

    def __exit__(self, *_):
        self.server.shutdown()


class ServerRun(Run):
    """A reward server under a launch whose reward.remote_url names it, as often as the case's `urls` say."""

    def _train(self):
        self.stage = "server"
        self.port = start(self.path)
        self.stage = "load"
        # The retries wait a second each.
        agent = self.release.agent
        agent.asyncio = SimpleNamespace(**{**vars(asyncio), "sleep": lambda _: asyncio.sleep(0)})
        return super()._train()

    def _urls(self):
        return [f"http://127.0.0.1:{self.port}{path}" for path in self.case.get("urls") or ["/get_reward"]]


def start(path):
    """Runs the file until it serves; the port. Everything that serves is given a free port."""
    served = threading.Event()
    found = {}

    def uvicorn_run(app, **_):
        import uvicorn

        server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=0, log_level="error"))
        server.install_signal_handlers = lambda: None

        def run():
            loop = asyncio.new_event_loop()
            loop.run_until_complete(server.serve())

        threading.Thread(target=run, daemon=True).start()
        while not server.started:
            time.sleep(0.01)
        found["port"] = server.servers[0].sockets[0].getsockname()[1]
        served.set()

    def flask_run(app, **_):
        from werkzeug.serving import make_server

        server = make_server("127.0.0.1", 0, app)
        # Werkzeug's own serve_forever closes the server when it returns.
        threading.Thread(target=lambda: real_serve(server), daemon=True).start()
        found["port"] = server.server_port
        served.set()

    def bind(server, address, handler, *more, **options):
        real_init(server, ("127.0.0.1", 0), handler, *more, **options)

    def serve_forever(server, *_):
        found["port"] = server.server_port
        threading.Thread(target=lambda: real_serve(server), daemon=True).start()
        served.set()

    import flask
    import uvicorn

    uvicorn.run, flask.Flask.run = uvicorn_run, flask_run
    real_init, real_serve = HTTPServer.__init__, HTTPServer.serve_forever
    HTTPServer.__init__, HTTPServer.serve_forever = bind, serve_forever
    sys.argv = [path]
    try:
        runpy.run_path(path, run_name="__main__")
    finally:
        HTTPServer.__init__, HTTPServer.serve_forever = real_init, real_serve
    if not served.wait(5):
        raise RuntimeError("the file starts no server")
    return found["port"]
