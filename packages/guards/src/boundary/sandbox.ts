import type { Effect, GuardNode, Ruling } from '@licet/core';
import type { ParamsOf } from '@licet/core/nodes';
import { skip } from '@licet/core';
import { checkOptions, compareBy, defineNode, param, paramOrder, params } from '@licet/core/nodes';
import { knownPlace, matcherFor } from '@licet/effects/places';
import type { KnownPlace, PathMatcher } from '@licet/effects/places';

import type { Finding } from '../judging/findings.ts';
import { verdictOf } from '../judging/findings.ts';
import { nameTarget } from '../judging/nameTarget.ts';
import { hostPlace, patterns, placeParams, withoutPlace } from '../judging/params.ts';
import { includesPath } from '../judging/includesPath.ts';

const sandboxParams = params({
  /** Where code may write and delete files. */
  writable: param.optional(patterns('where code may write and delete files'), 'nowhere'),
  /** The ruling for starting another program. */
  processes: param.optional(param.ruling({ doc: 'the ruling for starting another program' }), 'block'),
  /** The ruling for changing a file elsewhere. */
  writes: param.optional(param.ruling({ doc: 'the ruling for changing a file elsewhere' }), 'block'),
  /** The ruling for reading a file. */
  reads: param.optional(param.ruling({ doc: 'the ruling for reading a file' }), 'pass'),
  /** The ruling for using the network. */
  network: param.optional(param.ruling({ doc: 'the ruling for using the network' }), 'block'),
  /** The ruling for code that cannot be seen through. */
  unknown: param.optional(param.ruling({ doc: 'the ruling for code that cannot be seen through' }), 'ask'),
  ...placeParams,
});

/** What {@link Sandbox} takes. Code that is built at run time, reflection and native code cannot be seen through. */
export type SandboxOptions = ParamsOf<typeof sandboxParams>;

type Sort = 'processes' | 'writes' | 'reads' | 'network' | 'unknown';

interface Rules extends Readonly<Record<Sort, Ruling>> {
  readonly place: KnownPlace;
  readonly writable: PathMatcher | undefined;
}

const FIXES: Readonly<Record<Sort, string>> = {
  processes: 'do it in the code itself, or run the program in a separate command',
  writes: 'print the result instead, or write it to a folder that is meant for it',
  reads: 'pass in the data that the code needs',
  network: 'fetch the data with a web tool and pass it in',
  unknown: 'write the code plainly: imports at the top, functions called by their names',
};

/**
 * Lets code that the agent runs only compute: `execute_code` actions, and code inside a command (`node -e`, `python -c`,
 * here-documents). JavaScript, TypeScript and Python are read; their effects are judged.
 *
 * | the code | ruling |
 * |---|---|
 * | starts another program | `processes` (block) |
 * | writes or deletes a file outside `writable` | `writes` (block) |
 * | uses the network | `network` (block) |
 * | cannot be seen through | `unknown` (ask) |
 * | reads a file | `reads` (pass) |
 * | computes and prints | pass |
 * | is not there: the action runs no code | skipped |
 *
 * It cannot see what installed packages do, nor code in files that were not written by the command itself.
 *
 * @example
 * ```ts
 * import { PolicyEngine } from '@licet/core';
 * import { analyzeEffects } from '@licet/effects';
 * import { Sandbox } from '@licet/guards';
 *
 * const engine = new PolicyEngine(Sandbox({ writable: ['out/'], root: '/project' }), { effects: analyzeEffects({ root: '/project' }) });
 * const run = (code: string) => engine.evaluateSync({ kind: 'execute_code', payload: { language: 'javascript', code } }).ruling;
 * run('console.log([1, 2].map(n => n * 2))'); // => 'pass'
 * run("require('child_process').execSync('id')"); // => 'block'
 * ```
 */
export function Sandbox(options: SandboxOptions = {}): GuardNode {
  checkOptions('sandbox', sandboxParams, options);
  const { writable, processes = 'block', writes = 'block', reads = 'pass', network = 'block', unknown = 'ask' } = options;
  const place = knownPlace(options);
  const rules: Rules = {
    place,
    writable: writable && matcherFor('writable', writable, place, 'grant'),
    processes,
    writes,
    reads,
    network,
    unknown,
  };
  return Object.freeze<GuardNode>({
    name: 'sandbox',
    kind: 'sandbox',
    layer: 'boundary',
    needs: ['effects'],
    params: withoutPlace(options),
    check(action, ctx) {
      const isCode = action.kind === 'execute_code';
      const ofCode = ctx.effects.filter(effect => isCode || comesFromCode(effect));
      if (ofCode.length === 0 && !isCode) return skip();
      return verdictOf(ofCode.flatMap(effect => judge(effect, rules)));
    },
  });
}

function comesFromCode({ tags = [] }: Effect): boolean {
  return tags.includes('inline_code');
}

function judge(effect: Effect, rules: Rules): readonly Finding[] {
  const { kind, target } = effect;
  const what = nameTarget(effect, rules.place) ?? 'something that cannot be seen';
  const finding = (sort: Sort, reason: string): readonly Finding[] => [
    { ruling: rules[sort], code: `code_${sort}`, reason, fix: FIXES[sort], effect },
  ];
  switch (kind) {
    case 'read':
      return finding('reads', `the code reads ${what}`);
    case 'write':
    case 'delete':
    case 'configure':
      if (target?.type === 'file' && rules.writable?.covers(target, rules.place.files) === true) return [];
      return finding('writes', `the code changes ${what}`);
    case 'network':
      return finding('network', `the code uses the network: ${what}`);
    case 'unknown':
      return finding('unknown', 'part of what the code does is unknown');
    case 'execute':
    case 'environment':
    case 'privilege':
      return finding('processes', `the code runs or steers other programs: ${what}`);
  }
}

/** `sandbox` in governance.yaml. */
export const sandboxDefinition = defineNode({
  kind: 'sandbox',
  doc: 'lets code that the agent runs only compute',
  params: sandboxParams,
  rulings: [
    ['code in the action starts a program, changes a file, reads one, or uses the network', 'the ruling for that'],
    ['code that cannot be seen through', '`unknown` (ask)'],
    ['it runs no inline code', 'skipped'],
  ],
  example: "sandbox: { writable: ['build/**'], network: ask }",
  analysis: {
    range: ({ processes = 'block', writes = 'block', reads = 'pass', network = 'block', unknown = 'ask' }) => ({
      rulings: ['pass', processes, writes, reads, network, unknown] as Ruling[],
      fails: 'without_effects',
    }),
    compare: compareBy({
      writable: paramOrder.exempts(includesPath('grant')),
      processes: paramOrder.ruling('block'),
      writes: paramOrder.ruling('block'),
      reads: paramOrder.ruling('pass'),
      network: paramOrder.ruling('block'),
      unknown: paramOrder.ruling('ask'),
    }),
  },
  build: (given, _children, context) => Sandbox({ ...given, ...hostPlace(context) }),
});
