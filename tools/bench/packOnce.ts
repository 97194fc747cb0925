import { readAddress } from '../../client/src/ray/address.ts';
import { createRayHttp } from '../../client/src/ray/nodeHttp.ts';
import { planPackage } from '../../client/src/ray/packaging/plan.ts';
import { uploadPackage } from '../../client/src/ray/packaging/upload.ts';

/** Times one packaging with our code, without the imports: the counterpart of ray_packaging.py. */
async function pack(folder: string, worker: string, address: string | undefined): Promise<void> {
  const read = address === undefined ? undefined : readAddress(address);
  const http = read?.ok === true ? createRayHttp({ address: read.address }) : undefined;
  const start = performance.now();
  const before = process.cpuUsage();
  const plan = await planPackage(folder, { worker: worker === '' ? undefined : worker });
  if (http !== undefined) await uploadPackage(http, plan);
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(before);
  http?.dispose();
  console.log(JSON.stringify({ seconds, cpu: (user + system) / 1e6, bytes: plan.size, uri: plan.uri }));
}

const [folder = '', worker = '', address] = process.argv.slice(2);
void pack(folder, worker, address);
