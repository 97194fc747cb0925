import { pythonComments } from '../../python/comments.ts';
import { mayIgnore } from '../../rules/ignore/directive.ts';
import type { CommentedText } from '../../rules/ignore/scope.ts';
import { scriptComments } from '../../shell/comments.ts';

/** A file with its comments, as its language reads them; `undefined` where none of them asks for anything to be ignored. */
export function commented(language: 'shell' | 'python', text: string | undefined): CommentedText | undefined {
  if (text === undefined || !mayIgnore(text)) return undefined;
  if (language === 'python') return { text, comments: pythonComments(text), commands: [] };
  const { comments, commands } = scriptComments(text);
  return { text, comments, commands };
}
