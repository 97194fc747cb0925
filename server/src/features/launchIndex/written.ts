import { ANY } from '../../shell/outputs.ts';
import type { ScriptModel } from '../../shell/model.ts';

/**
 * Tells whether a script may itself write a file of a path, as with `cat > reward.py <<EOF`. Folders do not count: a copy
 * keeps the name of what it copies, of a folder as of a file.
 */
export function writtenBy({ outputs = [] }: ScriptModel): (path: string) => boolean {
  const names = outputs.map(lastSegment).filter((name) => name !== '');
  return (path) => {
    const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.' && segment !== '..');
    return names.some((name) => segments.some((segment) => fits(name, segment)));
  };
}

function lastSegment(path: string): string {
  return path.replace(/\/+$/, '').replace(/^.*\//s, '');
}

/** Of what is not known, the known text around it decides. */
function fits(pattern: string, name: string): boolean {
  const [start = '', ...others] = pattern.split(ANY);
  const end = others.at(-1);
  if (end === undefined) return pattern === name;
  return name.startsWith(start) && name.endsWith(end) && name.length >= start.length + end.length;
}
