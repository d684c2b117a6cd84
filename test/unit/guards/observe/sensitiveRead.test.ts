import { SensitiveRead } from '@licet/guards';
import { expect, it, test } from 'vitest';

import { agentUnder } from '../workflow/support.ts';

const POLICY = "policy: { sensitive_read: { paths: ['customers/**'], text: do not copy names } }\n";

test.each([
  ['cat customers/all.csv', 'warn'],
  ['cd customers && head -3 all.csv', 'warn'],
  ['grep -r ann .', 'warn'],
  ['cp customers/all.csv /tmp/x', 'warn'],
  ['cat customers.csv', 'pass'],
  ['echo x > customers/new.csv', 'pass'],
  ['ls', 'pass'],
])('`%s` is ruled %s', async (command, ruling) => {
  const { run } = agentUnder(POLICY);

  expect((await run(command)).ruling).toBe(ruling);
});

it('is about the tools of a runtime too, and names the file as the user knows it', async () => {
  const { act, read } = agentUnder(POLICY);
  const { reason, passed, code } = await act(read('/w/customers/all.csv'));

  expect([passed, code, reason]).toEqual([true, 'sensitive_read', 'it reads `customers/all.csv`: do not copy names']);
});

it('refuses to be about nothing', () => {
  expect(() => SensitiveRead({ paths: [], text: 'x' })).toThrow('`paths`');
});
