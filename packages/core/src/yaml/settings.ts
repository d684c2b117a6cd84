import * as z from 'zod';
import type { ZodType } from 'zod';

import { QUIET_LEVELS } from '../model/certificate.ts';
import { SANDBOX_MODES } from '../model/containment.ts';
import { EFFECT_KINDS } from '../model/effects.ts';
import { APPROVAL_PROOFS, NOTICE_FORMATS, SCHEMA_STORES, STATE_STORES, TRAIL_STORES } from '../model/settings.ts';
import type { PolicySettings } from '../model/settings.ts';
import { RULINGS } from '../model/ruling.ts';
import { quietWithin } from '../policy/limits.ts';
import { graphSchema, storeOf } from './graphSchema.ts';
import { limitsSchema } from './limitsSchema.ts';
import { time } from './timeSchema.ts';

const timeout = z.int().min(1).max(86_400_000);

/** Where a state lies: in a database of PostgreSQL it has a schema. */
const stateOf = <Store extends string>(stores: readonly [Store, ...Store[]]) => ({
  ...storeOf(stores),
  schema: z
    .string()
    .regex(/^(?!pg_)[a-z_][a-z0-9_]{0,62}$/u, 'expected small letters, digits and `_`, and not `pg_` at the beginning')
    .exactOptional()
    .describe('the schema of the PostgreSQL database that the tables lie in; `licet` when it is absent'),
});

/** Only a database has schemas: elsewhere a project would share its state although its policy gives it its own schema. */
const onlyInDatabase = ({ store, schema }: { store?: string; schema?: string }, found: z.RefinementCtx): void => {
  if (schema === undefined || store === undefined || SCHEMA_STORES.includes(store)) return;
  found.addIssue({ code: 'custom', path: ['schema'], message: `expected no \`schema\` for a state in \`${store}\`` });
};

const batch = z.strictObject({
  windowMs: z.number().min(0).max(60_000).exactOptional().describe('the most milliseconds that a record waits'),
  count: z.int().min(1).max(100_000).exactOptional().describe('how many records are written at once at most'),
});

const tool = z.strictObject({
  kind: z.string().min(1).exactOptional().describe('what sort of act a call is, where the runtime says no more than `tool`'),
  effects: z
    .array(
      z.strictObject({
        kind: z.enum(EFFECT_KINDS),
        target: z
          .string()
          .min(1)
          .exactOptional()
          .describe(
            'the program of `execute`, the host of `network`, a name for anything else; the name of the tool when it is absent',
          ),
        tags: z.array(z.string().min(1)).min(1).exactOptional().describe('marks, as effects that are found have them'),
      }),
    )
    .min(1)
    .exactOptional()
    .describe('what every call does, beside what its arguments show'),
});

const value = z.union([z.string(), z.number(), z.boolean()]);

const attributes = z.record(z.string().min(1), z.union([value, z.array(value)]));

const principal = z.strictObject({
  type: z.string().min(1).exactOptional().describe('what sort of subject it is; `user` when it is absent'),
  roles: z.array(z.string().min(1)).exactOptional(),
  attributes: attributes.exactOptional(),
});

const address = z.string().regex(/^https?:\/\/[^\s@]+$/u, 'expected an address of HTTP without a user');

const variable = z.string().regex(/^env:[A-Za-z_]\w*$/u, 'expected `env:NAME`, the variable that holds the key');

const notice = z.strictObject({
  url: address.describe('the address that gets one POST for each request'),
  format: z.enum(NOTICE_FORMATS).describe('how the notice is written'),
  secret: variable.exactOptional().describe('`env:NAME`: the variable with the key that signs time and body'),
  answers: z
    .strictObject({
      url: address.describe('the address under which the decision server is reached from there'),
      by: z
        .string()
        .regex(/^[\w.@-]{1,64}$/u, 'expected a name of letters, digits and `.`, `_`, `@`, `-`')
        .describe('who answers'),
      secret: variable.describe(
        '`env:NAME`: the variable of `licet serve` with the key that signs answers; an agent must not have it',
      ),
    })
    .exactOptional()
    .describe('lets the person behind the address answer from there; `licet serve` tells and takes the answers'),
});

