import type { FileTarget } from '@licet/core';
import { draw } from '../work.ts';
import { workOf } from './boundedFiles.ts';
import type { FileSystemPort } from './fileSystem.ts';
import { expandBraces, MAX_ALTERNATIVES } from './glob.ts';
import { keepSome } from './kept.ts';
import { MOST_LINKED } from './judge.ts';
import { findHardLink } from './hardLinks.ts';
import { baseName } from './lexical.ts';
import { createPathMatcher } from './matcher.ts';
import type { PathMatcher } from './matcher.ts';
import { expandGlob } from './reach.ts';
import { resolvePath } from './resolve.ts';
import { nameTest, REPRESENTATIVES } from './secretNames.ts';
import { harmlessPatterns, secretPatterns } from './secretPatterns.ts';
import { escapeGlob, patternsMeet, toSegments } from './segments.ts';

/** Where secrets are looked for. Without a home, names in one are known by `/home`, `/Users` and `/root` only. */
export interface SecretSurroundings {
  readonly home?: string | undefined;
  /** Where other names of one file (hard links) are searched from. */
  readonly root?: string | undefined;
  readonly files?: FileSystemPort | undefined;
}

interface Lists {
  readonly secret: PathMatcher;
  readonly harmless: PathMatcher;
  /** What was found of names. */
  readonly known: Map<string, boolean>;
}

/** The lists for one home, or for none, made when the first path is judged. */
const listsOf = keepSome((home): Lists => {
  const homes = ['/home/*', '/Users/*', '/root', ...(home === '' ? [] : [escapeGlob(home)])];
  const matcher = (patterns: readonly string[]): PathMatcher =>
    createPathMatcher(
      patterns.flatMap(pattern => (pattern.startsWith('~/') ? homes.map(each => each + pattern.slice(1)) : [pattern])),
      { root: '/', mode: 'grant', caseFold: true },
    );
  let harmless: PathMatcher | undefined;
  return {
    known: new Map(),
    secret: matcher(secretPatterns),
    // Most paths have no secret's name, and need none of these.
    get harmless() {
      return (harmless ??= matcher(harmlessPatterns));
    },
  };
});

/** The patterns of secrets for a home folder. */
export const listsFor = (home: string | undefined): Lists => listsOf(home ?? '');

/** True for the name of a file that holds secrets, as far as the name alone tells. */
export function isSecretName(path: string, lists: Lists): boolean {
  const known = lists.known.get(path);
  if (known !== undefined) return known;
  const found = lists.secret.match(path).length > 0 && lists.harmless.match(path).length === 0;
  if (lists.known.size >= MOST_NAMES) lists.known.clear();
  lists.known.set(path, found);
  return found;
}

/** Names of trees that are looked through again and again: comparing one with all patterns costs more than all else that is done with it. */
const MOST_NAMES = 20_000;

/** True for what has the name of a secret and is none: an example, a public key, a certificate. What is copied from it is none either. */
export function isPublicPath(path: string, home: string | undefined): boolean {
  return listsFor(home).harmless.match(path.startsWith('/') ? path : `/${path}`).length > 0;
}

/** What comparing a name with both lists costs, in units of work. */
export const PER_NAME = 1 / 4;

/**
 * True for a pattern that is made for secrets: what it matches is one whatever its wildcards match (`*.pem`, `~/.ssh/*`), or
 * it says enough of a name to mean one (`.e*`, `id_*`). `*` and `*.json` are not.
 */
function aimsAtSecrets(glob: string, lists: Lists): boolean {
  const globs = expandBraces(glob);
  if (globs.length > MAX_ALTERNATIVES) return true;
  return globs.flatMap(withFolders).some(one => {
    const name = baseName(one);
    const folder = one.slice(0, one.length - name.length).replace(/\*+|\?|\[[^\]/]*\]/g, 'x');
    const known = name.replace(/[*?]+|\[[^\]]*\]/g, '');
    if (/^[*?.]+$/.test(name)) return isSecretName(`${folder}x`, lists) || (name.startsWith('.') && name.endsWith('*'));
    const filled = folder + name.replace(/[*?]+/g, 'x');
    if (lists.harmless.match(filled).length > 0) return false;
    if (isSecretName(filled, lists)) return true;
    if (known !== '' && known !== name && isSecretName(folder + known, lists)) return true;
    if (/^\*\.\w+$/.test(name) || (known.length < 3 && !/^(?:\.|\[[^!^].*\][^*?])/.test(name))) return false;
    const isLive = /^[*?]|^\[[!^]/.test(name);
    const test = nameTest(name);
    return REPRESENTATIVES.some(each => !(isLive && each.startsWith('.')) && test(each));
  });
}

/** Folders of credentials in a home: a part of a pattern that says enough of one is taken for it. */
const CREDENTIAL_FOLDERS = ['.ssh', '.gnupg', '.aws', '.azure', '.kube', '.oci', '.docker', '.config', '.password-store'];

