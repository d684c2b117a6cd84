import type { Command } from 'commander';

import { escapeText } from '@licet/core';

import { EXIT, UsageError } from '../exit.ts';
import { requireHuman } from '../human.ts';
import { programHere } from '../policy/ownProgram.ts';
import type { Run } from '../run.ts';
import type { InstallOptions, InstallPlan } from '../service/install.ts';
import type { ProgramOnDisk } from '../init/plan.ts';
import { dim, jsonText, markWord } from '../text/terminal.ts';
import type { Terminal } from '../text/terminal.ts';

interface Options extends Partial<InstallOptions> {
  readonly yes?: boolean;
  readonly json?: boolean;
}

const HELP = `
Where it is installed, the state, the pins and the keys of the governed users belong to the user \`licet\`. Their agents can ask,
and can neither read nor write any of it. An approver answers with \`sudo licet approve CODE\`.`;

/** Adds `licet service` with its commands. */
export function addService(program: Command, run: Run, terminal: Terminal): void {
  const group = program
    .command('service')
    .description('let a user of its own decide, whose files the agent cannot change (Linux)')
    .addHelpText('after', HELP);
  planning(group.command('install').description('install the service, for root to run; what an earlier call named stays'))
    .option('--no-start', 'write everything and start nothing')
    .option('--yes', 'do without a terminal')
    .action((options: Options) => run(() => install(options, terminal)));
  planning(group.command('print').description('print every file that `install` would write')).action((options: Options) =>
    run(() => print(options, terminal)),
  );
  group
    .command('uninstall')
    .description('take the service away, and leave what it has kept')
    .option('--yes', 'do without a terminal')
    .action((options: Options) => run(() => uninstall(options, terminal)));
  group
    .command('status')
    .description('look at everything that the service rests on')
    .option('--json', 'print JSON')
    .action((options: Options) => run(() => status(options, terminal)));
  group
    .command('run')
    .description('be the service; for systemd')
    .option('--config <file>', 'what says for whom; otherwise /etc/licet/service.json')
    .action(({ config }: { readonly config?: string }) => run(() => serviceRun(config)));
  for (const command of group.commands) command.copyInheritedSettings(program);
}

const collect = (value: string, earlier: readonly string[] = []): readonly string[] => [...earlier, value];

function planning(command: Command): Command {
  return command
    .option('--for <user>', 'a user whose agents are governed; otherwise the one who called `sudo`', collect)
    .option('--approver <user>', 'a user who answers besides root', collect)
    .option('--managed', 'also write settings of runtimes that their users cannot change');
}

async function plan({ for: named, approver = [], managed = false }: Options, { node }: ProgramOnDisk): Promise<InstallPlan> {
  const { planService } = await import('../service/install.ts');
  const { hasService } = await import('../service/serviceFile.ts');
  const { SUDO_USER: caller } = process.env;
  const users = named ?? (caller === undefined || hasService() ? [] : [caller]);
  return planService({ for: users, approver, managed }, { node });
}

function requireRoot(command: string, yes: boolean): void {
  requireHuman({ command, yes });
  if (process.platform !== 'linux')
    throw new UsageError(
      `\`${command}\` is for Linux: \`licet service print\` shows the property list for macOS, which nobody has tried`,
    );
  if (process.getuid?.() !== 0) throw new UsageError(`\`${command}\` is for root: run it with \`sudo\``);
}

async function install(options: Options, terminal: Terminal): Promise<number> {
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

async function print(options: Options, terminal: Terminal): Promise<number> {
  const { launchdText } = await import('../service/files.ts');
  const planned = await plan(options, { node: process.execPath, bundle: process.argv[1] ?? '' });
  for (const { file, text } of [...planned.files, launchdText(planned.config)]) terminal.print(`# ${file}\n${text}`);
  return 0;
}

async function uninstall({ yes = false }: Options, terminal: Terminal): Promise<number> {
  requireRoot('licet service uninstall', yes);
  const { uninstallService } = await import('../service/install.ts');
  for (const line of await uninstallService()) terminal.print(line);
  return 0;
}

async function status({ json = false }: Options, terminal: Terminal): Promise<number> {
  const { serviceFindings } = await import('../service/checks.ts');
  const findings = await serviceFindings();
  const isWell = findings.every(({ ok }) => ok);
  if (json) terminal.print(jsonText({ installed: findings.length > 0, ok: isWell, findings }));
  else if (findings.length === 0) terminal.print('no service is installed: `sudo licet service install --for USER` installs it');
  else
    for (const { ok, warns, name, detail } of findings) {
      const mark = markWord(ok ? (warns === true ? 'warn' : 'ok') : 'failed', terminal);
      terminal.print(`${mark}  ${escapeText(name)}${detail === '' ? '' : dim(`  (${escapeText(detail)})`, terminal)}`);
    }
  return isWell ? 0 : EXIT.block;
}

async function serviceRun(file: string | undefined): Promise<number> {
  const { readService } = await import('../service/config.ts');
  const config = readService(file);
  if (config === undefined) throw new UsageError('no service is installed: `sudo licet service install --for USER` installs it');
  const { runService } = await import('../service/runService.ts');
  return runService(config);
}
