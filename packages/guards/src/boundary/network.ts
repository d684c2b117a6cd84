import type { Effect, GovernanceContext, GuardNode, Json, NetworkTarget, Ruling } from '@licet/core';
import type { ApprovedCall, Exemption, HostConfinement, NodeRange, ParamsOf } from '@licet/core/nodes';
import { skip } from '@licet/core';
import { checkOptions, defineNode, param, params } from '@licet/core/nodes';

import { hostsOf } from '../judging/exemptions.ts';
import type { Finding } from '../judging/findings.ts';
import { verdictOf } from '../judging/findings.ts';
import { texts } from '../judging/params.ts';
import { unseenRuling } from '../judging/unseenCode.ts';
import { compareNetworks } from './compareNetworks.ts';
import { compileHost, embeddedAddress, METADATA } from './hostPattern.ts';
import type { HostPattern } from './hostPattern.ts';
import { named, tells } from '../judging/tells.ts';

const networkParams = params({
  /** The hosts that may be reached. */
  allow: param.optional(texts('the hosts that may be reached'), 'every host'),
  /** Hosts that may not be reached, whatever `allow` says. */
  deny: param.optional(texts('hosts that may not be reached, whatever `allow` says'), 'cloud metadata addresses, always'),
  /** The request methods that may be used. */
  methods: param.optional(texts('the request methods that may be used'), 'every method'),
  /** Hosts that local data may be sent to. */
  uploadTo: param.optional(texts('hosts that local data may be sent to')),
  /** The ruling for sending local data to any other host. */
  uploads: param.optional(param.ruling({ doc: 'the ruling for sending local data to any other host' }), 'ask'),
  /** The ruling for opening a port. */
  listen: param.optional(param.ruling({ doc: 'the ruling for opening a port' }), 'ask'),
  /** The ruling where a rule depends on what is unknown. */
  unknown: param.optional(param.ruling({ doc: 'the ruling where a rule depends on what is unknown' }), 'ask'),
});

/** What {@link Network} takes. Hosts are written `api.example.com`, `*.example.com`, `10.0.0.0/8`, `localhost:3000`. */
export type NetworkOptions = ParamsOf<typeof networkParams>;

interface Rules {
  readonly allow: readonly HostPattern[] | undefined;
  readonly deny: readonly HostPattern[];
  readonly methods: ReadonlySet<string> | undefined;
  readonly uploadTo: readonly HostPattern[];
  readonly uploads: Ruling;
  readonly listen: Ruling;
  readonly unknown: Ruling;
  readonly allowed: string;
}

/**
 * Keeps the agent's traffic to known hosts, whatever sends it: a web tool, `curl`, `git`, code it runs inline.
 *
 * | the action | ruling |
 * |---|---|
 * | reaches a host that `deny` matches, or a cloud metadata address | block |
 * | reaches a host outside `allow`, when `allow` is given | block |
 * | uses a method outside `methods`, when they are given | block |
 * | sends local data to a host outside `uploadTo` | `uploads` (ask) |
 * | opens a port | `listen` (ask) |
 * | reaches what is unknown, or by a method that is unknown, when a rule depends on it | `unknown` (ask) |
 * | does not use the network | skipped |
 * | anything else | pass |
 *
 * It cannot see what programs send by themselves (a package manager's telemetry, a build script), where a name resolves to, nor
 * where a redirect leads.
 *
 * @example
 * ```ts
 * import { PolicyEngine } from '@licet/core';
 * import { analyzeEffects } from '@licet/effects';
 * import { Network } from '@licet/guards';
 *
 * const engine = new PolicyEngine(Network({ allow: ['*.example.com'] }), { effects: analyzeEffects({ root: '/project' }) });
 * const fetch = (url: string) => engine.evaluateSync({ kind: 'network', tool: 'WebFetch', payload: { url } }).ruling;
 * fetch('https://docs.example.com/a'); // => 'pass'
 * fetch('https://evil.example/a'); // => 'block'
 * ```
 */
