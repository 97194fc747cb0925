"""Runs a reward function or an agent on a few samples, as the vLLM workers of OpenRLHF do; see `__main__.py`."""
