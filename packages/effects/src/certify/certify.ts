import type { Action, Certify, Effect, FileTarget } from '@licet/core';

import type { FileSystemPort } from '../places/fileSystem.ts';
import { isGovernedPath } from '../places/governed.ts';
import { isWithin } from '../places/lexical.ts';
import { nodeFiles } from '../places/nodeFiles.ts';
import { isSecretPath } from '../places/secrets.ts';
import { mayReachSecrets } from '../places/secretsBelow.ts';
import { isStream, isTemporaryFor } from '../places/temporary.ts';
import { vouchFor } from './looking.ts';

/** Where a certificate may let a call read. */
export interface CertifierOptions {
  /** The folder of the policy, absolute. */
  readonly root: string;
  /** The home folder of the user, absolute. */
  readonly home: string;
  /** Where folders are looked through for secrets. @defaultValue this machine's file system */
  readonly files?: FileSystemPort;
}

/**
 * What changes how a shell finds or runs programs without being an effect: assignments, substitutions, functions, patterns of zsh that run
 * code, and devices.
 */
const MORE_THAN_CALLS =
  /(?:^|[\s;&|({])[\w[\]]+\+?=|[(`]|\$['"{]|<<|\bfor\s+[A-Z_]+\b|\bselect\b|\/dev\/(?!null\b)|[^\t\n\x20-\x7e]/u;

/** Marks that a read of a certified call may have. */
const HARMLESS: ReadonlySet<string> = new Set(['metadata']);

/** Folders of installed documentation and headers. */
const DOCUMENTATION = ['/usr/share/doc', '/usr/share/man', '/usr/include', '/usr/share/info'];

/**
 * Makes a certifier. It says why a call only looks: every program in it is on the list of those that do, with options that are on the list, and
 * every file that it reads lies in the project, in a temporary folder or in installed documentation, and holds no secret. It gives no certificate
 * where any of this is not certain: for an effect that is unknown or comes out of another program, for assignments, substitutions, functions
 * and patterns that run code, for git anywhere but in the root. An effect that may not happen counts as one that does.
 *
 * @example
 * ```ts
 * import { analyzeEffects, certifyLooking } from '@licet/effects';
 *
 * const [root, home] = ['/project', '/home/ann'];
 * const certify = certifyLooking({ root, home });
 * const action = { kind: 'bash', tool: 'Bash', cwd: root, payload: { command: 'git log --oneline | head -3' }, sessionId: 's' } as const;
 * const effects = await analyzeEffects({ root, home, env: {}, files: false })(action);
 * certify(action, effects)?.because; // => ['`git log` only looks', '`head` only looks']
 * ```
 */
export function certifyLooking(given: CertifierOptions): Certify {
  const options = { ...given, files: given.files ?? nodeFiles() };
  return (action, effects) => {
    if (!isCertifiable(action, options) || !effects.some(({ kind }) => kind === 'execute' || kind === 'read')) return undefined;
    const programs = effects.flatMap(({ target }) => (target?.type === 'program' ? (target.argv[0] ?? '') : []));
    if (programs.includes('git') && (programs.includes('cd') || (action.cwd ?? options.root) !== options.root)) return undefined;
    const because = new Set<string>();
    for (const effect of effects) {
      const reason = reasonFor(effect, options);
      if (reason === undefined) return undefined;
      because.add(reason);
    }
    return { level: 'look', because: [...because] };
  };
}

function isCertifiable({ kind, payload, cwd }: Action, { root }: CertifierOptions): boolean {
  if (cwd !== undefined && !isWithin(cwd, root)) return false;
  return kind === 'read' || (kind === 'bash' && isPlain(payload));
}

/** A variable whose value may be anything: of those that are not here, some hold secrets. */
const VARIABLE = /\$(?!(?:HOME|PWD|OLDPWD|USER)\b|[?#]|\s|$)/;

/** Single quotes keep `$` as it is, and so does a backslash. An apostrophe between double quotes makes more of the text count, never less. */
const withoutSingle = (command: string): string =>
  command.replace(/"(?:[^"\\]|\\[^])*"|'[^']*'|\\[^]/gu, piece => (piece.startsWith('"') ? piece.replace(/\\[^]/gu, '_') : '_'));

/** Whether a command consists of nothing but calls, pipes and lists of them. */
const isPlain = ({ command }: Action['payload']): boolean => plainCommand(command) !== undefined;

/** Returns a command that consists of nothing but calls, pipes and lists of them, with an underscore for all that is quoted; undefined for any other. */
export function plainCommand(command: unknown): string | undefined {
  if (typeof command !== 'string' || /\$['"]/.test(command) || VARIABLE.test(withoutSingle(command))) return undefined;
  const outer = withoutQuoted(command);
  return outer === undefined || MORE_THAN_CALLS.test(outer) ? undefined : outer;
}

/** A piece of a command: what is between single quotes, what is between double quotes and substitutes nothing, an escaped character, or a bare one. */
const PIECE = /'[^']*'|"(?:[^"`$\\]|\\[^]|\$(?![({`]))*"|\\[^]|[^'"\\]/gu;

/** The command with an underscore for everything that is quoted; undefined where a quote does not end or something is substituted in it. */
function withoutQuoted(command: string): string | undefined {
  const pieces = command.match(PIECE) ?? [];
  if (pieces.join('') !== command) return undefined;
  return pieces.map(piece => (piece.length > 1 ? '_' : piece)).join('');
}

function reasonFor({ kind, target, via, tags = [] }: Effect, options: CertifierOptions): string | undefined {
  if (via.length > 0) return undefined;
  if (kind === 'execute' && target?.type === 'program') {
    if (tags.length > 0 || target.path !== undefined || target.untrusted === true) return undefined;
    const entry = vouchFor(target.argv);
    return entry === undefined ? undefined : `\`${entry}\` only looks`;
  }
  if (target?.type !== 'file') return undefined;
  if (kind === 'write') return tags.length === 0 && isNullDevice(target) ? '`/dev/null` keeps nothing' : undefined;
  if (kind !== 'read' || tags.some(tag => !HARMLESS.has(tag))) return undefined;
  const isContent = !tags.includes('metadata');
  if (isContent && mayReachSecrets(target, options)) return undefined;
  const place = placeOf(target, options);
  return place === undefined ? undefined : `reads ${isContent ? 'files' : 'names'} in ${place}`;
}

const isNullDevice = ({ lexical, glob }: FileTarget): boolean => lexical === '/dev/null' && glob === undefined;

/** Both the path as it is written and the one that it leads to count. */
function placeOf({ lexical, resolved }: FileTarget, { root, home }: CertifierOptions): string | undefined {
  const places = [lexical, resolved].map(path => {
    if (isSecretPath(path, undefined, home) || isGovernedPath(path)) return undefined;
    if (isWithin(path, root)) return 'the project';
    if (isStream(path)) return path === '/dev/null' ? 'the null device' : undefined;
    if (isTemporaryFor(root, path)) return 'a temporary folder';
    return DOCUMENTATION.some(folder => isWithin(path, folder)) ? 'installed documentation' : undefined;
  });
  return places.includes(undefined) ? undefined : places[0];
}
