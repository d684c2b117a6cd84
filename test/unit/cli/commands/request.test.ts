import type { Terminal } from '@licet/core/command';
import { explain } from 'licet/source/commands/explain.ts';
import { main } from 'licet/source/main.ts';
import { describe, expect, it } from 'vitest';

import { project } from '../../../support/cli.ts';

const POLICY = `version: 1
default: block
capabilities:
  docs.search: { safety: read }
  tickets.update_status:
    safety: write
    sensitivity: [pii]
    parameters: { properties: { status: { enum: [open, closed] } }, additionalProperties: false }
  tickets.delete: { safety: destructive }
policy:
  capability_policy: {}
`;

const WHY = 'the customer confirmed the repair';

async function said(run: (terminal: Terminal) => Promise<number>): Promise<{ status: number; lines: string }> {
  const lines: string[] = [];
  const note = (text: string): void => void lines.push(text);
  const status = await run({ print: note, complain: note, hasColor: false });
  return { status, lines: lines.join('\n') };
}

describe('licet check for a principal', () => {
  const cwd = project(POLICY);
  const judge = (...args: readonly string[]) => said(terminal => main(['check', '--cwd', cwd, ...args], terminal));
  const agent = ['--principal', 'support-agent', '--role', 'reader', '--role', 'writer'];

  it('is the demo of three rulings', async () => {
    const update = ['--tool', 'tickets.update_status', ...agent, '--tenant', 'acme'];
    expect((await judge('--tool', 'docs.search', ...agent)).status).toBe(0);
    expect((await judge(...update)).lines).toMatch(/^ask .*insufficient_justification/);
    expect((await judge(...update, '--justification', WHY)).lines).toMatch(/^pass /);
    expect((await judge('--tool', 'tickets.delete', ...agent, '--justification', WHY)).lines).toMatch(/^block .*missing_role/);
  });

  it('takes no justification from the arguments', async () => {
    const invented = JSON.stringify({ _justification: WHY, justification: WHY });
    const { lines } = await judge('--tool', 'tickets.update_status', '--input', invented, ...agent, '--tenant', 'acme');
    expect(lines).not.toMatch(/^pass/);
  });

  it.each(['--principal', '--role', '--tenant'])('wants a text after %s', async option => {
    expect(await judge('--tool', 'docs.search', option, '')).toEqual({
      status: 3,
      lines: `licet: expected a text after \`${option}\`, found nothing`,
    });
  });
});

describe('licet explain', () => {
  const denied = {
    tool: 'tickets.update_status',
    input: '{"status":"SECRET","more":1}',
    cwd: project(POLICY),
    format: 'text',
  } as const;

  it('lists everything that prevents a call, in order: what was required, what was found, what to do', async () => {
    const { status, lines } = await said(terminal => explain({ ...denied, principal: 'bot', role: ['reader'] }, terminal));
    expect(status).toBe(2);
    const list = lines.slice(lines.indexOf('what prevents it:'), lines.indexOf('✗')).trim();
    expect(list.split('\n')).toEqual([
      'what prevents it:',
      '  1. roles (missing_role)',
      '     needs one of the roles `writer`, `admin`; found `reader`',
      '     ask for this to be done by somebody with one of the roles `writer`, `admin`',
      '  2. tenant_attribute (missing_tenant_attribute)',
      '     needs the attribute `tenant`; found no such attribute',
      '     tell the person who runs the host to set the attribute `tenant` of the principal',
      '  3. argument `status` (arg_constraint_violation)',
      '     needs one of `open`, `closed`; found another text',
      '     call `tickets.update_status` with other arguments: `status` must be one of `open`, `closed`',
      '  4. argument `more` (arg_constraint_violation)',
      '     needs no such argument; found an argument',
      '     call `tickets.update_status` without `more`',
      '  5. min_justification (insufficient_justification)',
      '     needs a justification of at least 15 characters from the host; found none',
      '     ask the user to confirm this and to say why it is needed',
    ]);
    expect(list).not.toContain('SECRET');
  });

  it('lists nothing for what passes', async () => {
    const { lines } = await said(terminal => explain({ tool: 'docs.search', cwd: denied.cwd, format: 'text' }, terminal));
    expect(lines).not.toContain('what prevents it');
  });
});
