// Fills the cache with all that the tests need.
import { versions } from '../versions.mjs';
import { ensureChromium } from './chromium.ts';
import { ensureOpenrlhf } from './openrlhf.ts';
import { ensureParquetPython, parquetReaders } from './parquet.ts';
import { ensurePreCommit } from './preCommit.ts';
import { ensureRay, usualRay } from './ray.ts';
import { ensureServedEditor } from './servedEditor.ts';
import { ensureTorchPython } from './torchPython.ts';

console.log(await ensureOpenrlhf());
console.log(await ensureTorchPython());
console.log(await ensureRay(usualRay));
for (const reader of parquetReaders) console.log(await ensureParquetPython(reader));
console.log(await ensurePreCommit());
console.log(await ensureChromium());
for (const version of versions.editors) console.log(await ensureServedEditor(version));