export function Network(options: NetworkOptions = {}): GuardNode {
  checkOptions('network', networkParams, options);
  const compile = (name: 'allow' | 'deny' | 'uploadTo', hosts: readonly string[] = []): readonly HostPattern[] =>
    hosts.map((host, index) => compileHost(host, [name, index]));
  const denied = compile('deny', options.deny);
  let deny: readonly HostPattern[] | undefined;
  const rules: Rules = {
    allow: options.allow && compile('allow', options.allow),
    // Most actions reach no host, and need none of these.
    get deny() {
      return (deny ??= [...denied, ...compile('deny', METADATA)]);
    },
    methods: options.methods && new Set(options.methods.map(method => method.toUpperCase())),
    uploadTo: compile('uploadTo', options.uploadTo),
    uploads: options.uploads ?? 'ask',
    listen: options.listen ?? 'ask',
    unknown: options.unknown ?? 'ask',
    allowed: (options.allow ?? []).map(host => `\`${host}\``).join(', '),
  };
  const isNarrow = rules.allow !== undefined || (options.deny?.length ?? 0) > 0 || rules.methods !== undefined;
  return Object.freeze<GuardNode>({
    name: 'network',
    kind: 'network',
    layer: 'boundary',
    needs: ['effects'],
    params: Object.freeze({ ...options }),
    ...tells({ limit: hosts('only the hosts', options.allow), never: hosts('the hosts', options.deny) }),
    check(_action, ctx) {
      const used = ctx.effects.filter(effect => effect.kind === 'network' || effect.target?.type === 'network');
      const unseen = isNarrow ? ctx.effects.filter(effect => !used.includes(effect) && isUnseen(effect, used)) : [];
      if (used.length + unseen.length === 0) return skip();
      return verdictOf([
        ...used.flatMap(effect => judge(effect, rules)),
        ...unseen.map(effect => unseenFinding(effect, ctx, rules)),
      ]);
    },
  });
}

const hosts = (words: string, names: readonly string[] | undefined): string =>
  names === undefined ? '' : `${words} ${named(names)}`;

/** An effect that may use the network unseen: an unknown one, and a change at a service whose request is not described. */
function isUnseen({ kind, tags, program }: Effect, used: readonly Effect[]): boolean {
  if (kind === 'unknown') return true;
  return tags?.includes('remote_change') === true && !used.some(effect => effect.program === program);
}

function unseenFinding(effect: Effect, ctx: GovernanceContext, { unknown }: Rules): Finding {
  const ruling = effect.kind === 'unknown' ? unseenRuling(ctx, unknown) : unknown;
  return unknownFinding(effect, 'what the action reaches', { unknown: ruling });
}

function unknownFinding(effect: Effect, what: string, { unknown }: Pick<Rules, 'unknown'>): Finding {
  return {
    ruling: unknown,
    code: 'network_unknown',
    reason: `${what} is unknown`,
    fix: 'write out the address in full, or ask the user',
    effect,
  };
}

function judge(effect: Effect, rules: Rules): readonly Finding[] {
  const target: NetworkTarget = effect.target?.type === 'network' ? effect.target : { type: 'network', direction: 'both' };
  if (target.direction === 'listen') {
    const fix = 'run it without opening a port, or ask the user';
    return [{ ruling: rules.listen, code: 'network_listen', reason: 'it opens a port on this machine', fix, effect }];
  }
  return [...judgeHost(target, effect, rules), ...judgeMethod(target, effect, rules), ...judgeUpload(target, effect, rules)];
}

function judgeHost({ host, port }: NetworkTarget, effect: Effect, rules: Rules): readonly Finding[] {
  const isIn = (patterns: readonly HostPattern[], name: string | undefined = host): boolean =>
    name !== undefined && patterns.some(pattern => pattern.matches(name, port));
  if (isIn(rules.deny) || (host !== undefined && isIn(rules.deny, embeddedAddress(host))))
    return [
      {
        ruling: 'block',
        code: 'host_denied',
        reason: `the policy denies every connection to \`${host}\``,
        fix: 'do without this host, or ask the user for what is needed from it',
        effect,
      },
    ];
  if (host === undefined) {
    const isNeeded = rules.allow !== undefined || rules.deny.length > METADATA.length || effect.kind === 'unknown';
    return isNeeded ? [unknownFinding(effect, 'the host', rules)] : [];
  }
  if (rules.allow === undefined || isIn(rules.allow)) return [];
  return [
    {
      ruling: 'block',
      code: 'host_not_allowed',
      reason: `\`${host}\` is not among the hosts that may be reached`,
      fix: `use one of these hosts: ${rules.allowed}`,
      effect,
    },
  ];
}

