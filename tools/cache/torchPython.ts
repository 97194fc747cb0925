import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { cacheRoot } from './cacheFolder.ts';
import { mustRun, runProgram } from './process.ts';

/** torch, and what reward functions and agents commonly use beside it. */
const packages = [
  'python3-torch',
  'python3-numpy',
  'python3-cloudpickle',
  'python3-pil',
  'python3-sympy',
  'python3-requests',
  'python3-aiohttp',
  'python3-httpx',
  'python3-fastapi',
  'python3-uvicorn',
  'python3-flask',
];
const modules = 'torch, numpy, cloudpickle, PIL, sympy, requests, aiohttp, httpx, fastapi, uvicorn, flask';
const debian = '/usr/bin/python3';

/**
 * The Python that runs reward functions and agents as OpenRLHF does (`test/oracle/contract_harness.py`): `TORCH_PYTHON`
 * of the environment, else Debian's with its packages, which are installed when they are missing.
 *
 * @returns its executable
 * @throws Error that says what to install, where this process may not
 */
export async function ensureTorchPython(): Promise<string> {
  const configured = process.env['TORCH_PYTHON'];
  if (configured !== undefined && configured !== '') {
    if (await imports(configured)) return configured;
    throw new Error(`TORCH_PYTHON names ${configured}, which cannot import all of ${modules}.`);
  }
  if (existsSync(debian) && (await imports(debian))) return debian;
  const byHand = `apt-get update && apt-get install --no-install-recommends ${packages.join(' ')}`;
  if (!existsSync('/usr/bin/apt-get')) {
    throw new Error(`A Python with ${modules} is needed: set TORCH_PYTHON to it (only Debian installs it by itself).`);
  }
  if (process.getuid?.() !== 0) {
    throw new Error(`A Python with torch is needed. As root: ${byHand}\nor set TORCH_PYTHON to one with ${modules}.`);
  }
  console.log(`Installing ${packages.join(', ')} (apt-get) …`);
  await mkdir(cacheRoot(), { recursive: true });
  // apt-get refuses to run twice at once; the second of two runs waits and then finds everything there.
  await mustRun('flock', [path.join(cacheRoot(), 'apt.lock'), 'sh', '-c', byHand.replace('install', 'install -y')], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return debian;
}

async function imports(python: string): Promise<boolean> {
  const { status } = await runProgram(python, ['-c', `import ${modules}`], { instead: `${python} cannot be run.` });
  return status === 0;
}
