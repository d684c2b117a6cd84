import type { Effect, FileTarget, GuardNode, Json, Obligations, Ruling, Verdict } from '@licet/core';
import type { ParamsOf } from '@licet/core/nodes';
import { pass, skip, warn } from '@licet/core';
import { checkOptions, compareBy, defineNode, param, paramOrder, params } from '@licet/core/nodes';
import {
  harmlessPatterns,
  isInertSecret,
  isTemporaryFor,
  isWithin,
  knownPlace,
  matcherFor,
  mayReachSecrets,
  pathsStillLead,
  secretPatterns,
} from '@licet/effects/places';
import type { KnownPlace, PathHit, PathMatcher } from '@licet/effects/places';

import { inYaml } from '../judging/exemptions.ts';
import type { Finding } from '../judging/findings.ts';
import { fileName, verdictOf } from '../judging/findings.ts';
import { nameTarget } from '../judging/nameTarget.ts';
import { hostPlace, patterns, placeParams, withoutPlace } from '../judging/params.ts';
import { softened } from './secretsAmong.ts';
import { writtenKeys } from './writtenKeys.ts';
import { includesPath } from '../judging/includesPath.ts';
import { tells } from '../judging/tells.ts';

const secretPathsParams = params({
  /** More files that hold secrets. */
  paths: param.optional(patterns('more files that hold secrets')),
  /** Files that only look like secrets. */
  except: param.optional(patterns('files that only look like secrets')),
  /** The ruling when a secret is read. */
  read: param.optional(param.ruling({ doc: 'the ruling when a secret is read' }), 'block'),
  /** The ruling when a secret is changed. */
  change: param.optional(param.ruling({ doc: 'the ruling when a secret is changed' }), 'ask'),
  /** The ruling when a key that looks live is written into another file. */
  write: param.optional(param.ruling({ doc: 'the ruling when a key that looks live is written into another file' }), 'ask'),
  ...placeParams,
});

/**
 * What {@link SecretPaths} takes. `paths` and `except` come on top of what is known: `secretPatterns` and `harmlessPatterns` of
 * `@licet/effects/places`.
 */
export type SecretPathsOptions = ParamsOf<typeof secretPathsParams>;

/**
 * Keeps secrets from being read by any route: a file tool, `cat`, a redirection, a glob, an archive, git's own store, a
 * link made beside it, an upload. It judges the mark `secret`, which the analyser puts on files by the one list of secrets, and on
 * what prints credentials.
 *
 * | the action | ruling |
 * |---|---|
 * | reads a file that holds secrets, or may through a glob or folder | `read` (block) |
 * | prints credentials by other means: a keychain, `printenv API_KEY`, `gh auth token` | `read` (block) |
 * | prints credentials among other things: `env`, `docker inspect` | pass, and the output is redacted; warn where it cannot be |
 * | searches through many files, secrets among them | pass, and they are left out; warn where arguments cannot be rewritten |
 * | changes or deletes such a file | `change` (ask) |
 * | writes a key that looks live (`AKIA…`, `ghp_…`, `sk_live_…`) into a file that is not made for secrets | `write` (ask) |
 * | makes a new `.env` or key file in the project (`cp .env.example .env`) | pass |
 * | lists names, sizes and dates only | pass |
 * | copies or rewrites the project recursively, and secrets lie in it | pass: unpacking and formatting are everyday work |
 * | has no effects | skipped |
 * | anything else | pass |
 *
 * It knows secrets by where they lie, and keys that are written by the forms of the redactor; other credentials in a source file are for
 * output redaction.
 *
 * @example
 * ```ts
 * import { PolicyEngine } from '@licet/core';
 * import { analyzeEffects } from '@licet/effects';
 * import { SecretPaths } from '@licet/guards';
 *
 * const engine = new PolicyEngine(SecretPaths({ root: '/project' }), { effects: analyzeEffects({ root: '/project' }) });
 * const bash = (command: string) => ({ kind: 'bash', cwd: '/project', payload: { command } });
 * (await engine.evaluate(bash('base64 < .env'))).ruling; // => 'block'
 * (await engine.evaluate(bash('cat .env.example'))).ruling; // => 'pass'
 * ```
 */
