import { fileURLToPath } from 'node:url';

/** The absolute path of the project's folder, without a closing slash. */
export const projectFolder = fileURLToPath(new URL('..', import.meta.url)).replace(/[/\\]$/, '');
