import type { RaySubmit, SubmitUse } from '../../ray/model.ts';
import type { Draft, RuleContext, View } from '../context.ts';
import { fix, say } from '../finding.ts';
import type { Fix, Message, Severity } from '../model.ts';
import { literalOf } from '../words.ts';
import { useOf, valuePlace } from './context.ts';

/** Variables that win over `--address` (`get_address_for_submission_client` in `dashboard/utils.py` of Ray). */
const VARIABLES = ['RAY_API_SERVER_ADDRESS', 'RAY_ADDRESS'];

/** Where a job is sent: an address that is not the dashboard's, or that a variable of the script takes the place of. */
export function* address(submit: RaySubmit, view: View, context: RuleContext): Iterable<Draft> {
  const use = useOf(submit, '--address');
  const value = use?.value ?? null;
  const text = value?.text ?? null;
  if (use === undefined || value === null || text === null) return;
  for (const { name, item } of view.launch.env) {
    if (!VARIABLES.includes(name) || item.kind !== 'known' || item.value === '' || item.value === text) continue;
    yield {
      code: 'ray-address',
      severity: 'warning',
      location: valuePlace(use, context),
      message: say('ray-address-overridden', { variable: name }),
      subjects: [value.word],
    };
    return;
  }
  const judged = judge(text);
  if (judged === undefined) return;
  const fixes = judged.certain === true ? rewritten(use, judged.suggestion, context) : [];
  const { message, severity } = judged;
  yield { code: 'ray-address', severity, location: valuePlace(use, context), message, fixes, subjects: [value.word] };
}

interface Judged {
  readonly message: Message;
  readonly severity: Severity;
  readonly suggestion: string;
  /** The suggestion is what was meant. */
  readonly certain?: boolean;
}

const DASHBOARD_PORT = '8265';
/** The port of the cluster's store, and that of Ray Client. */
const OTHER_PORTS = ['6379', '10001'];

function judge(text: string): Judged | undefined {
  const match = /^(?:(?<scheme>[a-z]+):\/\/)?(?<host>[\w.-]+|\[[0-9a-fA-F:]+\])(?::(?<port>\d+))?\/?$/.exec(text);
  const { scheme, host, port } = match?.groups ?? {};
  if (host === undefined) return undefined;
  const suggestion = `http://${host}:${DASHBOARD_PORT}`;
  const shown = { address: text, suggestion };
  if (scheme === 'ray') return { message: say('ray-address-client', shown), severity: 'info', suggestion };
  if (scheme === 'http' || scheme === 'https') {
    if (port === undefined || !OTHER_PORTS.includes(port)) return undefined;
    return { message: say('ray-address-port', { port, suggestion }), severity: 'warning', suggestion };
  }
  if (scheme !== undefined || port === undefined) return undefined;
  if (port === DASHBOARD_PORT) {
    return { message: say('ray-address-scheme', { suggestion }), severity: 'error', suggestion, certain: true };
  }
  if (port !== '6379') return undefined;
  return { message: say('ray-address-store', shown), severity: 'info', suggestion };
}

function rewritten({ value }: SubmitUse, suggestion: string, { textOf }: RuleContext): Fix[] {
  if (value?.word.kind !== 'known') return [];
  const location = literalOf(value.word, textOf, value.from);
  return location === undefined
    ? []
    : [fix(say('fix-value', { value: suggestion }), [{ location, newText: suggestion }], true)];
}
