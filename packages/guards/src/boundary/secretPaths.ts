import type { Effect, Guard, NodeDefinition, Ruling } from '@licet/core';
import { defineNode, skip } from '@licet/core';
import { findHardLink, knownPlace, matcherFor, pathsStillLead } from '@licet/effects/places';
import type { KnownPlace, PathMatcher, PatternInput, Place } from '@licet/effects/places';

import type { Finding } from '../judging/findings.ts';
import { describeTarget, shortPath, verdictOf } from '../judging/findings.ts';
import { optionalRuling, patternsSchema } from '../judging/schemas.ts';

/** What {@link SecretPaths} takes. */
export interface SecretPathsOptions extends Place {
  /** More files that hold secrets, besides {@link secretPatterns}. */
  readonly paths?: readonly PatternInput[];
  /** Files that only look like secrets, besides {@link harmlessPatterns}. */
  readonly except?: readonly PatternInput[];
  /** The ruling when a secret is read, copied or sent. @defaultValue 'block' */
  readonly read?: Ruling;
  /** The ruling when a secret is changed or deleted. @defaultValue 'ask' */
  readonly change?: Ruling;
}

/** Where credentials are kept by the programs that own them; from their documentation. */
export const secretPatterns: readonly string[] = Object.freeze([
  '.env',
  '.env.*',
  '*.env',
  '.envrc',
  '.netrc',
  '_netrc',
  '.git-credentials',
  '.pgpass',
  '.my.cnf',
  '.npmrc.secret',
  '.htpasswd',
  '.vault-token',
  '*.pem',
  '*.key',
  '*.p12',
  '*.pfx',
  '*.jks',
  '*.keystore',
  '*.kdbx',
  '*.ppk',
  'id_rsa',
  'id_dsa',
  'id_ecdsa',
  'id_ed25519',
  'id_rsa.*',
  '*.tfvars',
  '*.tfstate',
  'secrets/',
  '.secrets/',
  'credentials.json',
  'service-account*.json',
  'secrets.json',
  'secrets.yml',
  'secrets.yaml',
  'secrets.toml',
  'client_secret*.json',
  '~/.ssh/',
  '~/.gnupg/',
  '~/.aws/',
  '~/.azure/',
  '~/.config/gcloud/',
  '~/.kube/',
  '~/.docker/config.json',
  '~/.npmrc',
  '~/.pypirc',
  '~/.cargo/credentials*',
  '~/.gem/credentials',
  '~/.config/gh/',
  '~/.config/hub',
  '~/.terraform.d/credentials*',
  '~/.password-store/',
  '~/.local/share/keyrings/',
  '~/.claude/.credentials.json',
  '~/.codex/auth.json',
  '~/.gemini/oauth_creds.json',
  '~/Library/Keychains/',
  '~/.bash_history',
  '~/.zsh_history',
  '~/.psql_history',
  '~/.mysql_history',
  '~/.mozilla/',
  '~/.config/google-chrome/',
  '~/.config/chromium/',
  '/proc/*/environ',
  '/proc/*/mem',
  '/dev/mem',
  '/etc/shadow',
  '/etc/gshadow',
  '/etc/sudoers',
  '/etc/sudoers.d/',
  '/etc/ssl/private/',
  '/etc/ssh/ssh_host_*_key',
  '/root/.ssh/',
  '/proc/*/environ',
  '/run/secrets/',
  '/var/run/secrets/',
]);

/** What looks like a secret and is none. */
export const harmlessPatterns: readonly string[] = Object.freeze([
  '.env.example',
  '.env.sample',
  '.env.template',
  '.env.dist',
  '.env.defaults',
  '.env.schema',
  '.env.test.example',
  '.env.local.example',
  'example.env',
  'sample.env',
  'template.env',
  '*.example.env',
  '*.pub',
  '~/.ssh/known_hosts',
  '~/.ssh/config',
  '~/.ssh/*.pub',
  '*.example.json',
  '*.example.yml',
  '*.example.yaml',
  '*.example.toml',
  '*.example.tfvars',
  'public.pem',
  '*.pub.pem',
  '*.crt.pem',
  'cacert.pem',
  '~/.aws/cli/',
]);

