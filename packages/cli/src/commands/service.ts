import { EXIT, jsonText, UsageError } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import { requireHuman } from '../human.ts';
import { programHere } from '../policy/ownProgram.ts';
import type { InstallOptions, InstallPlan } from '../service/install.ts';
import type { ProgramOnDisk } from '../init/plan.ts';

interface Options extends Partial<InstallOptions> {
  readonly yes?: boolean;
  readonly json?: boolean;
}

async function plan({ for: named, approver = [], managed = false }: Options, { node }: ProgramOnDisk): Promise<InstallPlan> {
  const { planService } = await import('../service/install.ts');
  const { hasService } = await import('@licet/server/service');
  const { SUDO_USER: caller } = process.env;
  const users = named ?? (caller === undefined || hasService() ? [] : [caller]);
  return planService({ for: users, approver, managed }, { node });
}

function requireRoot(command: string, yes: boolean): void {
  requireHuman({ command, yes });
  if (process.platform !== 'linux')
    throw new UsageError(
      `\`${command}\` is for Linux: \`licet service print\` shows the property list for macOS, which was never tried`,
    );
  if (process.getuid?.() !== 0) throw new UsageError(`\`${command}\` is for root: run it with \`sudo\``);
}

/** Installs the service for the users that are named. Root runs it, at a terminal or with `--yes`. */
export async function install(options: Options, terminal: Terminal): Promise<number> {
  requireRoot('licet service install', options.yes === true);
  const { installService } = await import('../service/install.ts');
  const { command } = programHere();
  const planned = await plan(options, command);
  const done = installService(planned, command, { start: options.start !== false });
  for (const line of done) terminal.print(line);
  const { node, program } = planned.config;
  terminal.print(
    `\nthe hook of every agent of these users: \`${node} ${program} hook RUNTIME\`\nnext: \`sudo licet service status\` looks at everything that it rests on`,
  );
  return 0;
}

/** Prints every file that `install` would write, and changes nothing. */
export async function print(options: Options, terminal: Terminal): Promise<number> {
  const { launchdText } = await import('@licet/server/service');
  const planned = await plan(options, { node: process.execPath, bundle: process.argv[1] ?? '' });
  for (const { file, text } of [...planned.files, launchdText(planned.config)]) terminal.print(`# ${file}\n${text}`);
  return 0;
}

/** Removes the service, and leaves what it has kept. */
export async function uninstall({ yes = false }: Options, terminal: Terminal): Promise<number> {
  requireRoot('licet service uninstall', yes);
  const { uninstallService } = await import('../service/install.ts');
  for (const line of await uninstallService()) terminal.print(line);
  return 0;
}

/** Checks everything that the service relies on. Returns 2 when something is wrong. */
export async function status({ json = false }: Options, terminal: Terminal): Promise<number> {
  const { serviceFindings } = await import('../service/checks.ts');
  const findings = await serviceFindings();
  const isWell = findings.every(({ ok }) => ok);
  if (json) terminal.print(jsonText({ installed: findings.length > 0, ok: isWell, findings }));
  else if (findings.length === 0) terminal.print('no service is installed: `sudo licet service install --for USER` installs it');
  else (await import('../status/storeFindings.ts')).printFindings(findings, terminal);
  return isWell ? 0 : EXIT.block;
}

/** Runs the service until systemd ends it. */
export async function serviceRun(file: string | undefined): Promise<number> {
  const { readService } = await import('@licet/server/service');
  const config = readService(file);
  if (config === undefined) throw new UsageError('no service is installed: `sudo licet service install --for USER` installs it');
  const { runService } = await import('../service/runService.ts');
  return runService(config);
}
