import type { StoreSettings } from '@licet/core/policy';
import { GovernanceError, escapeText } from '@licet/core';
import { messageOf } from '@licet/core/text';

import type { StoreHost, StoreKind } from '../kind.ts';

/** Sessions, requests and the trail in a PostgreSQL database that any number of machines share. Its code is loaded when it is opened. */
export const postgresStore: StoreKind = Object.freeze<StoreKind>({
  name: 'postgres',
  keeps: ['sessions', 'approvals', 'audit'],
  place: settings => ({ store: 'postgres', key: `postgres:${JSON.stringify([settings.uri, settings.uriEnv, settings.schema])}` }),
  async open(settings, host, { writes }) {
    const { schema } = settings;
    const uri = addressOf(settings, host);
    const { postgresState } = await import('./postgres.ts');
    try {
      const { isMade, clock, measure, ...state } = postgresState({
        uri,
        maxConnections: 2,
        readOnly: !writes,
        ...(schema !== undefined && { schema }),
      });
      return { ...state, exists: isMade, time: { now: () => clock.now(), measure } };
    } catch (error) {
      const where = settings.uriEnv === undefined ? '`uri`' : `\`${escapeText(settings.uriEnv)}\``;
      throw problem(`${where} is no address of one: ${messageOf(error)}`);
    }
  },
});

function problem(what: string): GovernanceError {
  return new GovernanceError('store_unavailable', `the policy keeps its state in \`postgres\`, and ${what}`);
}

/** Returns the address that a policy gives, or that the environment variable holds which it names. */
function addressOf({ uri, uriEnv }: StoreSettings, { env }: StoreHost): string {
  if (uriEnv !== undefined) {
    const found = env[uriEnv];
    if (found !== undefined && found !== '') return found;
    throw problem(
      `the environment variable \`${escapeText(uriEnv)}\` holds no address: set it where the agent's runtime is started`,
    );
  }
  if (uri === undefined) throw problem('says neither `uri` nor `uri_env`: name the environment variable that holds the address');
  if (/^[a-z]+:\/\/[^/@]*:[^@]*@|[?&]password=/i.test(uri))
    throw problem(
      'has a password in `uri`, where everybody reads it: put the address into an environment variable, and its name into `uri_env`',
    );
  return uri;
}
