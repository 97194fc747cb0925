// Node 20 does not take `--import tsx` over to its threads.
import { register } from 'tsx/esm/api';

register();
await import('./worker.ts');
