/**
 * Takes the pictures of the README in the newest served VS Code, in the dark and the light theme. Run it after a change of what
 * they show and a build: `npm run pictures`, or `npm run pictures -- ray` for one group.
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { projectFolder } from '../project.ts';
import { pythonPictures } from './python.ts';
import { rayPictures } from './ray.ts';
import { scriptPictures } from './scripts.ts';

const groups = { scripts: scriptPictures, python: pythonPictures, ray: rayPictures };

const { values, positionals } = parseArgs({
  options: { into: { type: 'string', default: path.join(projectFolder, 'docs', 'images') } },
  allowPositionals: true,
});
const target = path.resolve(values.into);
await mkdir(target, { recursive: true });
for (const [group, take] of Object.entries(groups)) {
  if (positionals.length > 0 && !positionals.includes(group)) continue;
  await take(target);
}
