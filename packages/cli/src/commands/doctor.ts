import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

import type { BuiltPolicy, CompiledPolicy } from '@licet/core';
import { escapeText } from '@licet/core';
import type { Command } from 'commander';

import { EXIT } from '../exit.ts';
import { reportLine } from '../grounding/reportLine.ts';
import { isLicetHandler } from '../init/hookCommand.ts';
import type { Handler } from '../init/hookCommand.ts';
import { body, decode } from '../init/plan.ts';
import { probes, runHook } from '../init/probes.ts';
import type { Probe } from '../init/probes.ts';
import { findHandlers } from '../init/settingsText.ts';
import type { Run } from '../run.ts';
import { findPolicy } from '../policy/findPolicy.ts';
import { openEngine } from '../policy/openEngine.ts';
import { readPolicy } from '../policy/readPolicy.ts';
import { jsonText } from '../text/json.ts';
import type { Terminal } from '../text/terminal.ts';

/** One thing that was looked at. */
interface Finding {
  readonly name: string;
  readonly ok: boolean;
  /** True for something that works and should be looked at. */
  readonly warns?: true;
  readonly detail: string;
}

/**
 * Proves that the installed hook works, by starting the very command that stands in the settings with harmless probes,
 * and looks at the stores.
 * Returns 0 when everything is as it should be, and 2 when a call that must be stopped would have run.
 */
export async function doctor(
  folder: string,
  { json = false }: { readonly json?: boolean },
  { print }: Terminal,
): Promise<number> {
  const root = resolve(folder);
  const { findings: ofPolicy, observes } = await lookAtPolicy(root);
  const findings = [...ofPolicy, ...lookAtHook(root, observes)];
  findings.push(...(await lookAtStores(root)));
  const isWell = findings.every(({ ok }) => ok);
  if (json) print(jsonText({ ok: isWell, findings }));
  else
    for (const { ok, warns, name, detail } of findings) {
      const mark = ok ? (warns === true ? 'warn  ' : 'ok    ') : 'FAILED';
      print(`${mark}  ${escapeText(name)}${detail === '' ? '' : `  (${escapeText(detail)})`}`);
    }
  return isWell ? 0 : EXIT.block;
}

async function lookAtPolicy(root: string): Promise<{ readonly findings: readonly Finding[]; readonly observes: boolean }> {
  const name = 'the policy loads';
  try {
    const file = findPolicy(undefined, root);
    const { compiled } = await readPolicy(file, false);
    const observes = compiled.settings.mode === 'observe';
    const loads = { name, ok: true, detail: observes ? `${file}: it observes, and stops nothing` : file };
    return { findings: [loads, ...(await lookAtGraphs(compiled, dirname(file)))], observes };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return { findings: [{ name, ok: false, detail }], observes: false };
  }
}

async function lookAtGraphs(compiled: CompiledPolicy, root: string): Promise<readonly Finding[]> {
  const { inspectGraphs } = await import('../grounding/inspectGraphs.ts');
  return (await inspectGraphs(compiled, root)).map(report => ({
    name: 'the knowledge graph opens',
    ok: !('error' in report),
    detail: reportLine(report),
  }));
}

async function lookAtStores(root: string): Promise<readonly Finding[]> {
  const opened = await openQuietly(root);
  if (opened === undefined) return [];
  const { storeFindings } = await import('../status/storeFindings.ts');
  try {
    return await storeFindings(opened.built, dirname(opened.file), Date.now());
  } catch (error) {
    return [{ name: 'the stores can be looked at', ok: false, detail: error instanceof Error ? error.message : String(error) }];
  }
}

/** A policy that does not load has said so already. */
async function openQuietly(root: string): Promise<{ readonly file: string; readonly built: BuiltPolicy } | undefined> {
  try {
    const file = findPolicy(undefined, root);
    return { file, built: await openEngine(await readPolicy(file, false), { file, records: false }) };
  } catch {
    return undefined;
  }
}

function lookAtHook(root: string, observes: boolean): readonly Finding[] {
  const places = [
    join(root, '.claude', 'settings.json'),
    join(root, '.claude', 'settings.local.json'),
    join(homedir(), '.claude', 'settings.json'),
  ];
  const installed = places.filter(existsSync).flatMap(file =>
    findHandlers(body(decode(file)), isLicetHandler).map(({ event, handler }) => ({
      file,
      event,
      handler: handler as Handler,
    })),
  );
  const guarding = installed.find(({ event }) => event === 'PreToolUse');
  const name = 'the hook is installed';
  if (guarding === undefined) return [{ name, ok: false, detail: 'no settings file names it: run `licet init`' }];
  const { handler, file } = guarding;
  return [
    { name, ok: true, detail: file },
    {
      name: 'a hook that fails stops the call',
      ok: handler.onFailure === 'block',
      detail: '`"onFailure": "block"` in the settings',
    },
    ...probes(root)
      .filter(({ byPolicy }) => !(observes && byPolicy === true))
      .map(probe => ask(probe, handler, root)),
  ];
}

function ask({ name, input, wants, withoutPolicy }: Probe, handler: Handler, root: string): Finding {
  const nowhere = join(root, '.licet', 'no-such-policy.yaml');
  const args = handler.args.map((arg, index) =>
    withoutPolicy === true && handler.args[index - 1] === '--policy' ? nowhere : arg,
  );
  const { stops, said } = runHook({ ...handler, args }, input, root);
  return { name, ok: stops === (wants === 'stop'), detail: said };
}

/** Adds the command. */
export function addDoctor(program: Command, run: Run, terminal: Terminal): void {
  program
    .command('doctor')
    .description('prove that the installed hook really stops what it must stop, and that its stores work')
    .argument('[folder]', "the project's folder", '.')
    .option('--json', 'print JSON')
    .action((folder: string, options: { json?: boolean }) => run(() => doctor(folder, options, terminal)));
}
