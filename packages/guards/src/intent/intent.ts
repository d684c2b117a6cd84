import type { Action, GovernanceContext, GuardNode, Json, MaybePromise, Verdict } from '@licet/core';
import type { Condition, ConditionInput, ParamsOf } from '@licet/core/nodes';
import { block, InvariantError, pass, skip } from '@licet/core';
import { chain, checkOptions, compareBy, defineNode, param, paramOrder, params, toCondition } from '@licet/core/nodes';
import { RE2JS } from 're2js';

const fieldParams = {
  /** What kind of value it is. */
  type: param.optional(param.choice(['text', 'number', 'boolean', 'list', 'object'], { doc: 'what kind of value it is' })),
  /** The only values that it may have. */
  oneOf: param.optional(param.list(param.scalar(), { doc: 'the only values that it may have' })),
  /** A regular expression (RE2) for the whole text. */
  pattern: param.optional(param.text({ doc: 'a regular expression (RE2) for the whole text' })),
  /** The smallest number, or the shortest text or list. */
  min: param.optional(param.number({ doc: 'the smallest number, or the shortest text or list' })),
  /** The largest number, or the longest text or list. */
  max: param.optional(param.number({ doc: 'the largest number, or the longest text or list' })),
};

const ruleParams = {
  /** Fields that must be there and not be empty. */
  required: param.optional(param.list(param.text(), { doc: 'fields that must be there and not be empty' })),
  /** What fields must be. */
  fields: param.optional(param.record(param.object(fieldParams), { doc: 'what fields must be' })),
  /** What must also hold. */
  if: param.optional(param.condition({ doc: 'what must also hold' })),
};

const intentParams = params({
  /** The rules by task type. */
  tasks: param.record(param.object(ruleParams), { doc: 'the rules by task type' }),
  /** The ruling for a task of another type. */
  otherwise: param.optional(param.choice(['pass', 'block'], { doc: 'the ruling for a task of another type' }), 'block'),
});

/** What {@link Intent} takes. */
export type IntentOptions = ParamsOf<typeof intentParams>;

/** The rules for one type of task. */
export type TaskRule = IntentOptions['tasks'][string];

/** What one field of a submitted task must be. Everything that is given must hold. */
export type TaskField = NonNullable<TaskRule['fields']>[string];

interface Rule {
  readonly required: readonly string[];
  readonly fields: readonly (readonly [string, (value: unknown) => string | undefined])[];
  readonly condition: Condition | undefined;
}

/**
 * Holds submitted tasks against business rules: the fields that a deployment needs, the values that they may have.
 *
 * | the action | ruling |
 * |---|---|
 * | is no `submit_task` and has no task type | skipped |
 * | has no task type, or one that no rule names | `otherwise` (block) |
 * | lacks a required field, or a field is not what it must be | block, with every fault in the reason |
 * | does not meet the condition of its rule | block |
 * | anything else | pass |
 *
 * It checks what the task says, not whether it is true: for that, require facts.
 *
 * @example
 * ```ts
 * import { PolicyEngine } from '@licet/core';
 * import { Intent } from '@licet/guards';
 *
 * const policy = Intent({ tasks: { deploy: { required: ['ticket'], fields: { environment: { oneOf: ['staging'] } } } } });
 * const engine = new PolicyEngine(policy);
 * const task = { kind: 'submit_task', taskType: 'deploy', payload: { environment: 'moon' } };
 * engine.evaluateSync(task).reason; // => '`ticket` is missing; `environment` must be one of `staging`'
 * ```
 */
export function Intent(options: IntentOptions): GuardNode {
  checkOptions('intent', intentParams, options);
  const rules = new Map(Object.entries(options.tasks).map(([name, rule]) => [name, compileRule(name, rule)]));
  if (rules.size === 0) throw new InvariantError('invalid_param', '`tasks` names no task', { path: ['tasks'] });
  const known = [...rules.keys()].map(name => `\`${name}\``).join(', ');
  const { otherwise = 'block' } = options;
  return Object.freeze<GuardNode>({
    name: 'intent',
    kind: 'intent',
    layer: 'intent',
    needs: [...new Set([...rules.values()].flatMap(({ condition }) => condition?.needs ?? []))],
    params: Object.freeze({ ...options }),
    check(action, ctx) {
      if (action.taskType === undefined && action.kind !== 'submit_task') return skip();
      const rule = rules.get(action.taskType ?? '');
      if (rule !== undefined) return judge(rule, action, ctx);
      if (otherwise === 'pass') return pass();
      const found =
        action.taskType === undefined
          ? 'the task has no type'
          : `there are no rules for a task of the type \`${action.taskType}\``;
      return block(found, { code: 'task_unknown', fix: `submit a task of one of these types: ${known}` });
    },
  });
}

