#!/usr/bin/env node
import { codeCache } from './codeCache.ts';
import { lastResort } from './hook/lastResort.ts';
import type { Ending } from './hook/lastResort.ts';
import { keepCode } from './keptCode.ts';
import { nodeProblem, quietSqlite } from './node.ts';
import { hasService } from '@licet/server/service';
import { FAILED, failUnfinished } from './unfinished.ts';
import { VERSION } from './version.ts';

/**
 * The program's entry. It is kept tiny: it looks at the version of Node, sees to it that what V8 compiles is kept, in
 * the user's home, and only then loads the code that the command needs.
 */
function start(args: readonly string[]): void {
  const problem = nodeProblem(process.versions.node);
  const [command, ...rest] = args;
  quietSqlite();
  if (command === 'hook') {
    const ending = lastResort(rest.includes('--after'));
    if (problem !== undefined) return ending.refuse(problem);
    void hookHere(rest, ending).catch(ending.fault);
    return;
  }
  if (problem !== undefined) {
    console.error(problem);
    process.exitCode = FAILED;
    return;
  }
  process.stdout.on('error', endUnlessClosed);
  process.stderr.on('error', ignore);
  if (args.length === 1 && (command === '--version' || command === '-V')) return void process.stdout.write(`${VERSION}\n`);
  // What takes the cache away must not fill it again when it ends, nor must what it ends.
  if (command !== 'uninstall') keepCompiled(rest, () => (command === 'resident' ? undefined : (command ?? '')));
  if (command === 'resident') return void import('./resident/resident.ts').then(({ resident }) => resident());
  if (command === 'notify') return void import('./hook/hook.ts').then(({ notify }) => notify(rest[0] ?? '', rest[1] ?? ''));
  const isOver = failUnfinished();
  carryOut(args)
    .then(code => (process.exitCode = code))
    .finally(isOver)
    .catch((error: unknown) => {
      console.error(error);
      process.exitCode = FAILED;
    });
}

/** Runs a command for people. The two forms in which commands are put into a sandbox need no parser and none of the other commands. */
async function carryOut(args: readonly string[]): Promise<number> {
  const [command, option, ticket = ''] = args;
  const words = args.slice(option === '--ticket' ? 4 : 2);
  const isPlain = option === '--' || (option === '--ticket' && args[3] === '--' && !ticket.startsWith('-'));
  if (command !== 'run' || !isPlain || words.length === 0 || hasService()) return (await import('./main.ts')).main(args);
  return (await import('./hook/hook.ts')).runContained(words, option === '--' ? undefined : ticket);
}

/** Has a call judged: by the service of this machine if its administrator turned it on, else by this process. */
async function hookHere(args: readonly string[], ending: Ending): Promise<void> {
  const isAsked = !args.includes('--example');
  if (isAsked && hasService() && (await (await import('./service/askHook.ts')).askHook(args, ending))) return;
  keepCompiled(args, ending.run);
  const { hook } = await import('./hook/hook.ts');
  await hook(args, ending);
}

/** A reader that has seen enough, as `head` has, changes nothing about the command or its exit code; a full disk does. */
function endUnlessClosed({ code, message }: NodeJS.ErrnoException): void {
  if (code === 'EPIPE') return;
  process.stderr.write(`licet: standard output cannot be written: ${code ?? message}\n`);
  process.exit(FAILED);
}

/** Complaints that are not heard change nothing. */
function ignore(): void {}

/** What is compiled is kept for the next process, where there is a folder for it, and Node was not told of another one. */
function keepCompiled(args: readonly string[], run: () => string | undefined): void {
  const { NODE_COMPILE_CACHE: told = '', NODE_DISABLE_COMPILE_CACHE: off = '' } = process.env;
  if (told !== '' || off !== '') return;
  const at = args.indexOf('--policy');
  const cache = codeCache(at < 0 ? undefined : args[at + 1]);
  if ('folder' in cache) keepCode(cache.folder, import.meta.dirname, run);
}

start(process.argv.slice(2));
