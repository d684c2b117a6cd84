import { compilePolicy } from 'licet/source/policy/compile.ts';
import { scalarPlace } from 'licet/source/grounding/checkGraphs.ts';
import { describe, expect, it } from 'vitest';

/** What is doubtful about a policy, with the text that begins where it is said. */
const doubts = (text: string): readonly string[] => {
  const read = compilePolicy(text, '/project/governance.yaml');
  if ('issues' in read) throw new Error(read.issues.map(({ message }) => message).join('\n'));
  return read.warnings.map(({ code, line, column }) => {
    const here = text.split('\n')[line - 1]?.slice(column - 1) ?? '';
    return `${code}: ${here.split(/[,} ]/u)[0] ?? ''} @${line}`;
  });
};

describe('where a policy says a text', () => {
  it('is the start for what only a comment or an included file says', () => {
    const text = 'version: 1\n# a b\naudit: { b: c }\nother: b\n';

    expect(scalarPlace(text, 'a')).toEqual({ line: 1, column: 1 });
    expect(scalarPlace(text, 'other')).toEqual({ line: 4, column: 1 });
    expect(scalarPlace(text, 'c')).toEqual({ line: 3, column: 13 });
  });

  it('is where a file that nothing protects is named', () => {
    const text = `# concepts.db is the graph of the project
version: 1
default: pass
graphs: { main: { store: sqlite, path: "concepts.db" } }
policy: { grounded: { graph: main } }
`;

    expect(doubts(text)).toEqual(['unprotected_file: "concepts.db" @4']);
  });
});