function judgeMethod({ method }: NetworkTarget, effect: Effect, rules: Rules): readonly Finding[] {
  if (rules.methods === undefined) return [];
  if (method === undefined) return [unknownFinding(effect, 'the request method', rules)];
  if (rules.methods.has(method.toUpperCase())) return [];
  const fix = `use ${[...rules.methods].map(name => `\`${name}\``).join(' or ')}, or ask the user`;
  return [{ ruling: 'block', code: 'method_not_allowed', reason: `requests with \`${method}\` are not allowed`, fix, effect }];
}

function judgeUpload({ host, port, direction }: NetworkTarget, effect: Effect, rules: Rules): readonly Finding[] {
  if (direction !== 'upload') return [];
  if (host !== undefined && rules.uploadTo.some(pattern => pattern.matches(host, port))) return [];
  const reason = `it sends local data to ${host === undefined ? 'an unknown host' : `\`${host}\``}`;
  return [
    { ruling: rules.uploads, code: 'network_upload', reason, fix: 'keep the data local, or ask the user to send it', effect },
  ];
}

/** The rulings that it names, those of its lists, and a block for addresses of cloud metadata. */
const rangeOf = ({ uploads = 'ask', listen = 'ask', unknown = 'ask' }: NetworkOptions): NodeRange => ({
  rulings: ['pass', 'block', uploads, listen, unknown],
  fails: 'without_effects',
});

/** An exception is one host, by its exact name. */
function exempted(params: NetworkParams, calls: readonly ApprovedCall[]): readonly Exemption[] {
  const more = (name: 'allow' | 'uploadTo', host: string): NetworkParams => {
    const list = (Array.isArray(params[name]) ? params[name] : []) as readonly Json[];
    return list.includes(host) ? {} : { [name]: [...list, host] };
  };
  const uploads = hostsOf(calls, ({ target }) => target?.type === 'network' && target.direction === 'upload');
  return hostsOf(calls, () => true).map(host => ({
    words: host,
    params: {
      ...params,
      ...(params['allow'] !== undefined && more('allow', host)),
      ...(uploads.includes(host) && more('uploadTo', host)),
    },
  }));
}

type NetworkParams = { readonly [name: string]: Json };

/** Uploads may go to every host where they pass, and only to those of `uploadTo` otherwise. */
function hostsIn({ allow, deny = [], methods, uploadTo = [], uploads = 'ask' }: NetworkOptions): HostConfinement {
  const isOpen = uploads === 'pass' || uploads === 'warn';
  return {
    ...(allow !== undefined && { allow }),
    deny: [...deny, ...METADATA],
    ...(!isOpen && { uploadTo }),
    ...(methods !== undefined && { methods }),
  };
}

/** `network` in governance.yaml. */
export const networkDefinition = defineNode({
  kind: 'network',
  doc: 'limits traffic to known hosts, methods and directions',
  params: networkParams,
  rulings: [
    ['it reaches a host that is denied or not allowed, or by another method', 'block'],
    ['it sends local data to a host that `upload_to` does not name', '`uploads` (ask)'],
    ['it opens a port', '`listen` (ask)'],
    ['a host or a method is unknown, and a rule depends on it', '`unknown` (ask)'],
    ['it does not use the network', 'skipped'],
    ['anything else', 'pass'],
  ],
  example: "network: { allow: ['*.example.com', localhost], uploads: block }",
  analysis: {
    compare: compareNetworks,
    range: params => rangeOf(params as NetworkOptions),
    texts: 'hosts',
    exempt: exempted,
  },
  confines: params => ({ hosts: hostsIn(params as NetworkOptions) }),
  exception: () => 'the host in `allow`, or in `upload_to`, of `network`',
  build: given => Network(given),
});
