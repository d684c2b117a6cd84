import { licet, licetTools } from '@licet/adapters/ai-sdk';
import { PolicyEngine, ask, guard, memoryAudit, pass } from '@licet/core';
import { describe, expect, it } from 'vitest';

const letting = () => new PolicyEngine(guard('yes', () => pass()));
const asking = () => new PolicyEngine(guard('who', () => ask('it reaches others', { fix: 'ask the user' })));
const call = (more: object = {}) => ({
  toolCall: { toolCallId: 'c', toolName: 'send', input: { to: 'ann' }, ...more },
  messages: [] as readonly unknown[],
  runtimeContext: {},
});
const tools = { send: {} };
/** The conversation when the SDK comes back with an answer to the request for a call. */
const back = (request: object, response: object) => [
  {
    role: 'assistant',
    content: [
      { type: 'tool-call', toolCallId: 'c' },
      { type: 'tool-approval-request', approvalId: 'a', toolCallId: 'c', ...request },
    ],
  },
  { role: 'tool', content: [{ type: 'tool-approval-response', approvalId: 'a', ...response }] },
];

describe('an option that there is not', () => {
  it('is refused, with what was probably meant', () => {
    const options = { kind: { shell: 'bash' } } as object;

    expect(() => licet(letting(), options)).toThrow('has no option `kind`, did you mean `kinds`?');
    expect(() => licetTools(letting(), {}, options)).toThrow('did you mean `kinds`?');
  });
});

describe('a tool that the provider executes', () => {
  const search = { type: 'provider', isProviderExecuted: true };

  it('stops every call of its agent until it is named', async () => {
    const facts = { ...call(), tools: { ...tools, search } };

    expect(await licet(letting()).toolApproval(facts)).toMatchObject({
      type: 'denied',
      reason: 'licet: the provider executes `search`, which no policy sees: name it in `ungoverned`',
    });
    expect(await licet(letting(), { ungoverned: ['search'] }).toolApproval(facts)).toBe('not-applicable');
  });

  it('is refused by `licetTools`, also where it has an `execute`', () => {
    const tool = { ...search, execute: async (_input: object) => 'found' };

    expect(() => licetTools(letting(), { search: tool })).toThrow('`search` does not run here');
    expect(licetTools(letting(), { search: tool }, { ungoverned: ['search'] }).search).toBe(tool);
  });
});

describe('the approval that a tool wants for itself', () => {
  it.each([
    ['always', true],
    ['for this call', async ({ to }: { to: string }) => to === 'ann'],
    ['because it fails', () => Promise.reject(new Error('no'))],
  ])('stays where the policy lets the call pass: %s', async (_when, needsApproval) => {
    const facts = { ...call(), tools: { send: { needsApproval } } };

    expect(await licet(letting()).toolApproval(facts)).toMatchObject({ type: 'user-approval' });
    expect(await licet(letting()).toolApproval({ ...facts, messages: back({}, { approved: true }) })).toBe('not-applicable');
  });
});

describe('a call that the SDK comes back with', () => {
  it.each<[string, object]>([
    ['no question was put', {}],
    ['the SDK has answered itself', { isAutomatic: true }],
  ])('is denied where the policy still asks, because anything else would let it run: %s', async (_what, request) => {
    const facts = { ...call(), tools, messages: back(request, { approved: true }) };

    expect(await licet(asking()).toolApproval(facts)).toMatchObject({ type: 'denied' });
  });

  it('is decided about with what is asked about now, and no other arguments', async () => {
    const settings = licet(asking());
    expect(await settings.toolApproval({ ...call(), tools })).toMatchObject({ type: 'user-approval' });
    const other = call({ input: { to: 'eve' } });

    expect(await settings.toolApproval({ ...other, tools, messages: back({}, { approved: true }) })).toMatchObject({
      type: 'denied',
    });
  });
});

it('freezes what it lets run, because the SDK runs a tool with its own object', async () => {
  const facts = { ...call({ input: { to: ['ann'] } }), tools };
  await licet(letting()).toolApproval(facts);

  expect(() => (facts.toolCall.input.to as unknown as string[]).push('eve')).toThrow(TypeError);
});

it('lets a call run once, however often the SDK asks about it', async () => {
  const settings = licet(letting());
  const [one, two] = await Promise.all([
    settings.toolApproval({ ...call(), tools }),
    settings.toolApproval({ ...call(), tools }),
  ]);

  expect(one).toBe('not-applicable');
  expect(two).toMatchObject({ type: 'denied' });
});

it('runs a tool of texts with a text', async () => {
  const governed = licetTools(letting(), { say: { execute: async (text: string, _about: { toolCallId: string }) => text } });

  expect(await governed.say.execute('hello', { toolCallId: 'c' })).toBe('hello');
});

it('runs no other tool on the yes to the first', async () => {
  const ran: string[] = [];
  const say = (name: string) => ({ execute: async (_input: object, _about: { toolCallId: string }) => void ran.push(name) });
  const policy = guard('erase', ({ tool }) => (tool === 'erase' ? ask('it erases', { fix: 'ask' }) : pass()));
  const governed = licetTools(new PolicyEngine(policy), { look: say('look'), erase: say('erase') }) as unknown as Record<
    'look' | 'erase',
    {
      needsApproval: (input: object, about: object) => Promise<boolean>;
      execute: (input: object, about: object) => Promise<void>;
    }
  >;
  await governed.look.needsApproval({}, { toolCallId: 'c' });

  await expect(governed.erase.execute({}, { toolCallId: 'c' })).rejects.toThrow('it erases');
  expect(ran).toEqual([]);
});

describe('the record of a yes that came through the SDK', () => {
  const answered = async (options: Parameters<typeof licet>[1]): Promise<unknown> => {
    const audit = memoryAudit();
    const settings = licet(
      new PolicyEngine(
        guard('who', () => ask('it reaches others', { fix: 'ask the user' })),
        { audit },
      ),
      options,
    );
    const facts = { ...call(), tools, runtimeContext: { user: 'ann' } };
    await settings.toolApproval(facts);
    const status = await settings.toolApproval({ ...facts, messages: back({}, { approved: true }) });
    return [status, audit.records.find(({ type }) => type === 'answer')];
  };

  it('says that the own prompt of the runtime was answered, where the host gives no name', async () => {
    const [status, record] = (await answered({})) as [unknown, object];

    expect(status).toBe('not-applicable');
    expect(record).toMatchObject({ channel: 'runtime', granted: [true] });
    expect(record).not.toHaveProperty('by');
  });

  it.each<[string, string | ((context: unknown) => string | undefined)]>([
    ['by a text', 'ann'],
    ['by what the SDK hands over', context => (context as { user: string }).user],
  ])('names who answered, as the host says it: %s', async (_how, answeredBy) => {
    expect(await answered({ answeredBy })).toEqual([
      'not-applicable',
      expect.objectContaining({ by: 'ann', channel: 'runtime' }),
    ]);
  });

  it('is none where the host fails to say who answers, and the call is denied', async () => {
    const answeredBy = (): string => {
      throw new Error('no session');
    };

    expect(await answered({ answeredBy })).toEqual([expect.objectContaining({ type: 'denied' }), undefined]);
  });
});
