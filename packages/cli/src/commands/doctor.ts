import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';

import type { Handler, Runtime } from '@licet/adapters/runtimes';
import { LAUNCHER_FILE, lineOf, wordsOf } from '@licet/adapters/runtimes';
import { escapeText } from '@licet/core';
import type { QuietLevel } from '@licet/core';
import { messageOf } from '@licet/core/text';
import { codeCache } from '../codeCache.ts';
import { dim, EXIT, jsonText } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import { requireHuman } from '../human.ts';
import { inspectGraphs, reportLine } from '../grounding/inspectGraphs.ts';
import { hookOf } from '../init/installedHook.ts';
import type { InstalledHook } from '../init/installedHook.ts';
import { planFiles, planHooks } from '../init/mend.ts';
import type { Mending, MendPlaces } from '../init/mend.ts';
import { programHere } from '../policy/ownProgram.ts';
import { quietFindings } from '../init/quietFindings.ts';
import { probes, runHook } from '../init/probes.ts';
import type { HookStart, Probe } from '../init/probes.ts';
import { loadRuntimes, readTargets } from '../init/targets.ts';
import { hookPath } from '../resident/hookPath.ts';
import { proofAt } from '../passkeys/proof.ts';
import { cappedAt, cappedText } from '../policy/limits.ts';
import { managedFindings, serviceFindings } from '../service/checks.ts';
import { userPolicyFile } from '../policy/findPolicy.ts';
import { pinLine } from '../pins/compare.ts';
import { nearestPolicy } from '../policy/readPolicy.ts';
import type { NearestPolicy } from '../policy/readPolicy.ts';
import { unearnedFacts } from '../policy/doubts.ts';
import { unheardPrompts } from '../policy/unheardPrompts.ts';
import { sandboxFindings } from '../status/sandboxFindings.ts';
import { otherAnswersFinding } from '../status/otherAnswers.ts';
import { failed, fine, printFindings, proofFindings, storeFindings, warning } from '../status/storeFindings.ts';
import type { Finding } from '../status/storeFindings.ts';

interface DoctorOptions {
  readonly json?: boolean;
  readonly fix?: boolean;
  /** Whether calls are timed, which starts the hook a few times more. */
  readonly timing?: boolean;
}

/** A hook, and what was found when it was tried. */
interface TriedHook {
  readonly hook: InstalledHook;
  readonly findings: readonly Finding[];
}

/**
 * Proves that the installed hook works, by starting the command of the settings with harmless probes,
 * and looks at the stores. With `fix` it first writes what the hooks need and lack, and new entries for hooks that fail.
 * Returns 0 when everything is as it should be, and 2 when a call that must be stopped would have run.
 */
export async function doctor(
  words: readonly string[],
  { json = false, fix = false, timing = true }: DoctorOptions,
  terminal: Terminal,
): Promise<number> {
  const { root, named } = readTargets(words);
  const { findings: ofPolicy, observes, channel, quiet } = await lookAtPolicy(root);
  const installed = (): readonly InstalledHook[] => runtimes.flatMap(runtime => hookOf(runtime, root) ?? []);
  const runtimes = await loadRuntimes(named);
  if (fix) requireHuman({ command: 'licet doctor --fix', yes: true });
  const tryAll = (): readonly TriedHook[] => installed().map(hook => ({ hook, findings: lookAtHook(hook, root, observes) }));
  const { files: mended, tried } = fix
    ? mend({ root, home: homedir(), ...programHere() }, installed, tryAll)
    : { files: [], tried: tryAll() };
  const findings = [...ofPolicy, ...ofHooks(tried), ...(await lookAtSpeed(tried, root, timing))];
  for (const { hook } of tried) findings.push(...quietFindings(hook, root, quiet));
  for (const { runtime } of installed())
    findings.push(...otherAnswersFinding(runtime, { root, home: homedir() }, process.env, channel));
  const found = await readQuietly(root);
  if (found !== undefined)
    findings.push(
      ...(await sandboxFindings(
        found,
        installed().map(({ runtime }) => runtime),
      )),
    );
  findings.push(...(await lookAtStores(root)), ...(await serviceFindings()), ...managedFindings());
  const isWell = findings.every(({ ok }) => ok);
  if (json)
    terminal.print(jsonText({ ok: isWell, ...(fix && { mended: mended.map(({ file, why }) => ({ file, why })) }), findings }));
  else {
    for (const { file, why } of mended) terminal.print(`mended  ${escapeText(shown(file, root))}${dim(`  (${why})`, terminal)}`);
    printFindings(findings, terminal);
    if (!isWell) terminal.complain(fix ? WAY_OUT : MENDS);
  }
  return isWell ? 0 : EXIT.block;
}

