import type { Call } from '../call.ts';
import { saysCredentials } from '../credentialWords.ts';
import { loses, sets, shows } from '../shapes.ts';
import type { Finding, FixedEffect, VerbClass } from '../use.ts';
import { LOSING_VERBS, UNDOING_VERBS } from '../verbWords.ts';
import { expression, holds, textOf } from './condition.ts';

/** Something at a service is gone for good. */
export const lost: FixedEffect = loses('resource:cloud', 'remote_change');
/** Something at a service is changed. */
export const changed: FixedEffect = sets('resource:cloud', 'remote_change');

/** Credentials of a service in clear text. */
export const secret: FixedEffect = shows('cloud');

/** Nothing is lost by the call, whatever its verb. */
const nothingLost: Finding = { clears: 'loss' };

const DRY = /^--(?:dry-?run|check|plan|preview|whatif|what-if)\b/;

const LOSING = new RegExp(
  String.raw`^(?:${LOSING_VERBS}|${UNDOING_VERBS}|rb|stop-instances|cordon|evacuate|leave|gc|unset|yank|unlock|refunds?|chargeback)(?:$|[-_])|[-_:](?:delete|destroy|remove|purge|reset|drop|wipe|disable|rm|rollback|cancel|terminate|stop|off)$`,
  'i',
);

const LOOKING =
  /^(?:ls|list|get|describe|show|view|info|status|help|version|exists?|detect|test|verify|can|head|search|query|wait|validate|whoami|current|print|read|lookup|logs?|tail|check|preview|plan|diff|estimate|scan|batch-get|select|find|export-config|output|console-url|configurations?|locations|regions|completion|doctor|inspect|history|top|events|ps|simulate|explain|lint|analyze|analyse|overview|health|dashboard|count|cat|stat|metrics|usage|download|fetch|open|docs|watch|port-forward|proxy-status|proxy-config|trace)(?:$|[-_:])/;

/** What a service's program does on this machine only. */
const LOCAL =
  /^(?:dev|serve|start|build|bundle|init|link|unlink|login|logout|signin|local|run|ui|generate|gen|compile|format|fmt|listen|trigger|bootstrap-local|codegen|types|template|synth|export|completions?|autocomplete|config|configure|context|contexts|profile|profiles|auth|settings|install|upgrade|update-cli|plugins?|shell|console|mcp|watch|eval|sub|subscribe|bench|tunnel|connect)(?:$|[-_:])/;

const REVEALING = /secret|password|credential|access-?key|token|private-?key|connection-?string|decrypt|parameter/;

/** Lists that hold the secrets themselves, and not their names. */
const KEY_LISTS =
  /(?:^| )(?:keys? list|list-?keys|list-publishing-(?:credentials|profiles)|appsettings list|connection-string list|list-connection-strings|config-helper|iam oauth-tokens|databases? connection|sm secret|cluster kubeconfig show|get-credentials|auth:token|functions:config:get|functions:secrets:access|config:get|env:get|config dump|pg:credentials:url|connection-string|cs|tokens? create|api-keys? (?:create|store)|password create|login:ci|admin initial-password|account generate-token|get-function-configuration|auth print|auth token|api-keys|token print|get kubeconfig|kubeconfig (?:get|show|save|fetch)|write-kubeconfig|export kubecfg|pc secret|proxy-config secret|profile password|user password|dbusers? (?:password|create)|apps? env show)(?: |$)/;

const wordsOf = (call: Call): readonly string[] =>
  [...call.path.slice(1), ...call.operands.map(({ text }) => text ?? '')].slice(0, 6);

/** The verb of `apps:destroy` is its last part; a command of more parts, such as `project:deploy:start`, may have it in each. */
const verbsOf = (words: readonly string[]): readonly string[] =>
  words.flatMap((word, at) =>
    at === 0 && /^[\w-]+(?::[\w-]+){2,5}$/.test(word) ? word.split(':') : [word.replace(/^[\w-]+:(?=[\w-]+$)/, '')],
  );

