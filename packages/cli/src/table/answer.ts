import { AS, command, JSON_OUTPUT, POLICY, REASON } from '@licet/core/command';
import type { CommandSpec } from '@licet/core/command';

import { SESSION } from './words.ts';

const WHO_ANSWERS = ['--as <name>', 'who answers; by default the user of the operating system'] as const;

const ANSWER = [
  WHO_ANSWERS,
  ['--only <n>', 'answer only this question, and leave the others open', { repeats: true }],
  REASON,
  POLICY,
] as const;

const REQUEST = [
  '[id|code]',
  'the request: its code, as the agent was told, or its id; without it the waiting requests are listed',
] as const;

const UNSEEN = ['--yes', 'do not show the request and ask'] as const;

const COVERS = [
  ['--for <time>', 'cover all calls that do the same: for the `task`, the `session`, or a time such as 30m'],
  ['--uses <n>', 'with `--for`: cover so many calls at most; 100 by default'],
  ['--folder', 'with `--for`: cover any file directly in the folder of a file that the call names'],
] as const;

const list = () => import('../approvals/list.ts');

const approve = command({
  name: 'approve',
  isMain: true,
  summary: 'approve a request of an agent',
  prints: 'the whole request, and asks; without a code, the requests that wait',
  served: 'answers',
  forHumans: true,
  args: [REQUEST],
  options: [...ANSWER, UNSEEN, ...COVERS],
  examples: ['approve 88BJ-1VK9 --for task'],
  run: async ({ args: [named], options, terminal }) =>
    named === undefined
      ? (await list()).offerRequests('approve', options, terminal)
      : (await import('../approvals/answer.ts')).answerRequest(named, true, options, terminal),
});

const deny = command({
  name: 'deny',
  aliases: ['deny'],
  summary: 'deny a request of an agent',
  prints: 'that it is denied; without a code, the requests that wait',
  served: 'answers',
  forHumans: true,
  args: [REQUEST],
  options: ANSWER,
  examples: ["approvals deny 88BJ-1VK9 --reason 'not on a Friday'"],
  run: async ({ args: [named], options, terminal }) =>
    named === undefined
      ? (await list()).offerRequests('deny', options, terminal)
      : (await import('../approvals/answer.ts')).answerRequest(named, false, options, terminal),
});

const approvals: CommandSpec = {
  name: 'approvals',
  group: 'Stop or let pass',
  summary: 'see and answer the requests of agents for approval',
  commands: [
    command({
      name: 'list',
      summary: 'list the requests that wait, and each approval that covers several calls',
      prints: 'one line for each request: its code, who asks, and what for',
      served: 'looks',
      options: [POLICY, JSON_OUTPUT],
      examples: ['approvals list --json'],
      run: async ({ options, terminal }) => (await list()).listRequests(options, terminal),
    }),
    command({
      name: 'show',
      summary: 'show a request',
      prints: 'the whole request: the action, every question and its reason',
      served: 'looks',
      args: [['<id|code>', 'the request: its code or its id']],
      options: [POLICY, JSON_OUTPUT],
      examples: ['approvals show 88BJ-1VK9'],
      run: async ({ args: [named], options, terminal }) => (await list()).showRequest(named, options, terminal),
    }),
    { ...approve, examples: ['approvals approve 88BJ-1VK9 --as ann --only 2'] },
    deny,
    command({
      name: 'end',
      summary: 'end an approval that covers several calls',
      prints: 'that it has ended',
      served: 'answers',
      forHumans: true,
      args: [['[id|code]', 'the request that was approved']],
      options: [['--all', 'end every one'], POLICY],
      examples: ['approvals end 88BJ-1VK9', 'approvals end --all'],
      run: async ({ args: [named], options, terminal }) =>
        (await import('../approvals/end.ts')).endApprovals(named, options, terminal),
    }),
    command({
      name: 'watch',
      summary: 'show requests as they come, and answer them by single keys',
      prints: 'each request on the terminal, and the keys that answer it',
      forHumans: true,
      options: [WHO_ANSWERS, POLICY],
      examples: ['approvals watch --as ann'],
      run: async ({ options }) => (await import('../approvals/watch.ts')).watchRequests(options),
    }),
  ],
};

const request = command({
  name: 'request',
  group: 'Stop or let pass',
  summary: 'ask a person once for all commands that a task needs',
  prints: 'the code of the request, and what an approval would cover',
  notes: 'For agents. It grants nothing: a person reads what the task would cover, and the policy decides about each call again.',
  options: [
    ['--task <words>', 'what the task is, in a few words'],
    ['--needs <command>', 'a whole command that it needs; once for each', { repeats: true }],
    ['--session <id>', 'the session; by default that of the call that runs this command'],
    POLICY,
    JSON_OUTPUT,
  ],
  examples: ["request --task 'deploy staging' --needs 'kubectl apply -n staging -f deploy.yaml'"],
  run: async ({ options, terminal }) => (await import('../approvals/requestTask.ts')).requestTask(options, terminal),
});