const MENDS = '`licet doctor --fix` mends launchers and hooks';
const WAY_OUT =
  'only a human can repair what still fails: `licet validate` checks the policy, `licet uninstall` and `licet init` install the hook again, `licet reset --accept-state` goes on with a state that was replaced, `licet reset --state` moves one aside that cannot be used';

/** A file of the project is named from its folder, one of the user from there. */
function shown(file: string, root: string): string {
  const below = relative(root, file);
  return below.startsWith('..') ? `~/${relative(homedir(), file)}` : below;
}

/** Writes what is missing around the hooks, then the hooks that fail all the same. Returns what was written, and how the hooks do with it. */
function mend(
  places: MendPlaces,
  installed: () => readonly InstalledHook[],
  tryAll: () => readonly TriedHook[],
): { readonly files: readonly Mending[]; readonly tried: readonly TriedHook[] } {
  const files = planFiles(places, installed());
  files.forEach(write);
  const tried = tryAll();
  const hooks = planHooks(
    places,
    tried.filter(({ findings }) => findings.some(({ ok }) => !ok)).map(({ hook }) => hook),
  );
  if (hooks.length === 0) return { files, tried };
  hooks.forEach(write);
  const more = planFiles(places, installed());
  more.forEach(write);
  return { files: [...files, ...hooks, ...more], tried: tryAll() };
}

function write({ file, text }: Mending): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** What the policy says that other findings depend on. */
interface SeenPolicy {
  readonly findings: readonly Finding[];
  readonly observes: boolean;
  readonly channel: 'runtime' | 'out_of_band';
  readonly quiet: QuietLevel;
}

async function lookAtPolicy(root: string): Promise<SeenPolicy> {
  const name = 'the policy loads';
  try {
    const found = await nearestPolicy(undefined, root);
    const { file, kept } = found;
    const folder = dirname(file);
    const { compiled, warnings } = kept;
    const observes = compiled.settings.mode === 'observe';
    const doubts = [...warnings, ...(await unearnedFacts(compiled, root)), ...(await unheardPrompts(compiled, root))];
    const findings = [
      fine(name, observes ? `${file}: it observes, and stops nothing` : file),
      ...(await pinFindings(found)),
      ...(await cappedAt(file)).map(each => warning('a setting of the policy does not count', cappedText(each))),
      ...doubts.map(({ line, message }) => warning('the policy is doubtful', `line ${line}: ${message}`)),
      ...(await inspectGraphs(compiled, folder, found.pin.state === 'accepted')).map(report =>
        ('error' in report ? failed : fine)('the knowledge graph opens', reportLine(report)),
      ),
      ...(await proofFindings(file, await proofAt(file))),
    ];
    const { approvals, quiet = 'off' } = compiled.settings;
    return { findings, observes, channel: approvals?.channel ?? 'runtime', quiet };
  } catch (error) {
    return { findings: [failed(name, messageOf(error))], observes: false, channel: 'runtime', quiet: 'off' };
  }
}

/** Says whether the policy that applies is the one that a person accepted. */
async function pinFindings(found: NearestPolicy): Promise<readonly Finding[]> {
  const name = 'a person has accepted the policy';
  const line = await pinLine(found);
  if (line === undefined)
    return [warning(name, 'not yet, so a change of the policy file applies at once: run `licet accept` in a terminal')];
  return [found.pin.state === 'accepted' ? fine(name, line) : warning(name, line)];
}

async function lookAtStores(root: string): Promise<readonly Finding[]> {
  const found = await readQuietly(root);
  try {
    return found === undefined ? [] : await storeFindings(found.kept.compiled, dirname(found.file), Date.now());
  } catch (error) {
    return [failed('the stores can be looked at', messageOf(error))];
  }
}

/** A policy that does not load has said so already. */
const readQuietly = (root: string): Promise<NearestPolicy | undefined> => nearestPolicy(undefined, root).catch(() => undefined);

/** Every runtime that the hook is installed into is looked at: it is one door each. */
function ofHooks(tried: readonly TriedHook[]): readonly Finding[] {
  if (tried.length === 0) return [failed('the hook is installed', 'no settings file names it: run `licet init`')];
  return tried.flatMap(({ hook, findings }) => {
    const of = tried.length === 1 ? '' : `${hook.runtime.title}: `;
    return findings.map(finding => ({ ...finding, name: `${of}${finding.name}` }));
  });
}