/** Whether a call works on what runs on this machine. */
function isLocal(call: Call, words: readonly string[], local: string | undefined): boolean {
  if (['--linked', '--db-url', '--project-ref', '--remote', '--prod', '--live'].some(option => call.has(option))) return false;
  if (call.has('--local') || words.slice(0, 3).some(word => /^(?:local|dev|emulators?(?::\w+)?|offline)$/.test(word)))
    return true;
  const [first = '', second = ''] = words;
  if (local !== undefined && expression(local).test(first)) return true;
  return LOCAL.test(first) && !LOSING.test(second);
}

/** What a call says by its words: that it destroys, prints credentials, or only looks; nothing when they say none of it. */
function judgeWords(call: Call, words: readonly string[]): readonly Finding[] | undefined {
  if (words.some(word => DRY.test(word)) || ['--dry-run', '--dryrun', '--help'].some(option => call.has(option)))
    return [nothingLost];
  const options = ['--expose-token', '--show', '--reveal-secrets', '--include-sensitive'].filter(option => call.has(option));
  const isSecret = options.length > 0 && (options[0] !== '--show' || REVEALING.test(words.join(' ')));
  const isPrinted = words[0] === 'env:list' && (call.has('--json') || call.has('--plain'));
  if (isSecret || isPrinted || KEY_LISTS.test(words.join(' ')) || saysCredentials(words)) return [secret];
  const verbs = verbsOf(words);
  const verb = verbs.find(word => LOSING.test(word)) ?? verbs.find(word => LOOKING.test(word));
  if (verb === undefined) return undefined;
  if (LOSING.test(verb)) return [lost];
  const said = words.join(' ');
  return REVEALING.test(said) && /^(?:get|show|view|read|decrypt|print|access)/.test(verb) && !/caller-identity|list/.test(said)
    ? [secret]
    : [];
}

/** Verbs that change something at a service. */
const CHANGING =
  /^(?:create|update|set|put|add|apply|deploy|publish|push|upload|promote|scale|restart|transfer|approve|move|rename|import|migrate|enable|switch|register|alter|exec|execute|send|submit|release|grant|attach|edit|patch|resize|invite|upgrade|merge|copy|write|assign|capture|payouts?|charges?|finalize|pay|post|up|on|link-prod|sync|toggle-on|toggle-off|toggle)(?:$|[-_])/;

const JUDGES: Readonly<Record<VerbClass['of'], (call: Call, words: readonly string[], rule: VerbClass) => readonly Finding[]>> = {
  cloud: (call, words) => {
    if (call.has('--local') || words.slice(0, 3).some(word => /^(?:local|emulators?(?::\w+)?|use)$/.test(word)))
      return [nothingLost];
    return judgeWords(call, words) ?? (words.length < 2 && words[0]?.includes(':') !== true ? [] : [changed]);
  },
  service: (call, words, { local }) => {
    if (isLocal(call, words, local)) return [nothingLost, ...(saysCredentials(words) ? [secret] : [])];
    return judgeWords(call, words) ?? (verbsOf(words).some(word => CHANGING.test(word)) ? [changed] : []);
  },
  losses: (call, words) => judgeWords(call, words) ?? [],
  credentials: ({ path: [program = '', ...path], operands }) =>
    saysCredentials([...path, ...operands.map(textOf)].join(' ').split(' ')) ? [shows(program)] : [],
};

/**
 * What the verb among the words of a call does, wherever it is.
 *
 * | class | `x list` | `x delete a` | `x create a` | `x frobnicate a` | `x secrets get a` |
 * |---|---|---|---|---|---|
 * | `cloud`: every command works on the service | nothing | lost | changed | changed | secret |
 * | `service`: much of its work is done on this machine | nothing | lost | changed | nothing | secret |
 * | `losses` | nothing | lost | nothing | nothing | secret |
 * | `credentials` | nothing | nothing | nothing | nothing | secret |
 */
export const judgeVerb = (rule: VerbClass, call: Call): readonly Finding[] =>
  rule.when === undefined || holds(rule.when, call) ? JUDGES[rule.of](call, wordsOf(call), rule) : [];
