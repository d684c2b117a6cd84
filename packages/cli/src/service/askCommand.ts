import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import { EXIT, UsageError } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import { confirmed, requireHuman } from '../human.ts';
import { findPolicy, userPolicyFile } from '../policy/findPolicy.ts';
import { askService, socketOf, worldHere, serviceHere } from '@licet/server/service';
import type { ServiceAnswer, ServiceHere } from '@licet/server/service';
import { namedRequest, NOT_KNOWN, requireServed, serviceCommand } from './commandList.ts';

/**
 * Has the service run a command that concerns what it keeps, and returns the exit code; undefined for any other command, and where the service
 * is not for this user.
 */
export async function askCommand(args: readonly string[], terminal: Terminal): Promise<number | undefined> {
  const kind = serviceCommand(args);
  if (kind === 'own') return undefined;
  const here = serviceHere();
  if (here === undefined) return undefined;
  if (here.role === 'approver') return answer(args, here, terminal);
  if (kind === 'answers') throw new UsageError(`\`licet ${args[0]}\` is not for this user: ${approversText(here)}`);
  requireServed(args);
  const input = args[0] === 'statusline' && !process.stdin.isTTY ? { input: readFileSync(0, 'utf8') } : {};
  const socket = socketOf(here.config, 'ask', here.uid);
  return show(await askService(here.config, socket, 'command', { args, ...worldHere(), ...input }), terminal);
}

/** Says who can answer in place of a user whose agent is governed. */
export function approversText({ config }: Pick<ServiceHere, 'config'>): string {
  const names = config.approvers.map(({ name }) => `\`${name}\``);
  return `a service decides here, and only ${[...names, 'root'].join(' and ')} can answer, with \`sudo licet approve CODE\` in their own terminal`;
}

/** What an approver asks for: whose project it is about goes beside the command. */
async function answer(args: readonly string[], here: ServiceHere, terminal: Terminal): Promise<number | undefined> {
  const { rest, policy, governed } = readTarget(args);
  const root = policy === undefined ? undefined : dirname(policy);
  const owner =
    governed ?? (root === undefined ? undefined : here.config.governed.find(({ uid }) => uid === ownerOf(root))?.name);
  const changes = serviceCommand(rest) === 'answers';
  if (changes) requireHuman({ command: `licet ${rest[0]}` });
  requireServed(rest);
  const { SUDO_USER: sudo } = process.env;
  const ask = (words: readonly string[], yes?: string): Promise<ServiceAnswer> =>
    askService(here.config, socketOf(here.config, 'approve', here.uid), 'command', {
      args: words,
      cwd: process.cwd(),
      ...(policy !== undefined && { policy }),
      ...(owner !== undefined && { for: owner }),
      ...(sudo !== undefined && { sudo }),
      ...(yes !== undefined && { confirmed: yes }),
    });
  const asks = needsLook(rest) ? await look(rest, ask, terminal) : undefined;
  if (asks !== undefined) return asks;
  const words = needsLook(rest) ? [...rest, '--yes'] : rest;
  const first = await ask(words);
  const said = first.asks === undefined ? first : await answered(first, words, ask, terminal);
  if (said.code === NOT_KNOWN && root !== undefined && owner === undefined) return undefined;
  return show(said.code === NOT_KNOWN ? { ...said, code: EXIT.usage } : said, terminal);
}

/** Shows what a command wants a yes for, asks, and sends the yes: to exactly what was shown. */
async function answered(
  { asks, out = '', err = '', code }: ServiceAnswer,
  words: readonly string[],
  ask: (words: readonly string[], yes?: string) => Promise<ServiceAnswer>,
  terminal: Terminal,
): Promise<ServiceAnswer> {
  const { question = '', digest = '' } = asks ?? {};
  if (out !== '') terminal.print(out.trimEnd());
  if (!(await confirmed(question))) return { code, err };
  const second = await ask(words, digest);
  if (second.asks !== undefined) throw new UsageError('the request has changed while you were asked: run the command again');
  return { ...second, out: (second.out ?? '').slice(out.length) };
}

/** A yes is given after a look at the whole request. */
function needsLook(args: readonly string[]): boolean {
  const isYes = args[0] === 'approve' || (args[0] === 'approvals' && args[1] === 'approve');
  // A yes for several calls is shown by the command itself.
  return isYes && !args.some(word => word === '--yes' || /^--for(?:=|$)/.test(word)) && namedRequest(args) !== undefined;
}

/** Shows a request and asks. Returns how to end where there is no yes. */
async function look(
  args: readonly string[],
  ask: (words: readonly string[]) => Promise<ServiceAnswer>,
  terminal: Terminal,
): Promise<number | undefined> {
  const shown = await ask(['approvals', 'show', namedRequest(args) ?? '']);
  const code = show(shown, terminal);
  if (code !== 0) return code;
  if (await confirmed('Let it run?')) return undefined;
  terminal.complain('licet: not answered');
  return EXIT.block;
}

/** Takes out of a command which project it is about: `--policy FILE`, else the nearest one, and `--governed USER`. */
function readTarget(args: readonly string[]): {
  readonly rest: readonly string[];
  readonly policy: string | undefined;
  readonly governed: string | undefined;
} {
  const rest = [...args];
  const taken = (name: string): string | undefined => {
    const at = rest.findIndex(word => word === name || word.startsWith(`${name}=`));
    if (at < 0) return undefined;
    const [word = ''] = rest.splice(at, 1);
    return word === name ? rest.splice(at, 1)[0] : word.slice(name.length + 1);
  };
  const [flag, governed] = [taken('--policy'), taken('--governed')];
  const at = rest[0] === 'accept' ? rest.findIndex((word, index) => index > 0 && !word.startsWith('-')) : -1;
  const named = at < 0 ? flag : rest.splice(at, 1)[0];
  return { rest, policy: named === undefined ? nearest() : resolve(named), governed };
}

/** The policy of a project; one's own for all projects is none. */
function nearest(): string | undefined {
  try {
    const found = findPolicy(undefined);
    return found === userPolicyFile() ? undefined : found;
  } catch {
    return undefined;
  }
}

function ownerOf(folder: string): number | undefined {
  return statSync(folder, { throwIfNoEntry: false })?.uid;
}

function show({ code, out = '', err = '' }: ServiceAnswer, terminal: Terminal): number {
  if (out !== '') terminal.print(out.replace(/\n$/u, ''));
  if (err !== '') terminal.complain(err.replace(/\n$/u, ''));
  return code;
}
