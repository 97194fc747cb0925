// Writes tools/ray/constraints.txt anew: the packages beside Ray, as pip chooses them today for the pinned versions of Ray.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ensureRay, pinnedRays, rayConstraints } from '../cache/ray.ts';
import { mustRun } from '../cache/process.ts';

/** What pip would install, which it downloads only in part. */
interface Report {
  readonly install: readonly { readonly metadata: { readonly name: string; readonly version: string } }[];
}

const chosen = new Map<string, string>();
for (const version of pinnedRays) {
  const python = path.join(await ensureRay(version), 'python');
  const pip = ['-m', 'pip', '--disable-pip-version-check', 'install', '--quiet', '--dry-run', '--ignore-installed'];
  const output = await mustRun(python, [...pip, '--report', '-', `ray[default]==${version}`]);
  const report = JSON.parse(output.slice(output.indexOf('{'))) as Report;
  for (const { metadata } of report.install) {
    const known = chosen.get(metadata.name);
    if (known !== undefined && known !== metadata.version) {
      // One list serves all versions as long as this does not happen.
      throw new Error(`${metadata.name}: ${known} for an older Ray, ${metadata.version} for ${version}`);
    }
    if (metadata.name !== 'ray') chosen.set(metadata.name, metadata.version);
  }
}
const lines = [...chosen].map(([name, version]) => `${name}==${version}`).sort();
await writeFile(
  rayConstraints,
  `# Written by tools/ray/constrain.ts, for Python 3.11 and 3.12.\n${lines.join('\n')}\n`,
);
console.log(`${lines.length} packages`);
