import type { Effect } from '@licet/core';
import { ofTool } from './use.ts';
import type { ToolOverride } from './use.ts';
import { saysCredentials } from '../programs/credentialWords.ts';
import { classOfAnnotations, classOfName, isProposal, wordsOf, worseClass } from './safetyClass.ts';
import type { SafetyClass } from './safetyClass.ts';
import { holdsLiveCredential, toldCredential } from '../programs/credentialShapes.ts';

/** The server's and the tool's own name of an MCP tool: `mcp__fs__read_file`, `mcp_fs_read_file`, `MCP:read_file`. */
export const mcpName = (tool: string): string | undefined => /^(?:mcp__.+?__|mcp_[^_]+_|MCP:)(.+)$/s.exec(tool)?.[1];

/** The class of a tool, by what the policy, its name and its server say. */
export const classify = (tool: string, override: ToolOverride | undefined): SafetyClass => {
  if (override?.class !== undefined) return override.class;
  const byName = classOfName(mcpName(tool) ?? tool);
  if (override?.annotations === undefined) return byName;
  const said = classOfAnnotations(override.annotations);
  return override.trusted === true ? said : worseClass(byName, said);
};

/** Whether a tool proposes something on a service that hosts code: others see it, and it can be taken back. */
export const onHosting = (tool: string): boolean =>
  /^(?:mcp__|mcp_|MCP:).*?(?:github|gitlab|gitea|forgejo|bitbucket)/i.test(tool) && isProposal(mcpName(tool) ?? tool);

/** An effect that others see and decide on. */
export const proposed = (effect: Effect): Effect => ({
  ...effect,
  kind: 'configure',
  tags: ['shares'],
  note: 'proposes something to others',
});

/** Servers that keep secrets: what they are asked for is one. */
const STORE =
  /^(?:mcp__|mcp_|MCP:)(?:\w*?)(?:1password|onepassword|bitwarden|vault|lastpass|keeper|dashlane|doppler|infisical|secrets?manager|secret[_-]?manager|keyvault|keychain|keyring|pass|op|bw)(?:_|-|:)/i;

/** Whether a tool hands out credentials: its name tells, or it reads from a store of secrets or a secret of a cluster. */
export function printsSecrets(tool: string, payload: Readonly<Record<string, unknown>>): boolean {
  const words = wordsOf(mcpName(tool) ?? tool);
  if (
    mcpName(tool) !== undefined &&
    saysCredentials(words) &&
    !/^(?:list|count|set|put|create|update|delete|rotate)$/.test(words[0] ?? '')
  )
    return true;
  const orders = ['action', 'operation', 'op', 'method', 'verb'].map(name => payload[name]);
  const isRead = [...words, ...orders].some(
    word => typeof word === 'string' && /^(?:get|read|reveal|fetch|show|copy|export|unwrap|kv|access)$/i.test(word),
  );
  if (STORE.test(tool) && isRead) return true;
  const kinds = ['resource', 'resourceType', 'resource_type', 'kind', 'type'].map(name => payload[name]);
  return isRead && kinds.some(kind => typeof kind === 'string' && /^secrets?(?:\/|$)/i.test(kind));
}

/** A secret that a tool shows. */
export const secretOf = (tool: string): Effect =>
  ofTool(tool, { kind: 'read', target: { type: 'named', category: 'secret', name: tool }, tags: ['secret'] });

/** Most values of a call that are looked at; more may hold anything. */
const MOST_VALUES = 1500;

/** Whether a text of a call, however deep it is, has a credential in it. */
export function tellsCredential(payload: unknown): boolean {
  const pending: unknown[] = [payload];
  for (let at = 0; at < pending.length; at++) {
    const value = pending[at];
    if (at >= MOST_VALUES) return true;
    if (typeof value === 'string' && holdsLiveCredential(value)) return true;
    if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) pending.push(inner);
  }
  return false;
}

/** A credential that a tool tells to others. */
export const leakOf = (tool: string): Effect => ofTool(tool, toldCredential);