export function SecretPaths(options: SecretPathsOptions = {}): GuardNode {
  checkOptions('secret_paths', secretPathsParams, options);
  const place = knownPlace(options);
  const { paths, except, read = 'block', change = 'ask', write = 'ask' } = options;
  const own = paths && matcherFor('paths', paths, place, 'restrict');
  const free = except && matcherFor('except', except, place, 'grant');
  const rules: Rules = { place, own, free, read, change };
  return Object.freeze<GuardNode>({
    name: 'secret_paths',
    kind: 'secret_paths',
    layer: 'boundary',
    needs: ['effects'],
    params: withoutPlace(options),
    ...tells({ never: 'files that hold secrets, such as keys and `.env`' }),
    check(action, ctx) {
      if (ctx.effects.length === 0) return skip();
      const keys = write === 'pass' ? [] : writtenKeys(action, ctx.effects, place);
      const found = [...keys.map(key => ({ ...key, ruling: write })), ...ctx.effects.flatMap(effect => judge(effect, rules))];
      const among = read === 'pass' ? [] : ctx.effects.filter(effect => isAmong(effect, rules));
      const stopped = found.some(({ ruling }) => ruling === 'ask' || ruling === 'block');
      if (stopped || among.length === 0) return verdictOf(found);
      const { findings, obligations } = softened(action, among, place, ctx.meets);
      return obliged(verdictOf([...found, ...findings]), obligations);
    },
    commit: (_action, ctx) => pathsStillLead(ctx.effects, place.files),
  });
}

interface Rules {
  readonly place: KnownPlace;
  readonly own: PathMatcher | undefined;
  readonly free: PathMatcher | undefined;
  readonly read: Ruling;
  readonly change: Ruling;
}

/** Whether a secret lies among other things that the action looks at, and the policy does not except it. */
function isAmong(effect: Effect, { place, free }: Rules): boolean {
  const isFree = effect.target?.type === 'file' && free?.covers(effect.target, place.files) === true;
  return hasTag(effect, 'secret') && hasTag(effect, 'among') && !isFree;
}

function obliged(verdict: Verdict, obligations: Obligations): Verdict {
  if (Object.keys(obligations).length === 0) return verdict;
  const { code, fix, evidence, reason = '' } = verdict;
  if (verdict.ruling === 'pass') return pass({ obligations });
  return warn(reason, { code, obligations, ...(fix !== undefined && { fix }), ...(evidence !== undefined && { evidence }) });
}

function judge(effect: Effect, rules: Rules): readonly Finding[] {
  if (hasTag(effect, 'metadata') || hasTag(effect, 'among')) return [];
  const reads = effect.kind !== 'write' && effect.kind !== 'delete' && effect.kind !== 'configure';
  const ruling = reads ? rules.read : rules.change;
  const { target } = effect;
  if (ruling === 'pass') return [];
  if (target?.type !== 'file') return hasTag(effect, 'secret') ? [{ ...printed(effect, rules.place), ruling, effect }] : [];
  if (isMade(effect, target, rules) || !touchesSecrets(effect, target, rules)) return [];
  const name = fileName(target, rules.place);
  return [{ ...(reads ? readWords(name, target, effect.leftOutBy) : changeWords(name)), ruling, effect }];
}

/** Where nothing is yet, nothing is lost and nothing is read: `cp .env.example .env`. */
function isMade({ kind }: Effect, target: FileTarget, { place, own }: Rules): boolean {
  if (kind !== 'write' || target.glob !== undefined || target.recursive === true) return false;
  const isNew = (path: string): boolean =>
    (isWithin(path, place.root) || isTemporaryFor(place.root, path)) &&
    isInertSecret(path) &&
    place.files.identity(path) === undefined &&
    (own?.match(path).length ?? 0) === 0;
  return isNew(target.lexical) && isNew(target.resolved);
}