function judge(rule: Rule, action: Action, ctx: GovernanceContext): MaybePromise<Verdict> {
  const { payload } = action;
  const missing = rule.required.filter(name => isEmpty(Object.hasOwn(payload, name) ? payload[name] : undefined));
  const wrong = rule.fields.flatMap(([name, fault]) => {
    const said = missing.includes(name) || !Object.hasOwn(payload, name) ? undefined : fault(payload[name]);
    return said === undefined ? [] : [`\`${name}\` must be ${said}`];
  });
  const faults = [...missing.map(name => `\`${name}\` is missing`), ...wrong];
  if (faults.length > 0)
    return block(faults.join('; '), { code: 'task_invalid', fix: 'submit the task again with these fields put right' });
  if (rule.condition === undefined) return pass();
  const { condition } = rule;
  return chain(condition.test(action, ctx), answer =>
    answer === true
      ? pass()
      : block(`the task does not meet its rule: ${condition.text}`, {
          code: 'task_refused',
          fix: 'meet the rule first, or ask the user',
        }),
  );
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

function compileRule(task: string, { required = [], fields = {}, if: condition }: TaskRule): Rule {
  const checks = Object.entries(fields).map(
    ([name, field]) => [name, compileField(field, ['tasks', task, 'fields', name])] as const,
  );
  return { required, fields: checks, condition: condition === undefined ? undefined : toCondition(condition as ConditionInput) };
}

/** Returns a check that says what was expected, or nothing when the value is right. */
function compileField(field: TaskField, path: readonly string[]): (value: unknown) => string | undefined {
  const { type, oneOf, min, max } = field;
  const pattern = field.pattern === undefined ? undefined : compilePattern(field.pattern, [...path, 'pattern']);
  return value => {
    if (type !== undefined && typeName(value) !== type) return `a ${type}`;
    if (oneOf !== undefined && !oneOf.some(each => JSON.stringify(each) === JSON.stringify(value)))
      return `one of ${oneOf.map(each => `\`${typeof each === 'string' ? each : JSON.stringify(each)}\``).join(', ')}`;
    if (pattern !== undefined && !(typeof value === 'string' && value.length <= 10_000 && pattern.matches(value)))
      return 'of the right form';
    const size = typeof value === 'number' ? value : typeof value === 'string' || Array.isArray(value) ? value.length : undefined;
    if (min !== undefined && !(size !== undefined && size >= min)) return `at least ${min}`;
    return max !== undefined && !(size !== undefined && size <= max) ? `at most ${max}` : undefined;
  };
}

function compilePattern(pattern: string, path: readonly string[]): RE2JS {
  try {
    return RE2JS.compile(RE2JS.translateRegExp(pattern));
  } catch (cause) {
    throw new InvariantError('invalid_pattern', `\`${pattern}\` is not a pattern in RE2 syntax`, { path, cause });
  }
}

function typeName(value: unknown): string {
  if (Array.isArray(value)) return 'list';
  return typeof value === 'string' ? 'text' : value === null ? 'null' : typeof value;
}

/** `intent` in governance.yaml. */
export const intentDefinition = defineNode({
  kind: 'intent',
  doc: 'checks submitted tasks: the fields that they need, and their values',
  params: intentParams,
  rulings: [
    ['it is no task', 'skipped'],
    ['a task of a type that no rule names', '`otherwise` (block)'],
    ['a field is missing or wrong, or the condition does not hold', 'block'],
    ['anything else', 'pass'],
  ],
  example: 'intent: { tasks: { deploy: { required: [ticket], fields: { environment: { one_of: [staging, production] } } } } }',
  analysis: {
    dependsOnSiblings: true,
    compare: compareBy({ otherwise: paramOrder.choice(['pass', 'block'], 'block') }),
  },
  build(given, _children, context) {
    const tasks = Object.entries(given.tasks).map(([name, { if: source, ...rule }]): [string, TaskRule] => [
      name,
      source === undefined ? rule : { ...rule, if: context.condition(source as Json) },
    ]);
    return Intent({ ...given, tasks: Object.fromEntries(tasks) });
  },
});
