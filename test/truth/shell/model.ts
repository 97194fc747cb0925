import type { LaunchCommand, ScriptModel, ScriptRequest } from '../../../server/src/shell/model.ts';
import { isEntryPoint } from './launches.ts';

/** The evaluator under test: `server/src/shell/evaluate.ts`, or the copy that `TRUTH_EVALUATOR` names. */
export type Evaluate = (request: ScriptRequest) => ScriptModel;

export async function loadEvaluator(): Promise<Evaluate> {
  const other = process.env['TRUTH_EVALUATOR'];
  if (other === undefined) return (await import('../../../server/src/shell/evaluate.ts')).evaluateScript;
  return ((await import(other)) as { evaluateScript: Evaluate }).evaluateScript;
}

const root = 'file:///workspace/';

export function uriOf(path: string): string {
  return root + path.split('/').map(encodeURIComponent).join('/');
}

/** Path below the workspace; `undefined` for a file outside it. */
export function pathOf(uri: string): string | undefined {
  return uri.startsWith(root) ? decodeURIComponent(uri.slice(root.length)) : undefined;
}

/** Evaluates a script as the service does: again and again until no file is missing. */
export function modelOf(
  evaluate: Evaluate,
  path: string,
  text: string,
  files: ReadonlyMap<string, string>,
): ScriptModel {
  const loaded = new Map<string, string | null>();
  for (;;) {
    const model = evaluate({
      uri: uriOf(path),
      text,
      file: (uri) => loaded.get(uri),
      recognises: isEntryPoint,
    });
    const missing = model.needs.filter((uri) => !loaded.has(uri));
    if (missing.length === 0) return model;
    for (const uri of missing) loaded.set(uri, files.get(pathOf(uri) ?? '') ?? null);
  }
}

/** A launch in one line, for reports. */
export function showLaunch(launch: LaunchCommand): string {
  const item = (it: LaunchCommand['argv'][number]): string => {
    switch (it.kind) {
      case 'known':
        return JSON.stringify(it.value);
      case 'unknown':
        return `?(${it.why.reason}${it.why.name === undefined ? '' : ` ${it.why.name}`})`;
      case 'many':
        return `…(${it.why.reason})`;
      case 'branches':
        return `{${it.choice}: ${it.oneOf.map((branch) => branch.map(item).join(' ') || '∅').join(' | ')}}`;
    }
  };
  const flags = `${launch.conditional ? ' conditional' : ''}${launch.repeated ? ' repeated' : ''}`;
  const env = launch.env.map((one) => `${one.name}=${item(one.item)} `).join('');
  return `${env}${launch.launcher.map(item).join(' ')} ${launch.module.value}${flags}: ${launch.argv.map(item).join(' ')}`;
}
