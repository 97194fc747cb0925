import type { Builtin } from './registry.ts';

export const printing: Readonly<Record<string, Builtin>> = {};
