"""Episodes of an agent, and what passes between it and its executor."""

import asyncio
import inspect
import time

from .stand_ins import MOST_TURNS, Engine, TooManyTurns, execute
from .values import measure, shown

IN_LOOP = ("cannot be called from a running event loop", "loop is already running", "while another loop is running")
# Seconds for which nothing else on the event loop could run.
BLOCKED = 1.0


class States(dict):
    """States that know which keys were asked for in vain."""

    def __init__(self, items):
        super().__init__(items)
        self.missed = []

    def __missing__(self, key):
        self.missed.append(key)
        raise KeyError(key)


class Episodes:
    """Runs the executor of an agent, one prompt at a time."""

    def __init__(self, tell, results, executor, agent):
        self.tell, self.results, self.executor, self.agent = tell, results, executor, agent
        # The rule that explains the exception of an episode.
        self.explained = None

    async def call(self, index, group, prompt, label, responses):
        self.tell.stage("call", index)
        turns = []
        self.watch_agents()
        engine = Engine(responses, lambda observation, action: turns.append({"observation": observation, "action": action}))
        self.gap, self.beat = 0.0, time.perf_counter()
        beating = asyncio.ensure_future(self.heartbeat())
        started = time.perf_counter()
        output = {}
        try:
            output = await self.execute(prompt, label, engine)
        except TooManyTurns:
            self.tell.violation("ag-never-done", self.tell.places.place_of(type(self.executor)), value=str(MOST_TURNS))
        except (Exception, SystemExit, KeyboardInterrupt) as error:
            self.tell.failure("execute", error, rule=self.agent_rule(error))
            if not isinstance(error, Exception):
                raise
        finally:
            milliseconds = (time.perf_counter() - started) * 1000
            beating.cancel()
        self.gap = max(self.gap, time.perf_counter() - self.beat)
        if self.gap > BLOCKED:
            self.tell.violation("ag-blocking-call", self.tell.places.place_of(type(self.executor)), value=f"{self.gap:.1f} s")
        said = [one["action"] for one in turns]
        query = turns[-1]["observation"] + said[-1] if turns else None
        self.tell.sample(group, prompt, label, said, output, query, milliseconds)

    async def heartbeat(self):
        while True:
            await asyncio.sleep(0.05)
            now = time.perf_counter()
            self.gap, self.beat = max(self.gap, now - self.beat), now

    async def execute(self, prompt, label, engine):
        place = self.tell.places.place_of(type(self.executor).execute) or self.tell.places.place_of(type(self.executor))
        if not inspect.iscoroutinefunction(inspect.unwrap(type(self.executor).execute)):
            self.tell.violation("ag-execute-sync", place)
        output = await execute(self.executor, prompt, label, engine)
        if not hasattr(output, "get"):
            self.tell.violation("ag-execute-result", place, value=shown(output))
            return {}
        needed = ("prompt", "label", "observation_tokens", "action_ranges", "rollout_log_probs")
        missing = [key for key in needed if key not in output]
        if missing:
            self.tell.violation("ag-execute-result", place, key=", ".join(missing))
        if output.get("reward") is None:
            self.tell.violation("ag-execute-reward-none", place)
        elif measure(output["reward"])[0] == "other" or len(measure(output["reward"])[1]) != 1:
            self.tell.violation("rf-reward-shape", place, key="reward", value=shown(output["reward"]))
        self.results.logs(output.get("extra_logs") or {}, place)
        return output

    def agent_rule(self, error):
        text = str(error)
        if isinstance(error, RuntimeError) and any(one in text for one in IN_LOOP):
            return "ag-run-in-loop"
        frames = self.tell.places.frames(error)
        if isinstance(error, TypeError) and "execute()" in text and not frames:
            return "ag-execute-images"
        if isinstance(error, TypeError) and "__init__() should return None" in text or "abstract" in text:
            return "ag-instance-init"
        return self.explained

    def watch_agents(self):
        """Looks at what passes between an executor of several turns and its agents, and changes nothing of it."""
        self.explained = None
        agent_class = getattr(self.executor, "agent_instance_cls", None)
        if not inspect.isclass(agent_class) or not isinstance(self.executor, self.agent.MultiTurnAgentExecutor):
            return

        def made():
            agent = agent_class()
            for name in ("reset", "step"):
                try:
                    setattr(agent, name, self.watched(name, getattr(agent, name), agent_class))
                except AttributeError:
                    # It has slots; then only the executor tells.
                    pass
            return agent

        self.executor.agent_instance_cls = made

    def watched(self, name, method, agent_class):
        place = self.tell.places.place_of(getattr(agent_class, name))

        def call(states):
            states = States(states)
            try:
                inspect.signature(method).bind(states)
            except TypeError:
                self.explain("ag-method-arity")
            except ValueError:
                pass
            result = method(states)
            if not inspect.isawaitable(result):
                self.tell.violation("ag-step-async", place, key=name)
                self.explain("ag-step-async")
                return result
            return self.awaited(name, result, states, place)

        return call

    async def awaited(self, name, result, states, place):
        try:
            answer = await result
        except KeyError:
            if states.missed:
                self.explain("ag-states-key")
            raise
        if name == "reset":
            if not isinstance(answer, dict) or "observation" not in answer:
                self.tell.violation("ag-reset-result", place, value=shown(answer))
                self.explain("ag-reset-result")
            return answer
        if not isinstance(answer, dict):
            self.tell.violation("ag-step-keys", place, value=shown(answer))
            self.explain("ag-step-keys")
            return answer
        missing = [key for key in ("rewards", "environment_feedback", "done") if key not in answer]
        if missing:
            self.tell.violation("ag-step-keys", place, key=", ".join(missing))
            self.explain("ag-step-keys")
            return answer
        reward = answer["rewards"]
        if not hasattr(reward, "item") or len(measure(reward)[1]) != 1:
            self.tell.violation("ag-step-reward-type", place, value=shown(reward))
            self.explain("ag-step-reward-type")
        if not isinstance(answer["environment_feedback"], str):
            self.tell.violation("ag-step-feedback-type", place, value=shown(answer["environment_feedback"]))
            self.explain("ag-step-feedback-type")
        params = answer.get("sampling_params")
        if params and (isinstance(params, (dict, list, str, int, float))):
            self.tell.violation("ag-sampling-params", place, value=shown(params))
            self.explain("ag-sampling-params")
        return answer

    def explain(self, rule):
        self.explained = self.explained or rule
