import type { Effect } from '@licet/core';
import type { Command, CommandNode, Pipeline, Statement } from '../words/parser.ts';
import { parseShell } from '../words/parser.ts';
import { changesOf } from './changedChecks.ts';
import type { Walk } from './addEvidence.ts';
import { addEvidence, namesOf } from './addEvidence.ts';
import type { Shell } from './shellWords.ts';
import type { Run } from '../words/frame.ts';
import { PLAIN_BUILTINS, folderFrom, isAltering, isOutput, literalWords, setOptions, textOf } from './shellWords.ts';

/**
 * Programs that run the rest of their words as a command and end with its exit status. The options that they may have here
 * neither change which program that is nor hide its status.
 */
const LAUNCHERS: Readonly<Record<string, string>> = {
  npx: '-y --yes --no-install',
  bunx: '',
  'pnpm exec': '',
  'yarn exec': '',
  'npm exec --': '',
  'uv run': '',
  'poetry run': '',
  'pipenv run': '',
  'pdm run': '',
  'bundle exec': '',
  'mise exec --': '',
  command: '',
  nohup: '',
  time: '-p',
  env: '',
  nice: '-n -?\\d+ -\\d+ --adjustment=-?\\d+',
  stdbuf: '-[ioe][L\\d][KM]?',
  // It ends with 124 when the time is over; with --preserve-status that may be 0.
  timeout:
    '-v --verbose --foreground -k -s (?:SIG)?(?:TERM|INT|KILL|HUP) [\\d.]+[smhd]? --kill-after=[\\d.]+[smhd]? --signal=\\w+',
};

/** Variables in front of a check that neither choose what it does nor where it is found. */
const FIT_VARIABLES =
  /^(?:(?:CI|FORCE_COLOR|NO_COLOR|CLICOLOR|CLICOLOR_FORCE|COLUMNS|TERM|TZ|LANG|LC_ALL|RUST_BACKTRACE|PYTHONUNBUFFERED|PYTHONDONTWRITEBYTECODE)=[\w.,:/@+-]*|NODE_ENV=test)$/;

/** Whether an assignment in front of a check (`CI=1`) leaves the proof whole. */
const isFitVariable = (assignment: string): boolean => FIT_VARIABLES.test(assignment);

/** Whether a script that is read only sets where the packages of the project lie: the activation script of a virtual environment. */
const isActivation = (argv: readonly string[] | undefined): boolean =>
  argv?.length === 2 && /^(?:\.\/)?\.?venv\/bin\/activate$/.test(argv[1] ?? '');

const LAUNCHING: ReadonlySet<string | undefined> = new Set(Object.keys(LAUNCHERS).map(each => each.split(' ', 1)[0]));

/** Takes launchers off the front: `npx -y vitest run` is `vitest run`. */
function withoutLaunchers(argv: readonly string[]): readonly string[] {
  let rest = argv;
  for (let turns = 0; turns < 4 && LAUNCHING.has(rest[0]); turns++) {
    const words = Object.keys(LAUNCHERS).find(each => each.split(' ').every((word, index) => rest[index] === word));
    if (words === undefined) return rest;
    const flags = new RegExp(`^(?:${LAUNCHERS[words]?.replaceAll(' ', '|')})$`);
    let at = words.split(' ').length;
    while (at < rest.length && flags.test(rest[at] ?? '')) at++;
    if (at === rest.length) return rest;
    rest = rest.slice(at);
  }
  return rest;
}

/** Effects, each with the names of the programs that the code which it runs starts: of a script, of a task, of a package script. */
export const withInnerNames = ({ effects, within }: Pick<Run, 'effects' | 'within'>): readonly Effect[] =>
  Array.from(effects, ([key, effect]) => {
    const inner = within.get(key);
    return inner === undefined ? effect : { ...effect, runs: [...new Set(inner.flatMap(namesOf))] };
  });

/** Longer texts are not read for what they prove. */
const LONGEST = 16_384;

const ELSEWHERE = 'it runs in another folder than the policy is for';

/**
 * Says of every program that tests, lints, builds or checks formats whether the success of the whole call proves that it ran
 * and succeeded. It follows what bash does with exit statuses: the last command of a list counts, every command of an
 * `&&` chain, the last one of a pipe (all of them under `pipefail`); nothing behind `!`, `||`, `&`, in a branch or a loop, or
 * after something that may change what the words mean.
 */
export function withEvidence(
  effects: readonly Effect[],
  command: string,
  { cwd, root = cwd }: { cwd: string; root?: string | undefined },
): readonly Effect[] {
  const parsed = parseShell(command.length > LONGEST ? '' : command);
  const walk: Walk = { root, found: [], end: 0 };
  if (parsed.ok) judgeList(parsed.script.commands, { altered: undefined, pipefail: false, folder: cwd }, undefined, walk);
  if (walk.found.length === 0) return effects.map(effect => addEvidence(effect, walk));
  const changed = changesOf(effects, { cwd, root });
  return effects.map(effect => addEvidence(effect, walk, changed));
}