/** Says what answers the calls, and how fast. A hook that does not work has said so already. */
async function lookAtSpeed([first]: readonly TriedHook[], root: string, timing: boolean): Promise<readonly Finding[]> {
  if (first === undefined) return [];
  if (!timing || !first.findings.every(({ ok }) => ok)) return [codeFinding()];
  try {
    return [fine('calls are answered', await hookPath(first.hook, root)), codeFinding()];
  } catch {
    return [codeFinding()];
  }
}

/** Without a place for it, every process compiles its code again. */
function codeFinding(): Finding {
  const told = process.env['NODE_COMPILE_CACHE'] ?? '';
  const cache = told === '' ? codeCache(undefined) : { folder: told };
  return 'folder' in cache
    ? fine('compiled code is kept', cache.folder)
    : warning('compiled code is not kept, so every call compiles it', cache.problem);
}

function lookAtHook({ runtime, file, handler }: InstalledHook, root: string, observes: boolean): readonly Finding[] {
  return [
    fine('the hook is installed', file),
    ...folderFinding(handler, root),
    faultFinding(runtime, handler),
    ...loadFinding(runtime, file, root),
    ...gapFindings(runtime),
    ...probes(runtime, root)
      .filter(({ byPolicy }) => !(observes && byPolicy === true))
      .map(probe => ask(runtime, probe, handler, root)),
  ];
}

/** A hook that names a policy names the one of this folder, unless it is the user's own: a folder that was copied brings the other one's. */
function folderFinding(handler: Handler, root: string): readonly Finding[] {
  const words = wordsOf(handler);
  const named = words[words.indexOf('--policy') + 1];
  if (!words.includes('--policy') || named === undefined) return [];
  const folder = dirname(resolve(root, named));
  if (folder === root || folder === dirname(userPolicyFile())) return [];
  return [failed('the hook judges by the policy of this folder', `it names \`${named}\``)];
}

/** A runtime that loads a plugin only when other settings name it is a door that stays open until they do. */
function loadFinding({ settings, title }: Runtime, file: string, root: string): readonly Finding[] {
  if (settings.layout !== 'plugin' || settings.notLoaded === undefined) return [];
  const name = `${title} loads the plugin`;
  const missing = settings.notLoaded(file, { root, home: homedir() }, readOptional);
  return [missing === undefined ? fine(name, 'as its settings say') : warning(name, missing)];
}

const readOptional = (file: string): string | undefined => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);

function faultFinding({ settings, title, capabilities }: Runtime, handler: Handler): Finding {
  const name = 'a hook that fails stops the call';
  if (settings.layout === 'plugin' || settings.stopsOnFault(handler)) return fine(name, 'as the settings say');
  const detail = `${title} lets a call run whose hook is killed or missing, and has no setting against it`;
  return capabilities.failClosed
    ? failed(name, 'the settings do not say so: run `licet uninstall` and `licet init`')
    : warning(name, detail);
}

/** What a policy may count on elsewhere and this runtime does not report. */
function gapFindings({ gaps, title }: Runtime): readonly Finding[] {
  const words = {
    reportsExitCode: 'how a command ended',
    namesAgents: 'the sort of a sub-agent',
    canTellAtStop: 'that the agent wants to stop',
    reportsPrompts: 'what the user says',
  };
  const missing = (['reportsExitCode', 'namesAgents', 'canTellAtStop', 'reportsPrompts'] as const).filter(
    name => gaps[name] !== undefined,
  );
  if (missing.length === 0) return [];
  const detail = missing.map(name => `${words[name]}: ${gaps[name]}`).join('; ');
  return [warning(`${title} does not tell everything`, detail)];
}

function ask(runtime: Runtime, { name, input, wants, withoutPolicy }: Probe, handler: Handler, root: string): Finding {
  const start = withoutPolicy === true ? pointedNowhere(handler, join(root, '.licet', 'no-such-policy.yaml')) : { handler };
  const { stops, said } = runHook(runtime, start, input, root);
  return { name, ok: stops === (wants === 'stop'), detail: said };
}

/** The hook as it is in the settings, but with a policy that is not there. */
function pointedNowhere(handler: Handler, nowhere: string): HookStart {
  const line = lineOf(handler);
  if (handler.args === undefined && line.includes(LAUNCHER_FILE))
    return { handler: { ...handler, command: line.replace(/ hook [\w-]+/u, `$& --policy '${nowhere}'`) } };
  const own = wordsOf(handler);
  const words = own.includes('--policy')
    ? own.map((word, index) => (own[index - 1] === '--policy' ? nowhere : word))
    : [...own, '--policy', nowhere];
  return { handler, words };
}
