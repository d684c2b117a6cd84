import { param } from '@licet/core/nodes';
import { matchesWildcard } from '@licet/core/text';

import { texts } from '../judging/params.ts';
import { fold } from './words.ts';

const argumentKind = param.choice(['dest', 'object', 'detail', 'content']);

/** What a policy may say of one tool. */
export const flowToolParam = param.object({
  /** Fields of its results that outsiders can write. */
  untrusted: param.optional(
    texts('fields of its results that outsiders can write'),
    'body, description, title and their like, and long texts',
  ),
  /** Fields that the user knows a record by. */
  labels: param.optional(texts('fields that the user knows a record by'), 'subject, title, name, filename'),
  /** No outsider writes what it returns. */
  trusted: param.optional(param.flag({ doc: 'no outsider writes what it returns' }), 'false'),
  /** Whose values may be sent to without a word of the user: every fact of its results, or only these fields. */
  directory: param.optional(
    param.either(param.flag(), param.list(param.text()), {
      doc: 'whose values may be sent to without a word of the user: every fact of its results, or only these fields',
    }),
    'none',
  ),
  /** Only members can add a record: records that name different people may be chosen together. */
  closed: param.optional(
    param.flag({ doc: 'only members can add a record: records that name different people may be chosen together' }),
    'false',
  ),
  /** What it returns must not leave. */
  secret: param.optional(param.flag({ doc: 'what it returns must not leave' }), 'false'),
  /** For agents that write code: what it returns must not be published without a question. */
  private: param.optional(
    param.flag({ doc: 'for agents that write code: what it returns must not be published without a question' }),
    'true for mail, chat and documents that no prompt names',
  ),
  /** Whether it does something; a tool that only reads is never asked about. */
  acts: param.optional(
    param.flag({ doc: 'whether it does something; a tool that only reads is never asked about' }),
    'by the first word of its name',
  ),
  /** What an argument is: who reads (`dest`), what is acted on (`object`), when and how much (`detail`), what is sent (`content`). */
  args: param.optional(
    param.record(argumentKind, {
      doc: 'what an argument is: who reads (`dest`), what is acted on (`object`), when and how much (`detail`), what is sent (`content`)',
    }),
    'by the name of the argument',
  ),
  /** Words of a prompt that ask for this act, each the beginning of a word. */
  act: param.optional(texts('words of a prompt that ask for this act, each the beginning of a word'), 'by the name of the tool'),
});

/** What a policy says of one tool. */
export type FlowTool = NonNullable<(typeof flowToolParam)['value']>;

/** What is known of tools and of their owner. */
export interface Declarations {
  of(tool: string): FlowTool;
  readonly isOwner: (folded: string) => boolean;
  readonly asksAfterSecret: boolean;
  /** Whether the agent writes code. */
  readonly isCoding: boolean;
  /** Whether only people of the user's own read a repository. */
  readonly isPrivatePlace: (folded: string) => boolean;
  /** Whether anyone may read a repository. */
  readonly isPublicPlace: (folded: string) => boolean;
}

interface Declared {
  readonly owner?: readonly string[];
  readonly tools?: Readonly<Record<string, FlowTool>>;
  readonly afterSecret?: 'ask';
  readonly profile?: 'tools' | 'coding';
  readonly repositories?: Readonly<Record<string, 'public' | 'private'>>;
}

const NOTHING: FlowTool = Object.freeze({});

/** Reads declarations: the exact name of a tool first, then patterns in their order. */
export function declarationsOf({ owner = [], tools = {}, afterSecret, profile, repositories = {} }: Declared): Declarations {
  const own = new Set(owner.map(fold));
  const places = Object.entries(repositories).map(([name, who]) => [fold(name), who] as const);
  const isPlace = (folded: string, wanted: 'public' | 'private'): boolean =>
    places.find(([name]) => matchesWildcard(name, folded))?.[1] === wanted;
  const patterns = Object.keys(tools).filter(name => name.includes('*'));
  const known = new Map<string, FlowTool>();
  const find = (tool: string): FlowTool => {
    if (Object.hasOwn(tools, tool)) return tools[tool] ?? NOTHING;
    const pattern = patterns.find(each => matchesWildcard(each, tool));
    return pattern === undefined ? NOTHING : (tools[pattern] ?? NOTHING);
  };
  return Object.freeze({
    of(tool: string): FlowTool {
      const found = known.get(tool) ?? find(tool);
      if (known.size < 1_000) known.set(tool, found);
      return found;
    },
    isOwner: (folded: string) => own.has(folded),
    asksAfterSecret: afterSecret === 'ask',
    isCoding: profile === 'coding',
    isPrivatePlace: (folded: string) => isPlace(folded, 'private'),
    isPublicPlace: (folded: string) => isPlace(folded, 'public'),
  });
}