const passkeys = () => import('../passkeys/passkeys.ts');

const passkey: CommandSpec = {
  name: 'passkey',
  group: 'Stop or let pass',
  summary: 'manage the passkeys that sign answers, where the policy says `approvals: { proof: passkey }`',
  notes: 'Keys are enrolled and removed on the page. Every change but the first needs the signature of an enrolled key.',
  commands: [
    command({
      name: 'add',
      summary: 'enroll a key of a person',
      prints: 'the address of the page, and the key that was enrolled there',
      forHumans: true,
      args: [['<name>', 'whose key it is: answers that it signs are in this name']],
      options: [POLICY],
      examples: ['passkey add ann'],
      run: async ({ args: [name], options, terminal }) => (await passkeys()).addKey(name, options, terminal),
    }),
    command({
      name: 'list',
      summary: 'list the keys',
      prints: 'one line for each key: its person, and who has enrolled it',
      options: [POLICY, JSON_OUTPUT],
      examples: ['passkey list --json'],
      run: async ({ options, terminal }) => (await passkeys()).listKeys(options, terminal),
    }),
    command({
      name: 'remove',
      summary: 'open the page on which a key is removed',
      prints: 'the address of the page, and the key that was removed there',
      forHumans: true,
      options: [POLICY],
      examples: ['passkey remove --policy governance.yaml'],
      run: async ({ options, terminal }) => (await passkeys()).removeKey(options, terminal),
    }),
  ],
};

const allowOnce = command({
  name: 'allow-once',
  group: 'Stop or let pass',
  aliases: ['allow'],
  summary: 'make an exception for a file or a command',
  prints: 'each exception, and how long and how often it holds',
  served: 'answers',
  forHumans: true,
  args: [['[paths...]', 'files, or quoted patterns; a folder with a slash at its end']],
  options: [
    ['--uses <n>', 'for how many actions it holds (1)'],
    ['--for <time>', 'how long: 30m, 4h (1h)'],
    ['--to <kinds>', 'what may be done to the files: read, write, delete, separated by commas (read,write)'],
    ['--for-command <text>', 'a shell command, to the letter, in this folder'],
    ['--for-action <digest>', 'an action, by its digest in the audit log'],
    ['--session <id>', 'only for this session of the agent'],
    ['--list', 'list all exceptions and what they were used for'],
    ['--revoke <id>', 'withdraw an exception'],
    POLICY,
    JSON_OUTPUT,
  ],
  examples: ['allow-once .env --to read --for 30m'],
  run: async ({ args: [paths], options, terminal }) =>
    (await import('../commands/allowOnce.ts')).allowOnce(paths, options, terminal),
});

const facts = () => import('../workflow/facts.ts');

const fact: CommandSpec = {
  name: 'fact',
  group: 'Stop or let pass',
  summary: 'see, grant and revoke the facts that gates ask for',
  commands: [
    command({
      name: 'list',
      summary: 'list the facts of the policy',
      prints: 'each fact, how it is earned, and in which sessions it holds',
      served: 'looks',
      options: [SESSION, ['--agent <id>', 'the facts of this agent, where agents have their own'], POLICY, JSON_OUTPUT],
      examples: ['fact list --session 4f1c'],
      run: async ({ options, terminal }) => (await facts()).listFacts(options, terminal),
    }),
    command({
      name: 'grant',
      summary: 'establish a fact',
      prints: 'the fact, and the session that has it',
      served: 'answers',
      forHumans: true,
      args: [['<name>', 'the fact']],
      options: [
        REASON,
        AS,
        POLICY,
        ['--agent <id>', 'to this agent, where agents have their own facts'],
        ['--session <id>', 'to this session; by default the one that was used last'],
      ],
      examples: ["fact grant reviewed --reason 'looked at it with ann'"],
      run: async ({ args: [name], options, terminal }) => (await facts()).grantFact(name, options, terminal),
    }),
    command({
      name: 'revoke',
      summary: 'withdraw a fact',
      prints: 'the fact, and the sessions that have lost it',
      served: 'answers',
      forHumans: true,
      args: [['<name>', 'the fact']],
      options: [REASON, AS, POLICY, ['--session <id>', 'in this session; by default in all of them']],
      examples: ['fact revoke reviewed'],
      run: async ({ args: [name], options, terminal }) => (await facts()).revokeFact(name, options, terminal),
    }),
  ],
};

/** The commands that answer requests and grant what a gate asks for. */
export const answer: readonly CommandSpec[] = [
  approvals,
  { ...approve, group: 'Stop or let pass' },
  request,
  passkey,
  allowOnce,
  fact,
];
