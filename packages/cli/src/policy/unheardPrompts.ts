import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { isRecord } from '@licet/core/nodes';
import type { CompiledPolicy, NodeData } from '@licet/core/policy';
import { waysIn } from '@licet/core/policy';
import type { PolicyIssue } from '@licet/core/yaml';
import { flowDefinition } from '@licet/guards/state';

import { hookOf } from '../init/installedHook.ts';
import { loadRuntimes } from '../init/targets.ts';
import { unsuppliedAt } from './nodes.ts';

/** What a policy that goes by prompts loses where none is reported. */
export const WITHOUT_PROMPTS = '`flow` knows no value that the user named and asks about every aim once text was read';

const wayToFlow = (policy: NodeData): string | undefined =>
  waysIn(policy).find(([, { kind }]) => kind === flowDefinition.kind)?.[0];

/** Whether a policy goes by what the user says. */
export const goesByPrompts = (policy: NodeData): boolean => wayToFlow(policy) !== undefined;

/**
 * Warns of a policy that goes by what the user says where the hook of a runtime in this project is not told, or a gateway is in front of a server: no
 * value is named then, and every aim asks once text of outsiders was read.
 */
export async function unheardPrompts(compiled: CompiledPolicy, root: string): Promise<readonly PolicyIssue[]> {
  const way = wayToFlow(compiled.policy);
  if (way === undefined) return [];
  const deaf = (await loadRuntimes()).filter(runtime => hookOf(runtime, root)?.hearsPrompts === false);
  const gateways = ['.mcp.json', '.vscode/mcp.json'].flatMap(name => gatewaysIn(join(root, name)));
  const messages = [
    ...deaf.map(
      ({ title, name }) =>
        `the hook of ${title} is not told what the user says, so ${WITHOUT_PROMPTS}: write the hook again with \`licet init ${name}\``,
    ),
    ...gateways.map(
      server =>
        `no message of MCP tells \`licet mcp\` before \`${server}\` what the user says, so ${WITHOUT_PROMPTS}: let the hook of the client govern this server, or leave \`flow\` out of the policy of the gateway`,
    ),
  ];
  return messages.map(message => unsuppliedAt(compiled, way, message, { path: ['policy'] }));
}

/** The servers in the settings of a client that are reached through the gateway. */
function gatewaysIn(file: string): readonly string[] {
  const { mcpServers, servers } = settingsIn(file);
  return Object.entries({ ...(isRecord(servers) && servers), ...(isRecord(mcpServers) && mcpServers) }).flatMap(
    ([name, server]) => {
      const { command, args } = isRecord(server) ? server : {};
      const words = [command, ...(Array.isArray(args) ? args : [])].filter(word => typeof word === 'string');
      const own = words.findIndex(word => /(?:^|[/@])licet(?:@[\w.-]+)?(?:\.\w+)?$/u.test(word));
      return own >= 0 && words[own + 1] === 'mcp' ? [name] : [];
    },
  );
}

function settingsIn(file: string): Readonly<Record<string, unknown>> {
  try {
    const found: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isRecord(found) ? found : {};
  } catch {
    return {};
  }
}
