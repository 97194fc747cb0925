import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { nodeFiles } from '../node/files.ts';
import { VERSION } from '../version.ts';
import { serve } from './server.ts';

/** `openrlhf-language-server --stdio` (or `--node-ipc`, `--socket=PORT`): any editor that speaks LSP. */
const TRANSPORTS = ['--stdio', '--node-ipc', '--socket', '--pipe'];

if (process.argv.includes('--version')) {
  process.stdout.write(`${VERSION}\n`);
} else if (!process.argv.some((word) => TRANSPORTS.some((transport) => word.startsWith(transport)))) {
  process.stderr.write(
    'openrlhf-language-server speaks the Language Server Protocol to an editor.\n' +
      'usage: openrlhf-language-server --stdio | --node-ipc | --socket=PORT | --pipe=NAME\n',
  );
  process.exitCode = 2;
} else {
  serve(createConnection(ProposedFeatures.all), nodeFiles);
}
