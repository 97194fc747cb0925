#!/usr/bin/env node
// `npm test`: see docs/DEVELOPING.md.
import { runTypeScript } from './bootstrap.mjs';

runTypeScript('tools/test/main.ts');
