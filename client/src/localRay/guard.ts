/**
 * A Python program that runs another one, and ends it with all that it started when its own standard input ends: so nothing
 * is left of a head when the editor is closed, or crashes. What that program prints goes where its own output goes.
 *
 * Arguments: a folder to remove at the end, then the command.
 */
const GUARD = `
import os, shutil, signal, subprocess, sys, threading, time
folder, command = sys.argv[1], sys.argv[2:]
child = subprocess.Popen(command, stdin=subprocess.DEVNULL)
def end(*_):
    if os.name == "nt":
        subprocess.run(["taskkill", "/pid", str(child.pid), "/t", "/f"], capture_output=True)
    else:
        child.terminate()
def patience():
    time.sleep(40)
    child.kill()
def watch():
    while os.read(0, 4096):
        pass
    threading.Thread(target=patience, daemon=True).start()
    end()
signal.signal(signal.SIGTERM, end)
signal.signal(signal.SIGINT, end)
threading.Thread(target=watch, daemon=True).start()
status = child.wait()
shutil.rmtree(folder, ignore_errors=True)
if os.name != "nt" and os.getpgid(0) == os.getpid():
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    os.killpg(0, signal.SIGTERM)
    time.sleep(0.2)
    os.killpg(0, signal.SIGKILL)
sys.exit(status)
`;

/** The command that runs another one under guard. @param folder is removed when that has ended */
export function guarded(
  python: string,
  folder: string,
  command: readonly string[],
): readonly [program: string, ...args: string[]] {
  return [python, '-I', '-c', GUARD, folder, ...command];
}
