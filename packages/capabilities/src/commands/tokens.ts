import { mkdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname } from 'node:path';

import type { PolicyEngine } from '@licet/core';
import { escapeText } from '@licet/core';
import type { NodeData } from '@licet/core/policy';
import type { GrantRequest } from '../host/requests.ts';
import type { KeyPlace, KeySet, TokenConstraints, TokenStore } from '../tokens/index.ts';
import { checkKeyPlace, grantToken, keyPlace, keysFrom, readKeys, tokenDefinition, tokenStore } from '../tokens/index.ts';

import { EXIT, jsonText, UsageError } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import type { TokenProgram } from './program.ts';

/** What every command about tokens may be told. */
export interface TokenCommandOptions {
  readonly policy?: string;
  readonly as?: string;
  readonly json?: boolean;
}

/** What `licet grant` takes in addition to the tool. */
export interface GrantCommandOptions extends TokenCommandOptions {
  readonly to: string;
  readonly role?: readonly string[];
  readonly tenant?: string;
  readonly justification?: string;
  readonly ttl?: string;
  readonly once?: boolean;
  readonly maxRows?: string;
  readonly field?: readonly string[];
  readonly mode?: string;
}

/** What `licet revoke` takes in addition to the token. */
export interface RevokeCommandOptions extends TokenCommandOptions {
  readonly principal?: string;
  readonly reason?: string;
}

interface OpenTokens {
  readonly engine: PolicyEngine;
  readonly tokens: TokenStore;
  readonly keys: KeyPlace | KeyVariable;
}

/** Works on the tokens of the policy that is named or found. Throws where the policy has no `token`, or keeps its sessions in memory. */
async function withTokens(
  policy: string | undefined,
  program: TokenProgram,
  work: (opened: OpenTokens) => Promise<number>,
): Promise<number> {
  return program.withPolicy(policy, tokenDefinition, async ({ file, node, engine, sessions, audit }) => {
    if (node === undefined)
      throw new UsageError(`\`${file}\` has no \`token\`, so a token would open nothing; write \`token: {}\` in it`);
    return work({ engine, tokens: tokenStore(sessions, audit), keys: keysOf(node, dirname(file)) });
  });
}

type KeyVariable = { readonly variable: string };

function keysOf({ params }: NodeData, root: string): KeyPlace | KeyVariable {
  const { keyFile, keyVariable } = (params ?? {}) as { readonly keyFile?: string; readonly keyVariable?: string };
  return keyVariable === undefined ? keyPlace({ root, home: homedir() }, keyFile) : { variable: keyVariable };
}

/** Grants a token where the policy allows it, and prints it. Only a person at a terminal may. */
export async function grantTo(
  tool: string,
  options: GrantCommandOptions,
  { print, complain }: Terminal,
  program: TokenProgram,
): Promise<number> {
  program.requireHuman('licet grant');
  return withTokens(options.policy, program, async ({ engine, tokens, keys }) => {
    const by = options.as ?? program.userName();
    const means = { keys: keysFrom(keys), tokens, now: Date.now(), why: { by } };
    const result = await grantToken(engine, wishOf(tool, options), means);
    if (!result.granted) {
      for (const { required, found, fix } of result.explanation.conditions)
        complain(escapeText(`needs ${required}, found ${found}: ${fix}`));
      if (options.json === true) print(jsonText({ granted: false, code: result.evaluation.code }));
      return result.evaluation.ruling === 'ask' ? EXIT.ask : EXIT.block;
    }
    print(options.json === true ? jsonText({ granted: true, token: result.token, claims: result.claims }) : result.token);
    return 0;
  });
}

