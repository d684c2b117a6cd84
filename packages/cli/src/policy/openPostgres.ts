import { createRequire } from 'node:module';
import { join } from 'node:path';

import type { LoadPostgres, PostgresDriver, PostgresState } from '@licet/adapters/postgres';
import type { StoreSettings } from '@licet/core';
import { escapeText } from '@licet/core';

import { PolicyError } from './readPolicy.ts';

/** Opens the PostgreSQL database that a policy names for one of its stores. Nothing is contacted before it is used. */
export async function openPostgres(setting: StoreSettings, root: string): Promise<PostgresState> {
  const uri = addressOf(setting);
  const { installedPostgres, postgresState } = await import('./postgres.ts');
  try {
    return postgresState({ uri, maxConnections: 2, driver: beside(installedPostgres, root) });
  } catch (error) {
    const where = setting.uriEnv === undefined ? '`uri`' : `\`${escapeText(setting.uriEnv)}\``;
    throw problem(`${where} is no address of one: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function problem(what: string): PolicyError {
  return new PolicyError(`the policy keeps its state in \`postgres\`, and ${what}`);
}

/** Returns the address that a policy gives, or that the environment variable holds which it names. */
export function addressOf({ uri, uriEnv }: StoreSettings): string {
  if (uriEnv !== undefined) {
    const found = process.env[uriEnv];
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

/** The driver that is installed beside licet, or else the one of the project. */
function beside(installed: LoadPostgres, root: string): LoadPostgres {
  return async () => {
    try {
      return await installed();
    } catch (error) {
      if (!String((error as { readonly code?: unknown }).code).endsWith('MODULE_NOT_FOUND')) throw error;
      return createRequire(join(root, 'package.json'))('pg') as PostgresDriver;
    }
  };
}
