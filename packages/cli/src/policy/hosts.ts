import { All, block, guard } from '@licet/core';
import type { GuardNode } from '@licet/core';
import type { BuiltPolicy } from '@licet/core/policy';

/** Puts a policy under `limits.hosts`: in a host that is not listed, every action is blocked. */
export function withHosts<Built extends BuiltPolicy>(built: Built, host: string | undefined): Built {
  const hosts = built.settings.limits?.hosts;
  if (hosts === undefined || host === undefined || hosts.includes(host)) return built;
  return { ...built, policy: All(refusal(host, hosts), built.policy) };
}

const refusal = (host: string, hosts: readonly string[]): GuardNode =>
  guard(
    'hosts',
    () =>
      block(`the policy lets agents run in ${hosts.map(each => `\`${each}\``).join(', ')} only, and this is \`${host}\``, {
        code: 'host_not_allowed',
        fix: 'ask the user to run you in one of these',
      }),
    { floor: true },
  );