const members = z.strictObject({
  default: z.enum(RULINGS).exactOptional().describe('the ruling when no guard applies'),
  mode: z.enum(['enforce', 'observe']).exactOptional().describe('observe: record every ruling and stop nothing'),
  guardTimeoutMs: timeout.exactOptional().describe('how long one guard may take, in milliseconds'),
  sessions: z.strictObject(stateOf(STATE_STORES)).superRefine(onlyInDatabase).exactOptional().describe('where sessions live'),
  audit: z
    .strictObject({
      ...stateOf(TRAIL_STORES),
      durability: z
        .enum(['normal', 'full'])
        .exactOptional()
        .describe('normal survives a crash of the process, full also a loss of power'),
      anchor: z
        .strictObject({
          webhook: address.exactOptional().describe('the address that gets one POST with each anchor'),
          stamp: address.exactOptional().describe('a stamp service of RFC 3161'),
          every: time.exactOptional().describe('how often `licet serve` sends an anchor to the webhook'),
        })
        .refine(({ webhook, every }) => every === undefined || webhook !== undefined, 'expected a `webhook` with `every`')
        .exactOptional()
        .describe('where `licet audit anchor --send` sends the end of the log'),
      groupCommit: batch.exactOptional().describe('how long records of a long-lived process wait for others'),
    })
    .superRefine(onlyInDatabase)
    .exactOptional()
    .describe('where decisions are written down'),
  approvals: z
    .strictObject({
      ...stateOf(STATE_STORES),
      store: z.enum(STATE_STORES).exactOptional(),
      timeoutMs: timeout.exactOptional().describe('how long a human may take to answer, in milliseconds'),
      channel: z
        .enum(['runtime', 'out_of_band'])
        .exactOptional()
        .describe('who asks the human: the runtime where it can, or none, so that a human answers with a code'),
      waitMs: z
        .number()
        .int()
        .min(1)
        .max(15_000)
        .exactOptional()
        .describe('how long a hook waits for an answer from elsewhere before it denies, in milliseconds'),
      proof: z
        .enum(APPROVAL_PROOFS)
        .exactOptional()
        .describe(
          'what makes an answer count: `terminal`, `passkey` (signed in the page), `service` (taken by the service user)',
        ),
      notify: z.array(notice).min(1).max(8).exactOptional().describe('where people are told of each request'),
    })
    .superRefine(onlyInDatabase)
    .exactOptional()
    .describe('where requests for approval wait, for how long, and who puts them'),
  graphs: z.record(z.string().min(1), graphSchema).exactOptional().describe('the knowledge graphs that guards may name'),
  quiet: z
    .enum(QUIET_LEVELS)
    .exactOptional()
    .describe(
      'which calls that pass run without a question of the runtime: those that are certain to do no more than `look`; or `edit` what git or the session brings back; or `build` in a sandbox; or `trusted_build`, build without one',
    ),
  sandbox: z
    .enum(SANDBOX_MODES)
    .exactOptional()
    .describe(
      'whether commands that run code of the project run in a sandbox, where the runtime lets a hook change a command: `auto`, `ask` first, or `off`; `off` when it is absent',
    ),
  resident: z.boolean().exactOptional().describe('false: every hook call starts its own process, without a daemon'),
  pins: z
    .literal('required')
    .exactOptional()
    .describe('in the policy of a user: `required` refuses projects whose policy no person has accepted with `licet accept`'),
  limits: z.exactOptional(limitsSchema).describe('what this policy and those below it may do at most'),
  tools: z
    .record(z.string().min(1), tool)
    .exactOptional()
    .describe('what tools of your own are, by name or by a pattern with `*`; it adds to what their arguments show'),
  principals: z
    .record(z.string().min(1), principal)
    .exactOptional()
    .describe('those whom a decision server knows, by their identity, where a request does not say it'),
  resources: z
    .record(z.string().min(1), z.record(z.string().min(1), attributes))
    .exactOptional()
    .describe('the resources that a decision server knows, by type and identity, with their properties'),
});

/** The schema of everything in governance.yaml in addition to the tree, in the names of the code. */
export const settingsSchema: ZodType<PolicySettings> = members.superRefine(({ quiet, limits }, found) => {
  const counts = quietWithin(quiet, { ...(limits && { limits }) });
  if (counts === quiet) return;
  found.addIssue({
    code: 'custom',
    path: ['quiet'],
    message: `expected at most \`${counts}\`, as \`limits\` of this policy says`,
  });
});
