import { baseName } from '../places/lexical.ts';
import { isSecretVariable } from '../places/secrets.ts';
import type { CallPatterns } from './callPatterns.ts';
import { fitsCall } from './callPatterns.ts';

const { raw } = String;

const NOUN =
  /^(?:secrets?|passwords?|passwd|passphrases?|credentials?|creds?|tokens?|api-?keys?|access-?tokens?|keychain|keyring|connection-?strings?|conn-?string|(?:join|bootstrap|refresh|auth|api|bearer|id)-?token|(?:unlock|recovery|private|signing|master|seal|root|service)-?keys?|initial-?password|kubeconfig|kubecfg|psk|jwt|pat)$/;
const VERB =
  /^(?:get|getall|show|read|reveal|print|export|dump|decrypt|view|access|cat|fetch|pull|display|unseal|clip|edit|lookup|value|download|unwrap|disclose|generate|issue|mint)$/;

/** Options by which a program shows what it hides otherwise. */
const SHOWING =
  /^--(?:(?:show|reveal|expose|include|print|with|display|unmask|decrypt)-?(?:all-|the-)?(?:secrets?|secret-values?|tokens?|sensitive|sensitive-values?|passwords?|credentials|values-in-clear)|reveal|unmask|with-decryption|decrypted?|dump-config|no-redact|plaintext|unencrypted|show-keys?|expose-token)$/;

/** True for an option such as `--show-secrets`, `--reveal`, `--with-decryption`. */
export const isRevealing = (option: string): boolean =>
  option.startsWith('--') && SHOWING.test(option.replace(/=(?!false$).*$/s, ''));

/**
 * True for the words of a program that nobody describes when they say that it prints credentials: `mytool secrets get db`,
 * `show-credential`, `auth token`, `kv get app/db/password`, or an option as in {@link isRevealing}.
 */
export function saysCredentials(words: readonly string[]): boolean {
  if (words.some(isRevealing)) return true;
  const first = words.filter(word => /^[a-z][\w:./-]*$/i.test(word)).slice(0, 4);
  const tokens = first.flatMap(word => (/[./]/.test(word) ? [] : [word, ...word.split(/[:-]/)])).map(word => word.toLowerCase());
  if (tokens.some(token => NOUN.test(token)) && tokens.some(token => VERB.test(token))) return true;
  if (
    /(?:^| )(?:api-?)?(?:token|key|credential)s?[ :-](?:create|new|add|rotate|regenerate)\b|(?:^| )(?:create|new)[ :-](?:api-?)?(?:token|key)s?$/.test(
      first.join(' '),
    )
  )
    return true;
  if (/^auth[ :-](?:print-)?(?:access-)?token$/.test(first.slice(0, 2).join(' '))) return true;
  return tokens.some(token => VERB.test(token)) && first.some(word => word.includes('/') && isSecretVariable(baseName(word)));
}

/** Calls that show the variables of an environment, or settings in which credentials may stand among others. Sources: their manuals. */
const SHOWS_SETTINGS: CallPatterns = [
  ['make', raw`(?:\S+ )*(?:-[a-zA-Z]*p[a-zA-Z]*|--print-data-base)(?: |$)`],
  ['cmake', '-E environment$'],
  ['npm pnpm yarn bun', 'run env$'],
  ['tmux', raw`(?:show-environment|showenv)\b`],
  ['direnv', raw`(?:export|dump)\b`],
  ['mise', raw`env\b`],
  ['systemctl', raw`(?:--user )?(?:show-environment|cat\b|show (?:\S+ )*(?:-p|--property)[ =]?\S*Environment)`],
  ['ansible-inventory', raw`(?:\S+ )*--(?:list|host)\b`],
  ['yarn', raw`config list\b`],
  ['pip pip3', raw`config (?:list|debug)\b`],
  ['uv', raw`pip3? config (?:list|debug)\b`],
  ['gcloud', raw`(?:functions|run (?:services|revisions|jobs)) describe\b`],
  ['aws', raw`ecs describe-task-definition\b`],
  ['az', raw`containerapp show\b`],
  ['jcmd', raw`\S+ VM\.system_properties`],
  ['jinfo', raw`\S`],
  ['etcdctl', raw`get (?:\S+ )*--prefix`],
  ['consul', raw`kv (?:export\b|get (?:-\S+ )*-recurse(?!.*secret))`],
  [
    'docker podman',
    raw`compose (?:\S+ )*config(?: (?!.*(?:-q\b|--(?:quiet|services|images|volumes|profiles|hash|environment-names)\b))|$)`,
  ],
  [
    'docker-compose podman-compose',
    raw`(?:\S+ )*config(?: (?!.*(?:-q\b|--(?:quiet|services|images|volumes|profiles|hash)\b))|$)`,
  ],
  ['docker', raw`(?:image )?history (?:\S+ )*--no-trunc`],
];

/** Calls that show credentials and nothing else. Sources: their manuals. */
const SHOWS_CREDENTIALS: CallPatterns = [
  ['stripe', raw`config (?:\S+ )*--list`],
  ['docker', raw`context export\b`],
  ['wp', raw`config (?:list\b|get (?:\S+ )*\w*(?:password|key|salt|secret|token))`],
  ['drush', raw`sql[:-](?:connect|conf)\b`],
  ['cf', raw`(?:oauth-token|service-key)\b`],
  ['aliyun tccli', raw`configure (?:get|list)\b`],
  [
    'terraform tofu',
    raw`output (?!(?:\S+ )*-(?:raw|json)\b)(?:\S+ )*\w*(?:password|passwd|secret|token|private_key|credential|connection_string)`,
  ],
  ['tailscale', raw`debug prefs\b`],
  ['etcdctl', raw`(?:\S+ )*get \/registry\/secrets`],
  ['aws', raw`(?:sso get-role-credentials|cognito-idp describe-user-pool-client)\b`],
  ['rails', raw`(?:runner|r) .*\bcredentials\b`],
  ['php', raw`artisan tinker .*\b(?:env|config)\(\W{0,2}[\w.]*(?:pass|secret|key|token)`],
  ['python python2 python3', raw`manage\.py shell .*\bsettings\.(?:DATABASES|\w*(?:SECRET|PASSWORD|TOKEN|API_KEY))`],
];

/** What a whole call shows, by its words: credentials, or an environment or settings in which they may stand. */
export function shownByWords(program: string, words: string): 'credentials' | 'environment' | undefined {
  const said = words.slice(0, MOST_SAID);
  if (fitsCall(SHOWS_CREDENTIALS, program, said, 'i')) return 'credentials';
  return fitsCall(SHOWS_SETTINGS, program, said) ? 'environment' : undefined;
}

/** How much of a call's words is looked at, in characters. */
const MOST_SAID = 2_000;

/** How languages of queries and templates name a variable of the environment. */
const NAMED = /(?:\$ENV\.|\benv\.|\b(?:str)?env\(|\.Env\.|\bgetenv\s+["'`]|\$env[:.])(\w+)/g;

/** The variables that the words of a program of queries or templates name: `jq -n env.TOKEN`. */
export function namedVariables(program: string, words: string): readonly string[] {
  if (!/^(?:jq|gojq|jaq|yq|gomplate|nu|pwsh|powershell|dasel|jinja2|j2)$/.test(program)) return [];
  return [...words.slice(0, MOST_SAID).matchAll(NAMED)].flatMap(([, name = '']) => (isSecretVariable(name) ? [name] : []));
}
