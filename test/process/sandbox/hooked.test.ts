import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { humanEnv } from '../../support/cli.ts';
import { hasScript } from '../../support/onTerminal.ts';
import { HookWorld, commandOf, policyWith } from './hookWorld.ts';
import { missingSandbox } from './sandboxWorld.ts';

const missing = missingSandbox() ?? (hasScript ? undefined : '`script` lends no terminal');

/** What the agent runs: a program whose code the analysis cannot see. */
const COMMAND = 'node probe.cjs';

/** Runs a command as the shell tool of an agent does. */
const shell = (world: HookWorld, command: string) =>
  spawnSync('/bin/bash', ['-c', command], {
    cwd: world.project,
    encoding: 'utf8',
    env: { ...humanEnv(), HOME: world.home, NO_COLOR: '1' },
  });

describe.skipIf(missing !== undefined)(`sandbox: auto${missing === undefined ? '' : ` (skipped: ${missing})`}`, () => {
  it('runs code of the project in a sandbox without a question, and proves it afterwards', async () => {
    const world = await new HookWorld().accept(policyWith('sandbox: auto'));
    world.write('shop/probe.txt', 'rm -rf ~/beside; echo done > src/made; echo tests ok');
    const answer = world.before(COMMAND);
    const command = commandOf(answer);

    expect(answer?.permissionDecision).toBeUndefined();
    expect(answer?.additionalContext).toMatch(/runs in a sandbox .*self_protection \(governance\.yaml:\d+\)/u);
    expect(shell(world, command)).toMatchObject({ status: 0, stdout: 'tests ok\n', stderr: '' });
    expect(readFileSync(join(world.home, 'beside/file'), 'utf8')).toBe('hunter2');
    expect(existsSync(join(world.project, 'src/made'))).toBe(true);
    expect(world.after(command)).toBeUndefined();
    expect(world.records('evaluation').at(-1)).toMatchObject({
      ruling: 'pass',
      payload: { command: COMMAND },
      containment: { level: 'constructed', by: 'licet run' },
    });
    expect(world.records('outcome').at(-1)).toMatchObject({ status: 'ok', containment: { held: true } });
    expect(readdirSync(join(world.home, '.licet/sandbox/calls'))).toEqual([]);

    // The next one needs no question either.
    expect(commandOf(world.before(COMMAND))).not.toBe(command);
  });

  it('leaves what runs no such code as it is, and what Licet or git itself changes', async () => {
    const world = await new HookWorld().accept(policyWith('sandbox: auto'));

    expect(world.before('cat src/app.js')).toBeUndefined();
    expect(world.before(`git commit -m x && ${COMMAND}`)).toMatchObject({ permissionDecision: 'ask' });
    expect(world.before('licet run -- node probe.cjs')).toMatchObject({ permissionDecision: 'ask' });
  });

  it.each([
    ['that is off', 'sandbox: off', undefined],
    ['that says nothing', '', undefined],
    ['under a policy of the user that is off', 'sandbox: auto', 'sandbox: off'],
  ])('asks under a policy %s', async (_what, own, above) => {
    const world = new HookWorld();
    if (above !== undefined) world.write('.licet/governance.yaml', `version: 1\n${above}\npolicy: { floor: {} }\n`);
    await world.accept(policyWith(own));

    expect(world.before(COMMAND)).toMatchObject({ permissionDecision: 'ask' });
    expect(world.before(COMMAND)?.updatedInput).toBeUndefined();
  });

  it('puts the same command in a sandbox before a person when it is to ask, also where the user sets it above `auto`', async () => {
    const world = new HookWorld();
    world.write('.licet/governance.yaml', 'version: 1\nsandbox: ask\npolicy: { floor: {} }\n');
    await world.accept(policyWith('sandbox: auto'));
    const answer = world.before(COMMAND);

    expect(answer).toMatchObject({ permissionDecision: 'ask', permissionDecisionReason: expect.stringContaining('sandbox') });
    expect(shell(world, commandOf(answer)).status).toBe(0);
  });

  it('takes the yes of the prompt for a call that ran in its sandbox', async () => {
    const world = await new HookWorld().accept(
      policyWith('sandbox: auto', 'when: { if: { runs: node }, then: { human_approval: {} } }'),
    );
    const answer = world.before(COMMAND);
    expect(answer).toMatchObject({ permissionDecision: 'ask' });
    const command = commandOf(answer);
    expect(shell(world, command).status).toBe(0);
    expect(world.after(command)).toBeUndefined();

    expect(world.records('anomaly')).toEqual([]);
    expect(world.records('answer').at(-1)).toMatchObject({ granted: [true] });
    expect(world.records('outcome').at(-1)).toMatchObject({ status: 'ok', containment: { held: true } });
  });

  it('changes nothing under a policy that only observes', async () => {
    const world = await new HookWorld().accept(policyWith('sandbox: auto\nmode: observe'));
    expect(world.before(COMMAND)?.updatedInput).toBeUndefined();
    world.after(COMMAND);
    expect(world.records('anomaly')).toEqual([]);
  });

  it('takes no question away under a policy that no person has accepted, or that was changed since', async () => {
    const world = new HookWorld();
    world.write('shop/governance.yaml', policyWith('sandbox: auto'));
    expect(world.before(COMMAND)).toMatchObject({ permissionDecision: 'ask' });

    await world.accept(policyWith(''));
    world.write('shop/governance.yaml', policyWith('sandbox: auto'));
    expect(world.before(COMMAND)).toMatchObject({ permissionDecision: 'ask' });
  });

  it('changes no command that a rule of the user speaks about, and none for a client that may not take it', async () => {
    const world = await new HookWorld().accept(policyWith('sandbox: auto'));
    mkdirSync(join(world.home, '.claude'));
    writeFileSync(join(world.home, '.claude/settings.json'), '{"permissions":{"deny":["Bash(node probe.cjs:*)"]}}');
    expect(world.before(COMMAND)).toMatchObject({ permissionDecision: 'ask' });
    writeFileSync(join(world.home, '.claude/settings.json'), '{"permissions":{"deny":["Bash(curl:*)"],"ask":["Read(x)"]}}');
    commandOf(world.before(COMMAND));
    writeFileSync(join(world.home, '.claude/settings.json'), 'no json');
    expect(world.before(COMMAND)).toMatchObject({ permissionDecision: 'ask' });
    rmSync(join(world.home, '.claude'), { recursive: true });

    expect(world.before(COMMAND, {}, { AI_AGENT: 'claude-code_2-1-200_harness' })).toMatchObject({ permissionDecision: 'ask' });
    expect(world.before(COMMAND, { tool_name: 'Monitor' })).toMatchObject({ permissionDecision: 'ask' });
  });

  it.each([
    ['another hook has put the command back', (wrapped: string) => ({ runs: COMMAND, told: COMMAND, wrapped })],
    [
      'another hook has added to the command',
      (wrapped: string) => ({ runs: `${wrapped}; true`, told: `${wrapped}; true`, wrapped }),
    ],
    ['the command did not run, and is said to have', (wrapped: string) => ({ runs: 'true', told: wrapped, wrapped })],
  ])('finds that a call ran elsewhere: %s', async (_what, how) => {
    const world = await new HookWorld().accept(policyWith('sandbox: auto'));
    const { runs, told } = how(commandOf(world.before(COMMAND)));
    shell(world, runs);

    expect(world.after(told)?.additionalContext).toContain('nothing proves that it did');
    expect(world.records('outcome').at(-1)).toMatchObject({ status: 'unknown', containment: { held: false } });
    expect(world.records('anomaly').at(-1)).toMatchObject({ code: 'containment_broken' });
    // No more question of this session is taken away.
    expect(world.before(COMMAND)).toMatchObject({ permissionDecision: 'ask' });
    commandOf(world.before(COMMAND, { session_id: 'another' }));
  });

  it('gives each ticket to one run of its command, under its own plan', async () => {
    const world = await new HookWorld().accept(policyWith('sandbox: auto'));
    const first = commandOf(world.before(COMMAND));
    expect(shell(world, first.replace('node probe.cjs', 'node src/app.js')).stderr).toContain(
      'the ticket is for another command',
    );
    expect(shell(world, first).status).toBe(0);
    expect(shell(world, first).stderr).toContain('the ticket was used before');
    expect(shell(world, first.replace(/--ticket \w+/u, `--ticket ${'0'.repeat(32)}`)).stderr).toContain('no such ticket');
    expect(shell(world, first.replace(/--ticket \w+/u, '--ticket ../x')).stderr).toContain('is no ticket');

    const second = commandOf(world.before(COMMAND));
    await world.accept(policyWith('sandbox: auto', 'file_boundary: { allow: ["src/**"] }'));
    expect(shell(world, second)).toMatchObject({
      status: 3,
      stderr: expect.stringContaining('have changed after the call was judged'),
    });
    expect(world.after(second)?.additionalContext).toContain('there is no receipt of the run');
  });

  it('lets no agent make a ticket or a receipt, or start a run with a ticket', async () => {
    const world = await new HookWorld().accept(policyWith('sandbox: auto'));
    const command = commandOf(world.before(COMMAND));
    const [, ticket = ''] = /--ticket (\w+)/u.exec(command) ?? [];

    for (const forging of [
      `licet run --ticket ${ticket} -- /bin/bash -c true`,
      command,
      `echo '{}' > ~/.licet/sandbox/calls/${ticket}.receipt`,
      `cp src/app.js ~/.licet/sandbox/calls/x.ticket`,
      'rm -r ~/.licet/sandbox',
      'echo "[]" > ~/.licet/sandbox/x/planted.json',
    ])
      expect([forging, world.before(forging)?.permissionDecision]).toEqual([forging, 'deny']);
    world.write('shop/probe.txt', `echo x > ~/.licet/sandbox/calls/${ticket}.receipt; ls ~/.licet; licet run -- true; exit 4`);
    expect(shell(world, command)).toMatchObject({ status: 4 });
    expect(readFileSync(join(world.home, '.licet/sandbox/calls', `${ticket}.receipt`), 'utf8')).toContain('planDigest');
  });

  it('stops the next call that touches what a run has planted, until it is gone', async () => {
    const world = await new HookWorld().accept(policyWith('sandbox: auto'));
    // Both appear at once: the first one that is seen ends the run.
    const planting = 'mkdir -p node_modules/x; cd node_modules/x; echo K=1 > .env.local; echo {} > .mcp.json; mv ../x ../../deep';
    world.write('shop/probe.txt', `${planting}; sleep 600`);
    const command = commandOf(world.before(COMMAND));
    expect(shell(world, command).status).toBe(2);
    expect(world.after(command)?.additionalContext).toContain('deep/.env.local');
    expect(world.records('outcome').at(-1)).toMatchObject({
      containment: { planted: expect.arrayContaining([join(world.project, 'deep/.env.local')]) },
    });

    for (const touching of ['cat deep/.mcp.json', 'grep -r x .', 'cp -r deep other'])
      expect([touching, world.before(touching)?.permissionDecisionReason]).toEqual([
        touching,
        expect.stringContaining('made by a program in a sandbox'),
      ]);
    expect(world.before('cat src/app.js')).toBeUndefined();
    rmSync(join(world.project, 'deep'), { recursive: true });
    expect(world.before('cat deep/.mcp.json')).toBeUndefined();
  });
});
