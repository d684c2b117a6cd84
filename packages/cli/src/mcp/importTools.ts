import { toolDigests } from '@licet/adapters/mcp';
import { escapeText } from '@licet/core';
import { isRecord } from '@licet/core/nodes';
import { stringify } from 'yaml';
import { jsonText, UsageError } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import { actsByName } from '@licet/guards/state';

import { readNamedFile } from '../text/inputFile.ts';

interface ImportToolsOptions {
  readonly name?: string;
  readonly trusted?: boolean;
  readonly flow?: boolean;
  readonly json?: boolean;
}

interface Entry {
  readonly tools: readonly string[];
  readonly hints?: { readonly destructive?: boolean; readonly read_only?: boolean };
  readonly trusted?: true;
  readonly safety?: 'destructive';
  readonly args?: { readonly allowed_keys: readonly string[] };
  readonly pin: string;
}

/**
 * Turns what a server answers to `tools/list` into a catalogue: what it says of a tool is a hint, a tool of which it says nothing is
 * destructive until the operator says otherwise, and every tool is pinned to how it is described now.
 */
export function importTools(
  file: string,
  { name, trusted = false, flow = false, json = false }: ImportToolsOptions,
  { print, complain }: Terminal,
): number {
  const text = readNamedFile(file, 'the list');
  if (flow) return printFlow(flowToolsFrom(toolsIn(text), name, trusted), json, { print, complain });
  const catalogue = catalogueFrom(text, name, trusted);
  const unclassified = Object.values(catalogue).filter(({ safety }) => safety !== undefined).length;
  print(json ? jsonText({ capabilities: catalogue }) : stringify({ capabilities: catalogue }, { lineWidth: 140 }).trimEnd());
  const which =
    unclassified === 1
      ? '1 tool says nothing of what it does and counts'
      : `${unclassified} tools say nothing of what they do and count`;
  if (unclassified > 0) complain(`${which} as destructive: look at what each does, and write its \`safety\``);
  return 0;
}

/** Prints the node that tells `flow` of the tools. What it loosens holds only while the tools are pinned. */
function printFlow(
  tools: ReturnType<typeof flowToolsFrom>,
  json: boolean,
  { print, complain }: Pick<Terminal, 'print' | 'complain'>,
): number {
  const node = { flow: { tools } };
  print(json ? jsonText(node) : stringify(node, { lineWidth: 140 }).trimEnd());
  const loosened = Object.values(tools).filter(({ acts }) => !acts).length;
  if (loosened > 0)
    complain(
      `${loosened === 1 ? '1 tool is' : `${loosened} tools are`} believed to read only, so \`flow\` asks nothing about calls of ${loosened === 1 ? 'it' : 'them'}: put \`tool_pin: {}\` in the same \`all\`, or a server that changes its tools is believed still`,
    );
  return 0;
}

/** The catalogue of a list of tools. Throws a {@link UsageError} for a text that is no such list. */
export function catalogueFrom(text: string, name: string | undefined, trusted: boolean): Readonly<Record<string, Entry>> {
  const listed = toolsIn(text);
  const digests = toolDigests(listed);
  if (digests === undefined) throw new UsageError('the list holds something that is no tool, or a tool twice');
  return Object.fromEntries(
    listed.map(tool => {
      const own = tool as Members;
      const title = String(own['name']);
      return [name === undefined ? title : `${name}.${title}`, entryOf(own, name, trusted, digests[title] ?? '')];
    }),
  );
}

type Members = Readonly<Record<string, unknown>>;

/** The answer of a server, its `result`, or the list itself. */
function toolsIn(text: string): readonly unknown[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UsageError('the file is no JSON: give what the server answers to `tools/list`');
  }
  const result = isRecord(value) && isRecord(value['result']) ? value['result'] : value;
  const tools = isRecord(result) ? result['tools'] : result;
  if (!Array.isArray(tools) || tools.length === 0)
    throw new UsageError('the file lists no tools: give what the server answers to `tools/list`');
  return tools;
}

function entryOf(tool: Members, name: string | undefined, trusted: boolean, pin: string): Entry {
  const title = escapeText(String(tool['name']), 200);
  const hints = isRecord(tool['annotations']) ? tool['annotations'] : {};
  const [destructive, readOnly] = [hints['destructiveHint'], hints['readOnlyHint']];
  const said = {
    ...(typeof destructive === 'boolean' && { destructive }),
    ...(typeof readOnly === 'boolean' && { read_only: readOnly }),
  };
  const schema = isRecord(tool['inputSchema']) ? tool['inputSchema'] : {};
  const closed =
    schema['additionalProperties'] === false && isRecord(schema['properties']) ? Object.keys(schema['properties']) : undefined;
  return {
    tools: [name === undefined ? title : `mcp__${name}__${title}`],
    ...(Object.keys(said).length === 0 ? { safety: 'destructive' as const } : { hints: said }),
    ...(trusted && Object.keys(said).length > 0 && { trusted: true as const }),
    ...(closed !== undefined && { args: { allowed_keys: closed } }),
    pin,
  };
}

/** What `flow` is told of one tool. */
interface FlowEntry {
  readonly acts: boolean;
}

/**
 * Turns what a server says of its tools into declarations for `flow`. A tool that says of itself that it changes something acts, whatever its name is. A
 * tool that says that it only reads is believed only where the operator trusts the server: then its calls are never asked about.
 */
export function flowToolsFrom(
  listed: readonly unknown[],
  name: string | undefined,
  trusted: boolean,
): Readonly<Record<string, FlowEntry>> {
  return Object.fromEntries(
    listed.flatMap((tool): readonly (readonly [string, FlowEntry])[] => {
      if (!isRecord(tool)) return [];
      const { annotations } = tool;
      const title = escapeText(String(tool['name']), 200);
      const full = name === undefined ? title : `mcp__${name}__${title}`;
      const hints = isRecord(annotations) ? annotations : {};
      const [changes, reads] = [
        hints['readOnlyHint'] === false || hints['destructiveHint'] === true,
        hints['readOnlyHint'] === true && hints['destructiveHint'] !== true,
      ];
      const acts = actsByName(full);
      if (changes && !acts) return [[full, { acts: true }]];
      return reads && acts && trusted ? [[full, { acts: false }]] : [];
    }),
  );
}