/**
 * Keeps secrets from being read by any route: a file tool, `cat`, a redirection, a glob, an archive, git's own store, a
 * link made beside it, an upload. It looks at every file effect by both of its paths, and at the mark that the analyser puts
 * on what prints credentials.
 *
 * | the action | ruling |
 * |---|---|
 * | reads a file that holds secrets, or may through a glob or folder | `read` (block) |
 * | prints credentials by other means: `env`, a keychain | `read` (block) |
 * | changes or deletes such a file | `change` (ask) |
 * | lists names, sizes and dates only | pass |
 * | searches or rewrites the project recursively, and secrets lie in it | pass: searching, unpacking, formatting are everyday work |
 * | reads by a glob through the whole project, and a secret is certainly reached | `read` (block) |
 * | has no effects | skipped |
 * | anything else | pass |
 *
 * It knows secrets by where they lie, not by what they look like: a key pasted into a source file is for output redaction.
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
export function SecretPaths(options: SecretPathsOptions = {}): Guard {
  const place = knownPlace(options);
  const { paths, except, read = 'block', change = 'ask' } = options;
  const own = paths === undefined ? undefined : matcherFor('paths', paths, place, 'restrict');
  const secrets = matcherFor('paths', secretPatterns, place, 'restrict');
  const harmless = matcherFor('except', [...harmlessPatterns, ...(except ?? [])], place, 'restrict');
  const chosen = { paths, except, read: options.read, change: options.change };
  const rulings = { read, change };
  return Object.freeze<Guard>({
    name: 'secret_paths',
    kind: 'secret_paths',
    layer: 'boundary',
    needs: ['effects'],
    params: Object.freeze(Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== undefined))),
    check(_action, ctx) {
      if (ctx.effects.length === 0) return skip();
      return verdictOf(ctx.effects.flatMap(effect => judge(effect, [own, secrets], harmless, place, rulings)));
    },
    commit: (_action, ctx) => pathsStillLead(ctx.effects, place.files),
  });
}

function judge(
  effect: Effect,
  secrets: readonly (PathMatcher | undefined)[],
  harmless: PathMatcher,
  place: KnownPlace,
  rulings: { readonly read: Ruling; readonly change: Ruling },
): readonly Finding[] {
  if (effect.tags?.includes('metadata') === true) return [];
  const tagged = effect.tags?.includes('secret') === true;
  const reads = effect.kind !== 'write' && effect.kind !== 'delete' && effect.kind !== 'configure';
  const ruling = reads ? rulings.read : rulings.change;
  const { target } = effect;
  if (target?.type !== 'file') {
    if (!tagged || ruling === 'pass') return [];
    return [
      {
        ruling,
        code: 'secret_read',
        reason: `it prints credentials: \`${describeTarget(effect)}\``,
        fix: 'ask the user for the one value that is needed, or use it by name without printing it',
        effect,
      },
    ];
  }
  if (ruling === 'pass' || !holdsSecret(effect, target.recursive === true, secrets, harmless, place)) return [];
  const name = shortPath(target.glob ?? target.lexical, place.root);
  return reads
    ? [
        {
          ruling,
          code: 'secret_read',
          reason: `${name} holds secrets`,
          fix: 'read an example file such as `.env.example`, or ask the user for what is needed',
          effect,
        },
      ]
    : [
        {
          ruling,
          code: 'secret_changed',
          reason: `${name} holds secrets and would be changed`,
          fix: 'ask the user to make the change',
          effect,
        },
      ];
}

function holdsSecret(
  effect: Effect,
  recursive: boolean,
  secrets: readonly (PathMatcher | undefined)[],
  harmless: PathMatcher,
  place: KnownPlace,
): boolean {
  const { target, kind } = effect;
  if (target?.type !== 'file') return false;
  if (
    recursive &&
    (kind !== 'delete' || effect.tags?.includes('regenerable') === true) &&
    within(target.lexical, place.root) &&
    within(target.resolved, place.root) &&
    !direct(target.lexical, secrets, harmless)
  )
    return false;
  const tagged = effect.tags?.includes('secret') === true;
  // A pattern made for secrets is one even where nothing matches it yet.
  if (tagged && target.glob !== undefined && !target.glob.includes('**')) return true;
  const searches = !tagged && target.glob?.includes('**') === true && within(target.lexical, place.root);
  for (const matcher of secrets) {
    const hits = matcher?.touches(target, place.files) ?? [];
    if (hits.some(hit => (hit.certainty === 'possible' ? !searches : harmless.match(hit.path).length === 0))) return true;
    if (
      matcher !== undefined &&
      target.glob === undefined &&
      !recursive &&
      findHardLink(target.resolved, matcher, place.root, place.files, 500)?.protectedPath !== undefined
    )
      return true;
  }
  return false;
}

const within = (path: string, root: string): boolean => path === root || path.startsWith(`${root}/`);

const direct = (path: string, secrets: readonly (PathMatcher | undefined)[], harmless: PathMatcher): boolean =>
  harmless.match(path).length === 0 && secrets.some(matcher => (matcher?.match(path).length ?? 0) > 0);

type Params = Omit<SecretPathsOptions, keyof Place>;

/** `secret_paths` in governance.yaml. */
export const secretPathsDefinition: NodeDefinition<Params> = defineNode<Params>({
  kind: 'secret_paths',
  doc: 'keeps files that hold secrets from being read or changed, by any route',
  params: z =>
    z.strictObject({
      paths: patternsSchema(z, 'more files that hold secrets').exactOptional(),
      except: patternsSchema(z, 'files that only look like secrets').exactOptional(),
      read: optionalRuling(z, 'the ruling when a secret is read').exactOptional(),
      change: optionalRuling(z, 'the ruling when a secret is changed').exactOptional(),
    }) as never,
  build: (params, _children, { root, home }) => SecretPaths({ ...params, root, home }),
});
