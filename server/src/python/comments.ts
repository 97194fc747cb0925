import { parser } from '@lezer/python';
import type { OffsetRange } from '../text/location.ts';

/** Comments of a Python file, from `#` to the end of the line; nothing in a string is one. */
export function pythonComments(text: string): OffsetRange[] {
  const comments: OffsetRange[] = [];
  parser.parse(text).iterate({
    enter: ({ name, from, to }) => {
      if (name === 'Comment') comments.push({ start: from, end: to });
    },
  });
  return comments;
}

/** True if Python reads the same in both texts, apart from places and comments. */
export function isSamePython(a: string, b: string): boolean {
  return shapeOf(a) === shapeOf(b);
}

function shapeOf(text: string): string {
  const shape: string[] = [];
  parser.parse(text).iterate({
    enter: ({ name, from, to, node }) => {
      if (name === 'Comment') return false;
      shape.push(name, node.firstChild === null ? text.slice(from, to) : '(');
      return true;
    },
    leave: ({ name }) => {
      if (name !== 'Comment') shape.push(')');
    },
  });
  return shape.join('\u0000');
}