/** The pattern without the qualifiers of zsh (`*(D)`), and what it is with a folder of credentials for a part that may be one: `~/.s?h/i*` for `~/.ssh/i*`. */
function withFolders(glob: string): readonly string[] {
  const parts = glob.replace(/(?<=\*)\([\w.,/^@:*-]{1,16}\)$/, '').split('/');
  const at = parts.findIndex(
    (part, i) => i < parts.length - 1 && /^(?:\.|\[\.\]).*[*?[]/.test(part) && !/^\.[*?]?\*$/.test(part),
  );
  const part = parts[at];
  const plain = parts.join('/');
  if (part === undefined) return [...new Set([glob, plain])];
  const test = nameTest(part);
  const named = CREDENTIAL_FOLDERS.filter(test).map(folder => parts.with(at, folder).join('/'));
  return [...new Set([glob, plain, ...named])];
}

/**
 * True for the files in which programs keep passwords, tokens and private keys, by their names alone: see {@link secretPatterns}.
 * A pattern counts when it is made for such files. A relative path starts anywhere. Public material (`.env.example`, `id_rsa.pub`, `cert.pem`) is none.
 *
 * @example
 * ```ts
 * import { isSecretPath } from '@licet/effects/places';
 *
 * isSecretPath('/project/.ENV', undefined, '/home/u'); // => true
 * isSecretPath('/project/certs/fullchain.pem', undefined, '/home/u'); // => false
 * ```
 */
export function isSecretPath(path: string, glob: string | undefined, home: string | undefined): boolean {
  const lists = listsFor(home);
  const absolute = (text: string): string => (text.startsWith('/') ? text : `/${text}`);
  return glob === undefined ? isSecretName(absolute(path), lists) : aimsAtSecrets(absolute(glob), lists);
}

/**
 * True for a word with unknown parts, written as a pattern, whose known parts can name a secret whatever the rest is:
 * `.e*nv`, or a folder of secrets in `~/.do*cker/config.json`. `*` and `src/*.ts` cannot.
 */
export function mayNameSecret(glob: string, home: string | undefined): boolean {
  const lists = listsFor(home);
  if (aimsAtSecrets(glob, lists)) return true;
  const folders = lists.secret.patterns.filter(({ source }) => /[^/*]\/./.test(source) || /\/\.\w+\/$/.test(source));
  const shape = toSegments(glob.toLowerCase());
  return (
    lists.harmless.match(glob.replaceAll('*', 'x')).length === 0 &&
    folders.some(({ alternatives }) => alternatives.some(({ segments }) => patternsMeet(shape, segments)))
  );
}

/**
 * True for a target that is, or is made for, secrets: by either of its paths, by the pattern, by what the pattern matches now, or by
 * being one more name of such a file. A tree counts when its top does; what lies in it is for {@link secretsBelow}.
 */
export function isSecretTarget(target: FileTarget, { home, root, files }: SecretSurroundings): boolean {
  const lists = listsFor(home);
  const { lexical, resolved, glob } = target;
  if (glob !== undefined && aimsAtSecrets(glob, lists)) return true;
  if (glob === undefined && (isSecretName(lexical, lists) || isSecretName(resolved, lists))) return true;
  if (files === undefined) return glob !== undefined && isSecretName(resolved, lists);
  if (glob !== undefined) {
    const found = expandGlob(glob, files);
    if (!draw(workOf(files), found.paths.length * PER_NAME)) return false;
    return found.paths.some(
      (path, i) =>
        isSecretName(path, lists) ||
        isSecretName(resolvePath(path, files), lists) ||
        (root !== undefined && i < MOST_LINKED && isLinkedToSecret(path, root, files, lists)),
    );
  }
  if (target.recursive === true || root === undefined) return false;
  return isLinkedToSecret(resolved, root, files, lists);
}

/** Whether a file is one more name of a secret in the project. */
const isLinkedToSecret = (path: string, root: string, files: FileSystemPort, { secret }: Lists): boolean =>
  findHardLink(path, secret, root, files, 500)?.protectedPath !== undefined;

/**
 * True for a name of secrets that only the project's own programs read: to make a new one leads no tool elsewhere, as a new
 * `.npmrc` or `.netrc` would.
 */
export function isInertSecret(path: string): boolean {
  return /^(?:\.env(?:\.[\w-]+)*|[\w.-]+\.(?:env|pem|key|p12|pfx|jks|keystore|tfvars))$/i.test(baseName(path));
}

/** True for the name of a variable that holds an address, in which a password may be: `DATABASE_URL`. */
export function mayHoldSecret(name: string): boolean {
  return /(?:^|_)(?:DATABASE|DB|REDIS|MONGO(?:DB)?|AMQP|RABBITMQ|POSTGRES(?:QL)?|PG|MYSQL|JDBC|BROKER|CLOUDAMQP|SMTP|MAILER)_(?:URL|URI|DSN)$|(?:^|_)DSN$|CONNECTION_?STRING|^(?:REDIS|MONGO|DATABASE)(?:URL|URI)$/i.test(
    name,
  );
}

/** True for the name of an environment variable that usually holds a credential. */
export function isSecretVariable(name: string): boolean {
  return /(?:^|_)(?:SECRET|TOKEN|PASSWORD|PASSWD|PASS|API_?KEY|PRIVATE_KEY|ACCESS_KEY|CREDENTIALS?|AUTH)(?:_|$)|SECRET|_KEY$|APIKEY|PASSWORD/i.test(
    name,
  );
}
