import assert from 'node:assert/strict';
import type { Range, SelectionRange } from 'vscode-languageserver-types';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { sourceDocument, type SourceDocument } from '../../server/src/features/document.ts';
import { createLanguageService, type LanguageService } from '../../server/src/service.ts';
import { DEFAULT_SETTINGS } from '../../server/src/settings.ts';
import type { LineIndex } from '../../server/src/text/lineIndex.ts';
import { applied, type History } from './inputs.ts';

const FOLDER = 'file:///work';
/** UTF-16 units past which a script is not judged, as in the language server. */
const MAX_LENGTH = 1_000_000;
/** How many launches of a script are planned: a person launches one. */
const PLANS = 3;
/** A script that names the Python files, so that they are judged. */
const LAUNCH = `${FOLDER}/launch.sh`;

/** A language service that has one folder with nothing but a launch of the Python files in it. */
function serviceOf(): LanguageService {
  const launch = ['reward_func.py', 'agent.py']
    .map(
      (file) => `python3 -m openrlhf.cli.train_ppo_ray --train.agent_func_path ${file} --reward.remote_url ${file}\n`,
    )
    .join('');
  return createLanguageService({
    files: {
      read: (uri) => Promise.resolve(uri === LAUNCH ? launch : null),
      list: (uri) => Promise.resolve(uri === FOLDER ? ['launch.sh'] : []),
    },
    settings: () => Promise.resolve(DEFAULT_SETTINGS),
    openText: () => undefined,
    folderOf: () => FOLDER,
    maxLength: MAX_LENGTH,
  });
}

/**
 * Types a history into one language service, and asks everything of it after each edit and at the end.
 * @returns how many texts were judged
 * @throws an `AssertionError` where a place lies outside of the document, or where the last text is judged otherwise than when it is opened afresh
 */
export async function check(history: History): Promise<number> {
  const uri = `${FOLDER}/${history.language === 'python' ? 'reward_func.py' : 'train.sh'}`;
  const service = serviceOf();
  const synced = TextDocument.create(uri, history.language, 1, history.opened);
  let text = history.opened;
  let version = 1;
  const documentNow = (): SourceDocument => sourceDocument(uri, history.language, version, synced.getText());
  await judge(service, documentNow());
  for (const edit of history.edits) {
    const { start, end } = edit;
    // As it comes over the wire.
    const range = { start: synced.positionAt(start), end: synced.positionAt(end) };
    text = applied(text, { ...edit, start: synced.offsetAt(range.start), end: synced.offsetAt(range.end) });
    TextDocument.update(synced, [{ range, text: edit.text }], ++version);
    await judge(service, documentNow());
  }
  const document = documentNow();
  assert.equal(document.text, text, 'the text that is kept is another one');
  await askAt(service, document, history.cursor);
  const afresh = serviceOf();
  const found = await everything(service, document);
  const expected = await everything(afresh, sourceDocument(uri, history.language, 1, text));
  assert.deepEqual(found, expected, 'opened afresh it is judged otherwise');
  return history.edits.length + 1;
}

/** What is told of a document without being asked. */
async function judge(service: LanguageService, document: SourceDocument): Promise<void> {
  const found = await service.diagnostics(document);
  for (const [uri, diagnostics] of found) {
    if (uri !== document.uri) continue;
    for (const { range, message, code, relatedInformation = [] } of diagnostics) {
      inside(document.lines, range, String(code));
      assert.notEqual(message, '');
      for (const { location } of relatedInformation)
        if (location.uri === uri) inside(document.lines, location.range, String(code));
    }
  }
}

/** What a person asks about a place, and about the whole. */
async function askAt(service: LanguageService, document: SourceDocument, cursor: number): Promise<void> {
  const { lines, text, uri } = document;
  // Between a return and its line feed there is no place for a cursor.
  const position = lines.position(cursor % (text.length + 1));
  const list = await service.completion(document, position, false);
  for (const { textEdit, label } of list?.items ?? [])
    if (textEdit && 'range' in textEdit) inside(lines, textEdit.range, label);
  for (const step of (await service.selectionRanges(document, [position])) ?? [])
    for (let one: SelectionRange | undefined = step; one; one = one.parent) inside(lines, one.range, 'a selection');
  const symbols = [...(await service.symbols(document))];
  for (let symbol = symbols.pop(); symbol; symbol = symbols.pop()) {
    inside(lines, symbol.range, symbol.name);
    symbols.push(...(symbol.children ?? []));
  }
  for (const { range, target } of await service.links(document)) inside(lines, range, target ?? 'a link');
  const hover = await service.hover(document, position);
  if (hover?.range) inside(lines, hover.range, 'hover');
  const whole = { start: { line: 0, character: 0 }, end: lines.position(text.length) };
  for (const { edit, title } of await service.codeActions(document, whole, ['']))
    for (const change of edit?.changes?.[uri] ?? []) inside(lines, change.range, title);
  for (const { range } of await service.codeLenses(document, { launch: 'launch', references: 'places', try: 'try' }))
    inside(lines, range, 'code lens');
  for (const place of await service.definition(document, position))
    if (place.uri === uri) inside(lines, place.range, 'definition');
  for (const place of await service.references(document, position))
    if (place.uri === uri) inside(lines, place.range, 'reference');
  for (const { id } of (await service.launches(document)).slice(0, PLANS)) await service.launchPlan(document, id);
}

/** All that is said of a text, as data. */
async function everything(service: LanguageService, document: SourceDocument): Promise<unknown> {
  const diagnostics = await service.diagnostics(document);
  if (document.languageId === 'python') return [...diagnostics];
  const { launches } = await service.analysis(document);
  return {
    diagnostics: [...diagnostics],
    status: await service.status(document),
    launches: launches.map(({ launch }) => launch),
  };
}

/** A range is in its document, and ends no earlier than it starts. */
function inside(lines: LineIndex, { start, end }: Range, what: string): void {
  const offsets = [start, end].map(({ line, character }) => {
    const offset = lines.lineStart(line) + character;
    // A place behind a return, before its line feed, is one too: some findings are about the return.
    assert.deepEqual(lines.position(offset), { line, character }, `the place of ‘${what}’ is not in the document`);
    return offset;
  });
  const [from = 0, to = 0] = offsets;
  assert.ok(from <= to, `the place of ‘${what}’ ends before it starts`);
}
