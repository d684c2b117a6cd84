import type { IsProgram } from './copiedProgram.ts';
import { namesHumanCommand } from '@licet/effects/places';

/** The commands that only ask, with their aliases. Everything else may change something. */
const QUESTIONS = new Set([
  'check',
  'validate',
  'explain',
  'why',
  'graph',
  'doctor',
  'effects',
  'status',
  'context',
  'permissions',
  'request',
  'watch',
  'test',
  'diff',
  'prove',
  'stats',
  'completion',
  'help',
  '--help',
  '-h',
  '--version',
]);
/** What only asks under `licet fact`; the rest grants and revokes, which is for humans. */
const QUESTIONS_ABOUT_FACTS = new Set(['list', 'help', '--help', '-h']);
/** What only asks under `licet audit`, and writes no file: the rest removes old records. */
const QUESTIONS_ABOUT_TRAILS = new Set([
  'tail',
  'query',
  'show',
  'stats',
  'report',
  'verify',
  'anchor',
  'export',
  'help',
  '--help',
  '-h',
]);
/** What only asks under `licet concepts`: the rest teaches, and an agent could teach itself that it may. */
const QUESTIONS_OF_CONCEPTS = new Set([
  'ask',
  'list',
  'show',
  'check',
  'trace',
  'graph',
  'lint',
  'peers',
  'diff',
  '--help',
  '-h',
]);

/** What only asks under `licet approvals`; the rest answers for a human. */
const QUESTIONS_ABOUT_APPROVALS = new Set(['list', 'show', 'help', '--help', '-h']);

/** What only asks under `licet sandbox`. */
const QUESTIONS_ABOUT_SANDBOXES = new Set(['plan', 'print', 'help', '--help', '-h']);

/** Whether `licet run` has a command behind `--`, which is judged by itself, and no other option than those that change nothing. */
function isPlainRun(words: Arguments): boolean {
  const at = words.indexOf('--');
  return (
    at >= 0 &&
    words.slice(0, at).every((word = '', index) => /^--(?:print$|session\b)/.test(word) || words[index - 1] === '--session')
  );
}

const LICET = /(?:^|\/)licet(?:@[^/\s]*)?(?:\.(?:[cm]?js|sh))?$/;
/** Programs that run another one out of the project's dependencies or in its own terminal. */
const LAUNCHERS = new Set([
  'npm',
  'npx',
  'pnpm',
  'pnpx',
  'yarn',
  'bun',
  'bunx',
  'corepack',
  'script',
  'unbuffer',
  'expect',
  'socat',
]);
const PACKAGE_VERBS =
  /^(?:add|i|install|ci|remove|rm|un|uninstall|up|update|upgrade|view|info|show|why|ls|list|outdated|pack|publish)$/;

/** The package from anywhere but its registry: what lies there is another program. */
const REPLACES =
  /^(?:(?:licet|@licet\/[^@]*)@(?:[a-z+]+:|[~.]{0,2}\/|[^/]+\/)|(?:[a-z+]+:|[~.]{0,2}\/|[^@\s]*\/)\S*?\blicet(?:-v?\d[\w.+-]*)?(?:\.tgz|\.tar\.gz|\.git)?\/?(?:#.*)?$)/i;

const PACKAGE_CHANGES = /^(?:add|i|in|ins|install|ci|up|update|upgrade|link|ln|global)$/;

/** The place of the program in a manifest, or of all that the project depends on: `npm pkg delete devDependencies.licet`, `pnpm.overrides.licet`. */
const IN_MANIFEST =
  /^(?:pnpm[.[]["']?)?(?:\w*[dD]ependencies(?:$|=|["'\]]*[.[]["']?(?:licet|@licet\/))|(?:overrides|resolutions)["'\]]*[.[][^=]{0,200}\b(?:licet|@licet\/))/;

type Arguments = readonly (string | undefined)[];

/** Tells whether an argument vector runs `licet` and only asks it something. */
export const isQuestion = (argv: Arguments): boolean =>
  argv[0] !== undefined && LICET.test(argv[0]) && argv.length > 1 && changing(argv.slice(1)) === undefined;

/** Returns the command of `licet` that an argument vector runs and that may change something: `package` for removing or replacing its package. */
export function changingCommand(argv: Arguments, isProgram: IsProgram = () => false): string | undefined {
  const [program, ...rest] = argv;
  if (program === undefined) return undefined;
  if (LICET.test(program) || isProgram(program)) return rest.length === 0 ? undefined : changing(rest);
  if (namesHumanCommand(argv)) return 'approve';
  const isManager = LAUNCHERS.has(program.slice(program.lastIndexOf('/') + 1));
  if (isManager && (removesLicet(rest) || replacesLicet(rest))) return 'package';
  if (!isManager || rest.some(word => PACKAGE_VERBS.test(word ?? ''))) return undefined;
  const at = rest.findIndex(word => word !== undefined && LICET.test(word));
  return at < 0 || at === rest.length - 1 ? undefined : changing(rest.slice(at + 1));
}

/** Whether a call of a package manager puts something else in the place of the program. A runner only starts what it fetches. */
function replacesLicet(words: Arguments): boolean {
  const verb = words.find(word => word !== undefined && !word.startsWith('-')) ?? '';
  const isNamed = words.some(word => /^licet(?:@.*)?$/.test(word ?? ''));
  if (/^(?:link|ln)$/.test(verb) && isNamed) return true;
  return PACKAGE_CHANGES.test(verb) && words.some(word => REPLACES.test(word ?? ''));
}

function removesLicet(words: Arguments): boolean {
  const removes = words.some(word => /^(?:remove|rm|r|un|uninstall|unlink)$/.test(word ?? ''));
  if (removes && words.some(word => /^(?:licet|@licet\/[^@]*)(?:@.*)?$/.test(word ?? ''))) return true;
  const edits = words.includes('pkg') && words.some(word => /^(?:delete|rm|set|fix)$/.test(word ?? ''));
  return edits && words.some(word => IN_MANIFEST.test(word ?? ''));
}

/** A command that is not known may be any. */
function changing([command = '…', ...rest]: Arguments): string | undefined {
  if (command === 'concepts') return rest.length === 0 || QUESTIONS_OF_CONCEPTS.has(rest[0] ?? '…') ? undefined : command;
  if (command === 'audit') {
    const asks = QUESTIONS_ABOUT_TRAILS.has(rest[0] ?? 'help');
    return !asks || rest.some(word => word === undefined || word.startsWith('--out')) ? command : undefined;
  }
  if (command === 'sandbox') return QUESTIONS_ABOUT_SANDBOXES.has(rest[0] ?? 'help') ? undefined : command;
  if (command === 'run') return isPlainRun(rest) ? undefined : command;
  if (command === 'passkey') return QUESTIONS_ABOUT_FACTS.has(rest[0] ?? 'help') ? undefined : command;
  if (command === 'fact') return QUESTIONS_ABOUT_FACTS.has(rest[0] ?? 'help') ? undefined : command;
  if (command === 'approvals') return QUESTIONS_ABOUT_APPROVALS.has(rest[0] ?? 'help') ? undefined : command;
  // Behind anything else, `--check` may be a word of a file.
  if (command === 'accept') return rest[0] === '--check' ? undefined : command;
  return QUESTIONS.has(command) ? undefined : command;
}
