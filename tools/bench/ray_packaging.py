"""Times one packaging with Ray's own code, without the imports: prints one JSON object.

Arguments: FOLDER, and the address of a head to upload to as well. Each needs a folder that has changed since.
"""

import json
import logging
import sys
import tempfile
import time
from pathlib import Path

from ray._private.ray_constants import get_runtime_env_default_excludes
from ray._private.runtime_env import packaging
from ray.dashboard.modules.job.sdk import JobSubmissionClient

logging.disable(logging.CRITICAL)
folder, *address = sys.argv[1:]
excludes = get_runtime_env_default_excludes()

if address:
    client = JobSubmissionClient(address[0])
    start, used = time.perf_counter(), time.process_time()
    uri = client._upload_package_if_needed(folder, include_gitignore=True, excludes=excludes)
    size = 0
else:
    with tempfile.TemporaryDirectory() as scratch:
        target = Path(scratch) / "package.zip"
        start, used = time.perf_counter(), time.process_time()
        uri = packaging.get_uri_for_directory(folder, include_gitignore=True, excludes=excludes)
        packaging.create_package(folder, target, include_gitignore=True, excludes=excludes)
        size = len(target.read_bytes())
print(json.dumps({"seconds": time.perf_counter() - start, "cpu": time.process_time() - used, "bytes": size, "uri": uri}))
