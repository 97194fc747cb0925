"""A pretend Ray: it records placement groups and actors, and decides whether a cluster could place them.

Nothing runs. Where real Ray would wait for ever, OracleHang is raised.
"""


class OracleHang(BaseException):
    """Raised where the real program would wait forever."""


class _Ref:
    """An object reference; one that is pending never becomes ready."""

    __slots__ = ("value", "pending")

    def __init__(self, value=None, pending=None):
        self.value, self.pending = value, pending


class _PG:
    """A placement group."""

    def __init__(self, world, bundles, strategy):
        if not bundles:  # ray/util/placement_group.py, `_validate_bundles`
            raise ValueError("Bundles must be a non-empty list of resource dictionaries. Got empty list instead.")
        self.world, self.bundles, self.strategy = world, bundles, strategy
        self.index = len(world.pgs)
        self.nodes = world.place(bundles)  # node index per bundle or None = pending
        self.used = [0.0] * len(bundles)
        world.pgs.append(self)
        world.log.append({"op": "placement_group", "pg": self.index, "bundles": len(bundles), "strategy": strategy,
                          "gpus": sum(b.get("GPU", 0) for b in bundles), "cpus": sum(b.get("CPU", 0) for b in bundles),
                          "nodes": self.nodes})  # fmt: skip

    @property
    def bundle_count(self):
        return len(self.bundles)

    def ready(self):
        if self.nodes is None:
            need = sum(b.get("GPU", 0) for b in self.bundles)
            return _Ref(pending=f"placement group #{self.index} ({need} GPU bundles) can never be placed; "
                                f"free per node: {self.world.free_desc()}")  # fmt: skip
        return _Ref(self)


class World:
    """A cluster (`[{"GPU": n, "CPU": n}, ...]` per node; None for no limit) and all that was asked of it."""

    def __init__(self, cluster):
        self.cluster = cluster
        self.free = [dict(n) for n in cluster] if cluster else None
        self.pgs, self.log, self.actors = [], [], []

    def free_desc(self):
        return [{k: round(v, 3) for k, v in n.items()} for n in self.free] if self.free is not None else "unlimited"

    @staticmethod
    def _fits(node, res):
        return all(node.get(k, 0) + 1e-9 >= v for k, v in res.items())

    def _take(self, i, res):
        for k, v in res.items():
            self.free[i][k] = self.free[i].get(k, 0) - v

    def place(self, bundles):
        """PACK: as few nodes as possible, best effort."""
        if self.free is None:
            return [0] * len(bundles)
        snap = [dict(n) for n in self.free]
        out = [None] * len(bundles)
        order = sorted(range(len(self.free)), key=lambda i: -self.free[i].get("GPU", 0))
        for b, res in enumerate(bundles):
            for i in order:
                if self._fits(self.free[i], res):
                    self._take(i, res)
                    out[b] = i
                    break
            else:
                self.free = snap
                return None
        return out


def make_fake_ray(world):
    """The names of Ray's API that OpenRLHF uses, on a World."""

    class ActorHandle:
        def __init__(self, rec):
            self.rec = rec

        def __getattr__(self, m):
            rec = self.rec

            class M:
                def remote(self, *a, **k):
                    if rec.get("pending"):
                        return _Ref(pending=rec["pending"])
                    canned = {"get_master_addr_port": ("127.0.0.1", 29500), "get_max_steps": 100}
                    return _Ref(canned.get(m))

            return M()

    class RemoteClass:
        def __init__(self, cls, base, opts=None):
            self.cls, self.base, self.opts = cls, base, opts or {}
            self.__name__ = getattr(cls, "__name__", str(cls))

        def options(self, **o):
            return RemoteClass(self.cls, self.base, {**self.opts, **o})

        def remote(self, *a, **k):
            o = {**self.base, **self.opts}
            ss = o.get("scheduling_strategy")
            rec = {"op": "actor", "cls": self.__name__, "num_gpus": o.get("num_gpus", 0),
                   "num_cpus": o.get("num_cpus", 1), "pg": None, "bundle": None, "pending": None}  # fmt: skip
            if isinstance(ss, dict):
                pg, idx = ss["placement_group"], ss.get("placement_group_bundle_index", -1)
                rec["pg"], rec["bundle"] = pg.index, idx
                if idx >= pg.bundle_count or idx < -1:
                    raise ValueError(f"placement group bundle index {idx} is invalid. "
                                     f"Valid placement group indexes: 0-{pg.bundle_count}")  # fmt: skip
                use = [(idx, rec["num_gpus"])]
                if k.get("bundle_indices"):  # vLLM ray executor: one worker per bundle of the engine
                    use = [(b, k["num_gpus"]) for b in k["bundle_indices"]]
                    rec["worker_bundles"] = list(k["bundle_indices"])
                    rec["worker_gpus"] = k["num_gpus"]
                if pg.nodes is None:
                    rec["pending"] = f"actor {self.__name__}: its placement group #{pg.index} is not placed"
                for b, g in use:
                    pg.used[b] += g
                    if pg.used[b] > pg.bundles[b].get("GPU", 0) + 1e-9:
                        rec["pending"] = f"actor {self.__name__}: bundle {b} of pg #{pg.index} over-subscribed"
            elif world.free is not None and (rec["num_gpus"] or rec["num_cpus"]):
                res = {"GPU": rec["num_gpus"], "CPU": rec["num_cpus"]}
                for i in range(len(world.free)):
                    if world._fits(world.free[i], res):
                        if rec["num_gpus"]:  # default actors hold 0 CPU while running
                            world._take(i, res)
                        rec["node"] = i
                        break
                else:
                    rec["pending"] = f"actor {self.__name__} needs {res}; free per node: {world.free_desc()}"
            world.log.append(rec)
            world.actors.append(rec)
            return ActorHandle(rec)

    def remote(*a, **k):
        if a and not k:
            return RemoteClass(a[0], {})
        return lambda cls: RemoteClass(cls, k)

    def get(x, timeout=None):
        if isinstance(x, (list, tuple)):
            return [get(i) for i in x]
        if isinstance(x, _Ref):
            if x.pending:
                raise OracleHang(x.pending)
            return x.value
        return x

    def pg_table(pg):
        return {"bundles_to_node_id": {i: (pg.nodes[i] if pg.nodes else 0) for i in range(pg.bundle_count)}}

    return dict(remote=remote, get=get, is_initialized=lambda: True, init=lambda *a, **k: None, RemoteClass=RemoteClass,
                placement_group=lambda b, strategy="PACK", **k: _PG(world, b, strategy),
                placement_group_table=pg_table, put=lambda v: _Ref(v))  # fmt: skip
