/** Labels of a node, and what a selector wants of them. */
type Labels = Readonly<Record<string, string>>;

/** What of a selector a person asked for: Ray 2.60 itself pins a driver to the head with a label. */
export function withoutNodeId(selector: Labels): Labels {
  return Object.fromEntries(Object.entries(selector).filter(([key]) => !/^ray\.io\/node[-_]id$/.test(key)));
}

/** Whether the labels are what a selector wants, in Ray's forms `a`, `!a`, `in(a,b)` and `!in(a,b)`. */
export function matches(selector: Labels, labels: Labels): boolean {
  return Object.entries(selector).every(([key, wanted]) => {
    const not = wanted.startsWith('!');
    const values = not ? wanted.slice(1) : wanted;
    const list = /^in\((.*)\)$/
      .exec(values)?.[1]
      ?.split(',')
      .map((value) => value.trim()) ?? [values];
    const has = labels[key] !== undefined && list.includes(labels[key]);
    return has !== not;
  });
}
