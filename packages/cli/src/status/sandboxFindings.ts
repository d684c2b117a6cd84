import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

import type { Runtime } from '@licet/adapters/runtimes';
import { messageOf } from '@licet/core/text';
import { findBubblewrap, runContained, stateFolder } from '@licet/sandbox';

import { licetHome } from '../policy/licetHome.ts';
import type { NearestPolicy } from '../policy/readPolicy.ts';
import { readSettings } from '../sandbox/hostSettings.ts';
import { readPlan } from '../sandbox/openPlan.ts';
import { failed, fine, warning } from './storeFindings.ts';
import type { Finding } from './storeFindings.ts';

/** What must not be possible in the sandbox, each as a line of `sh` that succeeds where it is. None of them changes anything that lasts. */
const PROBES: readonly (readonly [what: string, script: string])[] = [
  ['change the policy', ': >> "$LICET_POLICY"'],
  ['make a hook of git', ': > .git/hooks/licet-probe && rm .git/hooks/licet-probe'],
  ['see what Licet keeps', '[ -e "$HOME/.licet/sandbox" ]'],
  ['write to the system', ': > /usr/licet-probe || : > /etc/licet-probe'],
  ['use a network device', '[ "$(grep -c : /proc/net/dev)" -gt 1 ]'],
  ['see variables that are not on the list', '[ -n "$LICET_PROBE" ]'],
  ['make namespaces', 'unshare -U true'],
  ['see processes of the machine', '[ "$(ls -d /proc/[0-9]* | wc -l)" -gt 12 ]'],
];

/** Says whether commands can run in a sandbox here, proves it with probes where the policy wants it, and names the ways around sandboxes of runtimes. */
export async function sandboxFindings(found: NearestPolicy, runtimes: readonly Runtime[]): Promise<readonly Finding[]> {
  const mode = found.kept.compiled.settings.sandbox ?? 'off';
  return [...(await ofOurs(found, runtimes, mode)), ...runtimes.flatMap(runtime => ofHost(runtime, found.root))];
}

/** The exit code of the first probe; bubblewrap itself ends with 1. */
const FIRST_CODE = 100;

const NAME = 'code of the project can run in a sandbox';

async function ofOurs(found: NearestPolicy, runtimes: readonly Runtime[], mode: string): Promise<readonly Finding[]> {
  const bubblewrap = process.platform === 'linux' ? findBubblewrap() : NO_LINUX;
  if (!('program' in bubblewrap)) {
    const detail = `${bubblewrap.problem}: ${bubblewrap.fix}`;
    return [mode === 'off' ? fine('code of the project runs without a sandbox', detail) : failed(NAME, detail)];
  }
  if (mode === 'off') return [fine(NAME, `${bubblewrap.program} made a trial run; the policy does not say \`sandbox: auto\``)];
  const idle = found.pin.state === 'accepted' ? whyIdle(runtimes) : 'no person has accepted the policy: run `licet accept`';
  return [
    ...(await tryProbes(found, bubblewrap.program)),
    ...(idle === undefined ? [] : [warning(`\`sandbox: ${mode}\` does nothing`, idle)]),
  ];
}

const NO_LINUX = {
  problem: '`licet run` has a sandbox for Linux only',
  fix: '`licet sandbox print` makes settings of others',
} as const;

/** Only a runtime that lets a hook change a command without a question has commands put into a sandbox. */
const whyIdle = (runtimes: readonly Runtime[]): string | undefined =>
  runtimes.some(({ containsCommands }) => containsCommands === true)
    ? undefined
    : 'no runtime with a hook here lets a hook change commands: `licet run --` is for people, and `licet sandbox print` makes settings of others';

async function tryProbes(found: NearestPolicy, bubblewrap: string): Promise<readonly Finding[]> {
  try {
    const { plan } = await readPlan(found.root);
    const lines = PROBES.map(([, script], at) => `if (${script}) >/dev/null 2>&1; then exit ${FIRST_CODE + at}; fi`);
    const { exitCode } = await runContained({
      plan: { ...plan, hosts: [] },
      command: ['/bin/sh', '-c', lines.join('\n')],
      cwd: plan.project,
      env: { ...process.env, LICET_PROBE: 'secret' },
      state: stateFolder(licetHome(), plan.project),
      bubblewrap,
      gitWrites: false,
      more: { LICET_POLICY: found.file },
      onPrepared: () => undefined,
      onNotice: () => undefined,
    });
    if (exitCode === 0) return [fine(NAME, `it holds ${PROBES.length} probes`)];
    const way = PROBES[exitCode - FIRST_CODE]?.[0];
    return [failed(NAME, way === undefined ? `it ended with code ${exitCode}` : `code in it could ${way}`)];
  } catch (error) {
    return [failed(NAME, messageOf(error))];
  }
}

/** The ways around the sandbox of a runtime. It never counts as one: no hook is told whether a command runs in it. */
function ofHost({ title, settings: { hostSandbox } }: Runtime, root: string): readonly Finding[] {
  if (hostSandbox === undefined) return [];
  const found = readSettings(hostSandbox, { root, home: homedir() });
  if (!hostSandbox.isOn(found)) return [];
  const missing = hostSandbox.programs.filter(name => !isOnPath(name));
  const ways = [
    ...hostSandbox.waysAround(found),
    ...(missing.length === 0 ? [] : [`it cannot start without \`${missing.join('`, `')}\``]),
  ];
  const note = 'Licet does not count it as a sandbox, and puts no command into its own';
  if (ways.length === 0) return [fine(`${title} has a sandbox itself`, note)];
  return ways.map(way => warning(`there is a way around the sandbox of ${title}`, `${way}; ${note}`));
}

const isOnPath = (name: string): boolean =>
  (process.env['PATH'] ?? '').split(delimiter).some(folder => folder !== '' && existsSync(join(folder, name)));
