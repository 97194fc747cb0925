#!/usr/bin/env node
// `npm run try`: see docs/DEVELOPING.md.
import { runTypeScript } from './bootstrap.mjs';

runTypeScript('tools/try/main.ts');
