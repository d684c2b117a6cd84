import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { Ajv } from 'ajv';
import { sarifOf, validate } from 'licet/source/commands/validate.ts';
import { expect, it } from 'vitest';

it('shows the place of a mistake in an expression below the message, on separate lines', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'licet-test-')), 'governance.yaml');
  writeFileSync(
    file,
    'version: 1\ndefault: pass\npolicy:\n  when: { if: \'action.tooll == "x"\', then: { human_approval: {} } }\n',
  );
  const said: string[] = [];

  await validate(file, {}, { print: () => undefined, complain: text => void said.push(text), hasColor: false });

  const [head, shown, caret] = said[0]?.split('\n') ?? [];
  expect(head).toBe(`${file}:4:23: error: no such key \`tooll\`, did you mean \`tool\`? (invalid_condition)`);
  expect([shown?.endsWith('action.tooll == "x"'), caret?.trim()]).toEqual([true, '^']);
  expect(said.join('')).not.toContain(String.raw`\n`);
});

interface Log {
  readonly version: string;
  readonly runs: readonly { readonly results: readonly { readonly ruleId: string; readonly level: string }[] }[];
}

async function sarifOfPolicy(text: string, graphs = false): Promise<{ code: number; log: Log; file: string }> {
  const file = join(mkdtempSync(join(tmpdir(), 'licet-test-')), 'a policy.yaml');
  writeFileSync(file, text);
  const printed: string[] = [];
  const terminal = { print: (line: string) => void printed.push(line), complain: () => undefined, hasColor: false };
  const code = await validate(file, { format: 'sarif', graphs }, terminal);
  return { code, log: JSON.parse(printed.join('\n')) as Log, file };
}

it('prints mistakes for code scanning at their place, and still fails', async () => {
  const { code, log, file } = await sarifOfPolicy('version: 1\ndefault: pass\npolicy: { all: [{ bash_safetty: {} }] }\n');

  expect(code).toBe(3);
  expect(log.version).toBe('2.1.0');
  expect(log.runs[0]?.results).toEqual([
    {
      ruleId: 'unknown_node',
      level: 'error',
      message: { text: expect.stringContaining('did you mean `bash_safety`?') as string },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: pathToFileURL(file).href },
            region: { startLine: 3, startColumn: expect.any(Number) as number },
          },
        },
      ],
    },
  ]);
});

it('prints an empty log for code scanning when nothing is wrong', async () => {
  const { code, log } = await sarifOfPolicy(
    'version: 1\ndefault: pass\npolicy: { all: [{ self_protection: {} }, { bash_safety: {} }] }\n',
  );

  expect([code, log.runs[0]?.results]).toEqual([0, []]);
});

it('names files of the checkout from its top, and others by their URL', () => {
  const uris = ['a b/x.yaml', join(tmpdir(), 'y.yaml')].map(file =>
    JSON.stringify(sarifOf([{ level: 'warning', code: 'c', message: 'm', line: 0, column: 0 }], file, join(tmpdir(), 'top'))),
  );

  expect(uris[0]).toContain('"uri":"a%20b/x.yaml"},"region":{"startLine":1,"startColumn":1}');
  expect(uris[1]).toContain('"uri":"file:');
});

/** The schema of SARIF 2.1.0, from a package that ships it. It is of draft 4, whose words here mean the same in later ones. */
function sarifSchema(): object {
  const file = createRequire(import.meta.url).resolve('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json');
  const { $schema: _draft, id: _id, ...schema } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  return schema;
}

it('prints logs for code scanning that the schema of SARIF 2.1.0 accepts', async () => {
  const isSarif = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false }).compile(sarifSchema());
  const logs = await Promise.all(
    [
      'version: 1\ndefault: pass\npolicy: { all: [{ self_protection: {} }] }\n',
      'version: 2\npolcy: {}\npolicy: { all: [{ bash_safetty: {} }, { budget: { max: -1 } }] }\n',
      'version: 1\npolicy: { any: [{ file_boundary: { allow: [src] } }] }\n',
      '{ not: [yaml',
    ].map(async text => (await sarifOfPolicy(text)).log),
  );

  for (const log of logs) expect([isSarif(log), isSarif.errors]).toEqual([true, null]);
  expect(logs.flatMap(({ runs }) => runs.flatMap(({ results }) => results)).length).toBeGreaterThan(4);
  expect(isSarif({ ...logs[0], version: '2.0.0' })).toBe(false);
});
