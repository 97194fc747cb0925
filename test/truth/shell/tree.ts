/** A generated script as a tree, so that a failing one can be made smaller piece by piece. */
export type Node =
  /** One command: what must stay, words that may be left out, what must stay. */
  | { readonly kind: 'command'; readonly head: string; readonly words: readonly string[]; readonly tail: string }
  /** Lines with bodies between them: `if …; then`, body, `else`, body, `fi`. */
  | {
      readonly kind: 'block';
      readonly parts: readonly { readonly open: string; readonly body: readonly Node[] }[];
      readonly close: string;
    }
  /** A script in a string: `bash -c '…'`. */
  | {
      readonly kind: 'string';
      readonly before: string;
      readonly quote: 'single' | 'double' | 'heredoc';
      readonly body: readonly Node[];
      readonly after: string;
    };

export function command(head: string, words: readonly string[] = [], tail = ''): Node {
  return { kind: 'command', head, words, tail };
}

function quote(text: string, style: 'single' | 'double' | 'heredoc'): string {
  switch (style) {
    case 'single':
      return `'${text.replaceAll("'", "'\\''")}'`;
    case 'double':
      return `"${text.replaceAll(/[\\"$`]/g, '\\$&')}"`;
    case 'heredoc': {
      let end = 'END';
      while (text.includes(end)) end += 'X';
      return `<<'${end}'\n${text}\n${end}`;
    }
  }
}

export function render(nodes: readonly Node[]): string {
  return nodes
    .map((node) => {
      switch (node.kind) {
        case 'command':
          return [node.head, ...node.words].filter((word) => word !== '').join(' ') + node.tail;
        case 'block': {
          const parts = node.parts.map(
            ({ open, body }) => `${open}\n${render(body.length > 0 ? body : [command(':')])}`,
          );
          return `${parts.join('\n')}\n${node.close}`;
        }
        case 'string':
          return `${node.before}${quote(render(node.body), node.quote)}${node.after}`;
      }
    })
    .join('\n');
}

/** Every tree that is one step smaller. */
export function* smaller(nodes: readonly Node[]): Generator<Node[]> {
  for (const [i, node] of nodes.entries()) {
    const replace = (...by: readonly Node[]): Node[] => [...nodes.slice(0, i), ...by, ...nodes.slice(i + 1)];
    yield replace();
    switch (node.kind) {
      case 'command':
        for (let w = 0; w < node.words.length; w++) {
          yield replace({ ...node, words: [...node.words.slice(0, w), ...node.words.slice(w + 1)] });
        }
        break;
      case 'block':
        for (const [p, part] of node.parts.entries()) {
          yield replace(...part.body);
          for (const body of smaller(part.body)) {
            yield replace({ ...node, parts: node.parts.map((other, q) => (q === p ? { ...other, body } : other)) });
          }
        }
        break;
      case 'string':
        for (const body of smaller(node.body)) yield replace({ ...node, body });
    }
  }
}
