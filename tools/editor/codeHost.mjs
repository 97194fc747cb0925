#!/usr/bin/env node
// The executable that `@vscode/test-electron` starts in place of `code`; the work is in codeHost.ts.
import { register } from 'tsx/esm/api';

register();
await import('./codeHost.ts');