function judgeList(statements: readonly Statement[], shell: Shell, why: string | undefined, walk: Walk): void {
  statements.forEach(({ command, background }, index) => {
    const isLast = index === statements.length - 1;
    const reason =
      background === true ? 'it runs in the background' : isLast ? why : 'another command follows, and its status counts';
    const { folder } = shell;
    judgeNode(command, background === true ? { ...shell } : shell, why ?? reason, walk);
    if (shell.folder !== folder) shell.altered ??= ELSEWHERE;
  });
}

/**
 * What the first command does to the shell has happened whatever follows; what a later one does has happened for the rest of an
 * `&&` chain only, and after the chain it is not known.
 */
function judgeChain(
  { commands, operators }: Extract<Statement['command'], { type: 'AndOr' }>,
  shell: Shell,
  why: string | undefined,
  walk: Walk,
): void {
  const hides = operators.includes('||') ? '`||` hides its status' : undefined;
  let { pipefail } = shell;
  commands.forEach((each, index) => {
    judgeNode(each, shell, why ?? hides, walk);
    if (index === 0) ({ pipefail } = shell);
  });
  shell.pipefail = pipefail;
}

function judgeNode(node: Statement['command'] | CommandNode | Pipeline, shell: Shell, why: string | undefined, walk: Walk): void {
  switch (node.type) {
    case 'AndOr':
      return judgeChain(node, shell, why, walk);
    case 'Pipeline':
      return judgePipeline(node, shell, why, walk);
    case 'Command':
      return judgeCommand(node, shell, why, walk);
    case 'Subshell':
      return judgeList(node.body.commands, { ...shell }, why, walk);
    case 'BraceGroup':
      return judgeList(node.body.commands, shell, why, walk);
    case 'Redirected':
      if (node.redirects.every(isOutput)) return judgeNode(node.command, shell, why, walk);
      break;
    default:
      break;
  }
  shell.altered ??= 'a branch, a loop or a function comes before it';
}

function judgePipeline({ prefixes, commands }: Pipeline, shell: Shell, why: string | undefined, walk: Walk): void {
  const turned = prefixes.some(({ type }) => type === 'Negation') ? '`!` turns its status around' : undefined;
  const [only, ...more] = commands;
  if (only !== undefined && more.length === 0) {
    const { folder } = shell;
    judgeNode(only, shell, why ?? turned, walk);
    if (turned !== undefined && shell.folder !== folder) shell.altered ??= ELSEWHERE;
    return;
  }
  commands.forEach((each, index) => {
    const piped = index < commands.length - 1 && !shell.pipefail ? 'it runs in front of `|`, which hides its status' : undefined;
    judgeNode(each, { ...shell }, why ?? turned ?? piped, walk);
  });
}

function judgeCommand(node: Command, shell: Shell, why: string | undefined, walk: Walk): void {
  const writes = node.redirects.some(each => each.type === 'Redirect' && !/^(?:\d|-|\/dev\/null)$/.test(each.target?.text ?? ''));
  walk.end = Math.max(walk.end, node.end + (writes ? 1 : 0));
  const name = node.name === undefined ? undefined : textOf(node.name);
  if (name === undefined) {
    shell.altered ??= 'a variable or an unknown program comes before it';
    return;
  }
  const argv = literalWords(node);
  if (name === 'set') return setOptions(argv?.slice(1), shell);
  const into = name === 'cd' && argv?.length === 2 ? folderFrom(shell.folder, argv[1] ?? '') : undefined;
  if (into !== undefined) {
    shell.folder = into;
    return;
  }
  if (/^(?:source|\.)$/.test(name) && isActivation(argv) && shell.folder === walk.root) return;
  if (isAltering(name, argv)) {
    shell.altered ??= /^(?:cd|pushd)$/.test(name) ? ELSEWHERE : `\`${name}\` comes before it`;
    return;
  }
  if (argv === undefined || PLAIN_BUILTINS.has(name)) return;
  const isChanged = node.prefix.some(each => each.type === 'Assignment' && !isFitVariable(each.text));
  const assigned = isChanged ? 'a variable is set in front of it' : undefined;
  const fed = node.redirects.every(isOutput) ? undefined : 'its input comes from elsewhere';
  const reason = why ?? shell.altered ?? assigned ?? fed;
  const elsewhere = shell.folder === walk.root ? {} : { folder: shell.folder };
  const own = withoutLaunchers(argv);
  const judged = { argv: own, launcher: argv.slice(0, argv.length - own.length), end: node.end, ...elsewhere };
  walk.found.push(reason === undefined ? judged : { ...judged, lacks: reason });
}