function printed(effect: Effect, place: KnownPlace): Omit<Finding, 'ruling'> {
  if (effect.target?.type === 'named' && effect.target.category === 'path')
    return readWords(`a file such as \`${effect.target.name}\``, undefined);
  return {
    code: 'secret_read',
    reason: `it prints credentials: ${nameTarget(effect, place) ?? 'which ones is unknown'}`,
    fix: 'ask the user for the one value that is needed, or use it by name without printing it',
  };
}

function readWords(name: string, target: FileTarget | undefined, leftOutBy?: string): Omit<Finding, 'ruling'> {
  return {
    code: 'secret_read',
    reason: `${name} ${target?.glob === undefined ? 'holds' : 'may reach'} secrets that are not for the agent`,
    fix:
      leftOutBy === undefined
        ? /\.env\b/u.test(name)
          ? 'read an example file such as `.env.example`, or ask the user for the one value that is needed'
          : 'do without it, or ask the user to run the command that needs it'
        : `leave out what holds secrets (\`${leftOutBy}\` and the like), or search only in the sources`,
  };
}

function changeWords(name: string): Omit<Finding, 'ruling'> {
  return {
    code: 'secret_changed',
    reason: `it would change ${name}, which holds secrets`,
    fix: 'ask the user to make the change',
  };
}

function touchesSecrets(effect: Effect, target: FileTarget, { place, own, free }: Rules): boolean {
  if (free?.covers(target, place.files) === true) return false;
  if (hasTag(effect, 'secret')) return true;
  const isTree = target.recursive === true || target.glob?.includes('**') === true;
  if (!isTree) return own !== undefined && own.touches(target, place.files).some(hit => isNoException(hit, free));
  if ([target.lexical, target.resolved].some(path => own !== undefined && own.match(path).length > 0)) return true;
  const staysInside = isWithin(target.lexical, place.root) && isWithin(target.resolved, place.root);
  const comesBack = effect.kind === 'delete' && hasTag(effect, 'regenerable');
  if (comesBack || (staysInside && effect.kind !== 'delete')) return false;
  return mayReachSecrets(target, place) || (own?.touches(target, place.files) ?? []).some(hit => isNoException(hit, free));
}

function isNoException({ path, certainty }: PathHit, free: PathMatcher | undefined): boolean {
  return certainty === 'possible' || free === undefined || free.match(path).length === 0;
}

function hasTag({ tags }: Effect, tag: string): boolean {
  return tags?.includes(tag) === true;
}

const isClosed = (ruling: Json): boolean => ruling === 'ask' || ruling === 'block';

/** `secret_paths` in governance.yaml. */
export const secretPathsDefinition = defineNode({
  kind: 'secret_paths',
  doc: 'keeps files that hold secrets from being read or changed, by any route',
  params: secretPathsParams,
  rulings: [
    ['it reads, copies or sends a secret', '`read` (block)'],
    ['it changes or deletes a secret', '`change` (ask)'],
    ['it writes a key that looks live into another file', '`write` (ask)'],
    ['it makes a new `.env` or key file in the project', 'pass'],
    ['it has no effects', 'skipped'],
    ['anything else', 'pass'],
  ],
  example: "secret_paths: { paths: ['config/keys/**'], change: block }",
  analysis: {
    range: ({ read = 'block', change = 'ask', write = 'ask' }) => ({
      rulings: ['pass', 'warn', read, change, write] as Ruling[],
      applies: 'with_effects',
      fails: 'without_effects',
    }),
    compare: compareBy({
      paths: paramOrder.forbids(includesPath('restrict')),
      except: paramOrder.exempts(includesPath('grant')),
      read: paramOrder.ruling('block'),
      change: paramOrder.ruling('ask'),
      write: paramOrder.ruling('ask'),
    }),
  },
  confines({ paths = [], except = [], read = 'block', change = 'ask' }) {
    const patterns = [...secretPatterns, ...(paths as readonly Json[])];
    if (isClosed(read)) return { hide: patterns, except: [...harmlessPatterns, ...(except as readonly Json[])] };
    return isClosed(change) ? { readOnly: patterns } : {};
  },
  exception: ({ path }) => (path === undefined ? undefined : `\`secret_paths: { except: [${inYaml(path)}] }\``),
  build: (given, _children, context) => SecretPaths({ ...given, ...hostPlace(context) }),
});
