import type { RayHttpOptions } from '../ray/http.ts';

/** The settings of the editor that say how it reaches the network; anything may be in them. */
export interface NetworkSettings {
  /** `http.proxy` */
  readonly proxy: unknown;
  /** `http.proxySupport` */
  readonly proxySupport: unknown;
  /** `http.noProxy` */
  readonly noProxy: unknown;
  /** `http.proxyStrictSSL` */
  readonly strictSsl: unknown;
}

/** The same for a {@link RayHttpOptions}. */
export function networkOptions(settings: NetworkSettings): Pick<RayHttpOptions, 'proxy' | 'noProxy' | 'tls'> {
  const proxy = typeof settings.proxy === 'string' ? settings.proxy.trim() : '';
  const noProxy = Array.isArray(settings.noProxy) ? settings.noProxy.filter((one) => typeof one === 'string') : [];
  return {
    ...(proxy === '' || settings.proxySupport === 'off' ? {} : { proxy, noProxy }),
    ...(settings.strictSsl === false ? { tls: { rejectUnauthorized: false } } : {}),
  };
}
