import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import type { ApprovalProof } from '@licet/core/policy';
import { APPROVAL_PROOFS } from '@licet/core/policy';
import { keyFile } from 'licet/source/passkeys/keyFile.ts';
import { holdsOf } from 'licet/source/serve/start.ts';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';

import { authenticator, changed } from '../support/authenticator.ts';
import { licet, project } from '../support/cli.ts';
import { hasScript, onTerminal } from '../support/onTerminal.ts';

type Verb = { readonly verb: string; readonly loosens: boolean } & {
  readonly [level in ApprovalProof]: 'done' | 'signature' | 'refused';
};

const VERBS = parse(readFileSync(new URL('../golden/proof/verbs.yaml', import.meta.url), 'utf8')) as readonly Verb[];

const policyAt = (proof: ApprovalProof): string => `version: 1
default: pass
approvals: { channel: out_of_band, proof: ${proof} }
facts: { reviewed: { earned_by: human } }
policy:
  all:
    - floor: {}
    - hold: {}
    - escalate:
        - file_boundary: { deny: ['secret.txt'] }
        - allow_once: {}
    - when: { if: 'action.kind == "bash"', then: { human_approval: { reason: it reaches others } } }
`;

/** A project at a level, with what each verb needs, as a person has left it. */
class Machine {
  readonly root = project(policyAt('terminal'));
  readonly env = { HOME: join(this.root, 'home'), DISPLAY: '', WAYLAND_DISPLAY: '' };
  code = '';

  async prepare(level: ApprovalProof): Promise<void> {
    mkdirSync(join(this.env.HOME, '.licet', 'pins'), { recursive: true, mode: 0o700 });
    this.code = this.#ask();
    this.#forge(`insert into events (session, version, event)
      select 's', max(version) + 1, '{"type":"fact","at":1,"name":"@flow/x","value":1}' from events where session = 's'`);
    expect(await this.type('hold wait --session s')).toMatchObject({ status: 0 });
    writeFileSync(join(this.root, 'governance.yaml'), policyAt(level));
    if (level !== 'service') expect(await this.type('accept')).toMatchObject({ status: 0 });
    if (level === 'passkey') this.#enroll();
    this.#widen();
  }

  type(verb: string) {
    const words = verb.split(' ').map(word => (word === 'CODE' ? this.code : word));
    return onTerminal(this.root, words, { answer: 'y\n', env: this.env, until: /Ctrl-C ends it/u });
  }

  /** What a person has said so far, and the policies that were accepted. */
  said(): readonly unknown[] {
    const pins = join(this.env.HOME, '.licet', 'pins');
    const db = new DatabaseSync(join(this.root, '.licet', 'state.db'), { readOnly: true });
    try {
      const people = `type = 'answer' or (type = 'anomaly' and record like '%state_reset%')
        or (type = 'fact' and (record like '%"evaluationId":"human"%' or record like '%"evaluationId":"accept"%'))`;
      const records = db.prepare(`select record from audit where ${people}`).all();
      return [...records, ...readdirSync(pins).map(name => readFileSync(join(pins, name), 'utf8'))];
    } finally {
      db.close();
    }
  }

  #ask(): string {
    const call = {
      hook_event_name: 'PreToolUse',
      session_id: 's',
      cwd: this.root,
      tool_name: 'Bash',
      tool_input: { command: 'ls' },
    };
    const { stdout } = licet(this.root, ['hook', 'claude-code'], JSON.stringify(call), undefined, this.env);
    return /[0-9A-Z]{4}-[0-9A-Z]{4}/u.exec(stdout)?.[0] ?? '';
  }

  #forge(sql: string): void {
    const db = new DatabaseSync(join(this.root, '.licet', 'state.db'));
    db.exec(sql);
    db.close();
  }

  /** Enrolls a key as the page does, whose origin is the project's own. */
  #enroll(): void {
    const kept = keyFile(this.root, this.env.HOME);
    kept.write({ log: [changed([], 'add', authenticator('ann', { origin: kept.origin }).key)], counters: {} });
  }

  #widen(): void {
    const file = join(this.root, 'governance.yaml');
    writeFileSync(file, readFileSync(file, 'utf8').replace('it reaches others', 'it may reach others'));
  }
}

describe.skipIf(!hasScript).each(APPROVAL_PROOFS)('a program with its own terminal, at level %s,', level => {
  const machine = new Machine();
  beforeAll(async () => machine.prepare(level), 120_000);

  it.each(VERBS.map(verb => [verb.verb, verb[level]] as const))('by `licet %s`: %s', async (verb, expected) => {
    const before = machine.said();
    const { status, said } = await machine.type(verb);
    const became = /Ctrl-C ends it/u.test(said) ? 'signature' : status === 0 ? 'done' : 'refused';

    expect([became, said]).toEqual([expected, said]);
    if (expected === 'done') expect(machine.said()).not.toEqual(before);
    else expect(machine.said()).toEqual(before);
  });

  it.runIf(level === 'passkey')('lets nothing go on from the page without a signature either', async () => {
    vi.stubEnv('HOME', machine.env.HOME);
    const before = machine.said();

    expect(await holdsOf(join(machine.root, 'governance.yaml')).lift('s')).toMatch(/only with the signature of a passkey/u);
    expect(machine.said()).toEqual(before);
  });
});

it('needs a signature at level passkey for every verb that loosens', () => {
  expect(VERBS.filter(({ loosens, passkey }) => loosens !== (passkey === 'signature'))).toEqual([]);
  expect(VERBS.filter(({ loosens, service }) => loosens && service !== 'refused')).toMatchObject([{ verb: 'accept' }]);
});
