import type { RayHttp } from '../ray/http.ts';
import type { Job } from '../ray/model.ts';
import type { Waiting } from './waiting.ts';

export function waitingOf(_http: RayHttp, _job: Job): Promise<Waiting | null> {
  return Promise.resolve(null);
}
