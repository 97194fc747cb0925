/**
 * What the commands need before anything of the project can be imported: plain Node, no dependency.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const oldestNode = [20, 19];

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, link?: boolean }} LockedPackage
 */

/**
 * The packages of a lock file, by their folder.
 * @param {string} file
 * @returns {Record<string, LockedPackage>}
 */
function lockedPackages(file) {
  /** @type {unknown} */
  const parsed = JSON.parse(readFileSync(file, 'utf8'));
  const content = /** @type {{ packages?: Record<string, LockedPackage> }} */ (parsed);
  return content.packages ?? {};
}

/**
 * Whether `node_modules` holds what `package-lock.json` says, by the record that npm leaves at the end of an install.
 * @returns {boolean}
 */
function installed() {
  const record = path.join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const wanted = lockedPackages(path.join(root, 'package-lock.json'));
  const present = lockedPackages(record);
  return Object.entries(wanted).every(([folder, { version, integrity, optional = false }]) => {
    if (folder === '') return true;
    const found = /** @type {LockedPackage | undefined} */ (present[folder]);
    // An optional package of another platform is rightly absent.
    if (found === undefined) return optional;
    return found.version === version && found.integrity === integrity;
  });
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [oldMajor = 0, oldMinor = 0] = oldestNode;
  if (major > oldMajor || (major === oldMajor && minor >= oldMinor)) return;
  console.error(`Node ${oldestNode.join('.')} or newer is needed; this is ${process.versions.node}.`);
  process.exit(1);
}

function installPackages() {
  if (installed()) return;
  console.log('Installing the packages of package-lock.json (npm ci) …');
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status === 0) return;
  console.error('npm ci failed: see above. The npm registry must be reachable once.');
  process.exit(1);
}

/**
 * Installs the packages if need be, then runs a TypeScript program with this process's arguments and ends as it ends.
 * @param {string} program path relative to the project
 */
export function runTypeScript(program) {
  checkNode();
  installPackages();
  const child = spawn(process.execPath, ['--import', 'tsx', path.join(root, program), ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
  });
  // Ctrl+C reaches the whole process group: the program cleans up, this process waits for it.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === null ? 1 : 128 + constants.signals[signal]);
  });
}
