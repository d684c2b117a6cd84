import { compileHost } from '@licet/guards/authoring';
import type { HostConfinement } from '@licet/core/nodes';

import type { PlanHost, Residual } from './sandboxPlan.ts';

/** What one rule says about hosts. */
export interface HostRule {
  readonly rule: string;
  readonly hosts: HostConfinement;
}

/** The hosts that code may reach, and those that it may not whatever else is said. */
export interface OpenHosts {
  readonly hosts: readonly PlanHost[];
  readonly denied: readonly string[];
  readonly residual: readonly Residual[];
}

/**
 * Returns the hosts that every rule opens by name. A rule without `allow` opens none by itself: code in a sandbox has a network only where the
 * policy names hosts.
 */
export function openHosts(rules: readonly HostRule[]): OpenHosts {
  const denied = [...new Set(rules.flatMap(({ hosts }) => hosts.deny))];
  const named = [...new Set(rules.flatMap(({ hosts }) => hosts.allow ?? []))];
  const byMethod = rules.find(({ hosts }) => hosts.methods !== undefined && !hosts.methods.some(isGet));
  const open = named.filter(pattern => rules.every(({ hosts: { allow } }) => allow === undefined || isAmong(pattern, allow)));
  const hosts = (byMethod === undefined ? open : [])
    .filter(pattern => !isAmong(pattern, denied) && !LOOPBACK.test(pattern))
    .map(pattern => ({
      pattern,
      uploads: rules.every(
        ({ hosts: { uploadTo, methods } }) => methods === undefined && (uploadTo === undefined || isAmong(pattern, uploadTo)),
      ),
    }));
  return { hosts, denied, residual: [...residualOf(rules, named, byMethod), ...hosts.flatMap(each => tunnelOf(each, rules))] };
}

/** Programs never ask a proxy for these. */
const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/iu;

const isGet = (method: string): boolean => method.toUpperCase() === 'GET';

function residualOf(rules: readonly HostRule[], named: readonly string[], byMethod: HostRule | undefined): readonly Residual[] {
  if (byMethod !== undefined) return [{ rule: byMethod.rule, text: '`methods` leaves out GET, so that there is no network' }];
  const rule = rules[0]?.rule ?? 'network';
  const own = named.filter(pattern => LOOPBACK.test(pattern));
  if (own.length > 0) return [{ rule, text: `\`${own.join('`, `')}\` is the sandbox itself, not this machine` }];
  if (named.length > 0) return [];
  return [{ rule, text: 'the policy names no hosts in `allow`, so that there is no network' }];
}

function tunnelOf({ pattern, uploads }: PlanHost, rules: readonly HostRule[]): readonly Residual[] {
  if (uploads) return [];
  const rule =
    rules.find(({ hosts }) => hosts.methods !== undefined || (hosts.uploadTo !== undefined && !isAmong(pattern, hosts.uploadTo)))
      ?.rule ?? 'network';
  return [
    { rule, text: `uploads to \`${pattern}\` do not pass, so that it is reached by plain GET requests only, without HTTPS` },
  ];
}

/** Whether all hosts of a pattern are among those of a list, as far as that can be shown. */
function isAmong(pattern: string, list: readonly string[]): boolean {
  return list.some(other => {
    if (other === pattern) return true;
    const [, host = '', port] = /^(.*?)(?::(\d+))?$/u.exec(pattern) ?? [];
    if (host.includes('/') || host === '*') return false;
    const sample = host.startsWith('*.') ? `licet-sample.${host.slice(2)}` : host;
    if (host.startsWith('*.') && !other.startsWith('*')) return false;
    return compileHost(other, []).matches(sample, port === undefined ? undefined : Number(port));
  });
}