function wishOf(tool: string, options: GrantCommandOptions): GrantRequest {
  const { to, role = [], tenant, justification, ttl, once, maxRows, field, mode } = options;
  const rows = maxRows === undefined ? undefined : Number(maxRows);
  const constraints = {
    ...(rows !== undefined && { maxRows: rows }),
    ...(field !== undefined && { fields: field }),
    ...(mode !== undefined && { mode }),
  } as TokenConstraints;
  return {
    tool,
    principal: { id: to, roles: role, ...(tenant !== undefined && { attributes: { tenant } }) },
    request: justification === undefined ? {} : { justification },
    constraints,
    ...(ttl !== undefined && { ttl }),
    ...(once === true && { singleUse: true }),
  };
}

/** Ends a token, or all of a principal. Only a person at a terminal may. */
export async function revokeTokens(
  id: string | undefined,
  { policy, principal, reason, as }: RevokeCommandOptions,
  { print }: Terminal,
  program: TokenProgram,
): Promise<number> {
  program.requireHuman('licet revoke');
  if ((id === undefined) === (principal === undefined))
    throw new UsageError('name a token, or a principal with `--principal`, not both');
  const why = { by: as ?? program.userName(), ...(reason !== undefined && { reason }) };
  return withTokens(policy, program, async ({ tokens }) => {
    if (principal !== undefined)
      print(
        `revoked every token of ${escapeText(principal)}, ${await tokens.revokePrincipal(principal, Date.now(), why)} of them good`,
      );
    else {
      await tokens.revoke(id ?? '', Date.now(), why);
      print(`revoked ${escapeText(id ?? '')}`);
    }
    return 0;
  });
}

/** Shows the tokens that were granted and have not been forgotten. */
export async function listTokens(
  { policy, json = false }: TokenCommandOptions,
  { print }: Terminal,
  program: TokenProgram,
): Promise<number> {
  return withTokens(policy, program, async ({ tokens }) => {
    const listed = await tokens.list(Date.now());
    if (json) print(jsonText(listed));
    else if (listed.length === 0) print('no token was granted, or all of them have expired long ago');
    else
      for (const { id, state, principal, capability, expiresAt } of listed)
        print(
          `${state.padEnd(7)}  ${id}  ${escapeText(`${principal}: ${capability}`, 120)}  until ${new Date(expiresAt).toISOString()}`,
        );
    return 0;
  });
}

/** Adds a key and signs with it from now on, or takes an old one out. Only a person at a terminal may. */
export async function rotateKeys(
  { policy, drop }: TokenCommandOptions & { readonly drop?: string },
  { print }: Terminal,
  program: TokenProgram,
): Promise<number> {
  program.requireHuman('licet tokens rotate');
  return withTokens(policy, program, async ({ keys: place }) => {
    if ('variable' in place)
      throw new UsageError(`the keys come from the variable \`${place.variable}\`: change them where it is set`);
    mkdirSync(dirname(place.file), { recursive: true, mode: 0o700 });
    checkKeyPlace(place);
    const { active, keys } = keysIn(place.file);
    if (drop !== undefined) {
      if (!Object.hasOwn(keys, drop) || drop === active) throw new UsageError(`there is no old key \`${drop}\``);
      const { [drop]: _gone, ...rest } = keys;
      program.writeWhole(place.file, written({ active: active ?? '', keys: rest }));
      print(`took out ${drop}: its tokens have ended`);
      return 0;
    }
    const { randomBytes } = await import('node:crypto');
    const id = `k${Object.keys(keys).length + 1}-${randomBytes(3).toString('hex')}`;
    program.writeWhole(place.file, written({ active: id, keys: { ...keys, [id]: randomBytes(32).toString('base64url') } }));
    print(
      `signs with ${id} from now on; tokens of ${Object.keys(keys).length} older keys are good until \`licet tokens rotate --drop ID\``,
    );
    return 0;
  });
}

const written = (keys: KeySet): string => `${JSON.stringify(keys, undefined, 2)}\n`;

function keysIn(file: string): KeySet {
  try {
    return readKeys(readFileSync(file, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { keys: {} };
    throw error;
  }
}
