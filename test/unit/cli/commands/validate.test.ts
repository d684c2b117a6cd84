import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { validate } from 'licet/source/commands/validate.ts';
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
