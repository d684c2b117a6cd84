import type { SessionState } from '@licet/core/store';
import { escapeText } from '@licet/core';
import { PROJECT_SESSION } from '@licet/core/store';
import { didYouMean } from '@licet/core/text';
import type { Told } from '@licet/guards/state';
import { describeFact, factsDefinition, factsIn, grantedFact, isKeyOfFact } from '@licet/guards/state';

import { columns, jsonText, nameText, UsageError } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';
import { requireHuman, surroundings, systemUser } from '../human.ts';
import type { Surroundings } from '../human.ts';
import { signedValue } from '../passkeys/signFact.ts';
import { nodesOf, paramsOf } from '../policy/nodes.ts';
import type { OpenWorkflow } from './openWorkflow.ts';
import { unknownSession, withWorkflow } from './openWorkflow.ts';

interface FactCommandOptions {
  readonly policy?: string;
  readonly session?: string;
  readonly agent?: string;
  readonly as?: string;
  readonly reason?: string;
  readonly json?: boolean;
}

/** The facts that the policy declares, each as its node says. */
function declared({ policy, file }: OpenWorkflow): Readonly<Record<string, Told>> {
  const nodes = nodesOf(policy, factsDefinition).map(node => paramsOf(node, factsDefinition)?.facts ?? {});
  if (nodes.length === 0)
    throw new UsageError(`\`${file}\` has no \`facts\`: write \`facts: { reviewed: { earned_by: human } }\``);
  return Object.fromEntries(nodes.flatMap(facts => Object.entries(facts).map(([name, fact]) => [name, describeFact(fact)])));
}

/** Lists the facts of the policy and how they stand in each session, and changes nothing. */
export async function listFacts(options: FactCommandOptions, terminal: Terminal): Promise<number> {
  return withWorkflow(options.policy, false, async opened => {
    const facts = declared(opened);
    const all = await opened.known();
    const sessions = options.session === undefined ? all : all.filter(({ id }) => id === options.session);
    if (options.session !== undefined && sessions.length === 0 && all.length > 0) throw unknownSession(options.session);
    const project = all.length === 0 ? undefined : await opened.sessions.load(PROJECT_SESSION);
    const rows = sessions.flatMap(session => standingIn(session, project, facts, opened, options.agent));
    if (options.json === true) terminal.print(jsonText(rows, 2));
    else if (rows.length === 0)
      terminal.print(
        Object.keys(facts)
          .map(name => `${name}  no session yet`)
          .join('\n'),
      );
    else
      for (const line of columns(
        rows.map(({ fact, session, holds, why }) => [holds ? 'holds' : '-', fact, nameText(session), escapeText(why ?? '', 200)]),
      ))
        terminal.print(line);
    return 0;
  });
}

function standingIn(
  session: SessionState,
  project: SessionState | undefined,
  facts: Readonly<Record<string, Told>>,
  { place }: OpenWorkflow,
  agent: string | undefined,
) {
  const known = [session.facts, ...(project === undefined ? [] : [project.facts])];
  const view = factsIn(known, name => facts[name], place, Date.now(), agent);
  return Object.keys(facts).map(fact => {
    const args = facts[fact]?.by;
    if (args !== undefined) {
      const values = known.flatMap(each => Object.keys(each).filter(key => isKeyOfFact(key, fact))).length;
      return {
        fact,
        session: session.id,
        holds: false,
        why: `it is kept for each \`${args.join('` and `')}\`: for ${values} of them now`,
      };
    }
    const holds = view.holds(fact);
    const why = holds
      ? undefined
      : (view.why(fact) ??
        view
          .missing([fact])
          .map(name => view.wayTo(name))
          .join('; '));
    return { fact, session: session.id, holds, ...(why !== undefined && { why }) };
  });
}

/** Grants a fact to a session, or to the project where the policy shares it. Only a person at a terminal may. */
export async function grantFact(
  name: string,
  options: FactCommandOptions,
  terminal: Terminal,
  caller: Surroundings = surroundings(),
): Promise<number> {
  requireHuman({ command: 'licet fact grant' }, caller);
  return withWorkflow(options.policy, true, async opened => {
    const told = toldOf(name, opened);
    const { agent, reason, as: by = systemUser() } = options;
    const session = await sessionFor(told, options, opened);
    const { facts } = await opened.sessions.load(session);
    const at = Date.now();
    const { key, value } = grantedFact(name, told, {
      facts,
      by,
      at,
      place: opened.place,
      ...(agent !== undefined && { agentId: agent }),
    });
    const target = session === PROJECT_SESSION ? 'the project' : `session ${nameText(session)}`;
    const fact = { name: key, value, sessions: [session], words: `grant the fact ${name} to ${target}` };
    const granted = await signedValue(opened.file, fact, terminal);
    const record = { name, change: 'established', by, ...(reason !== undefined && { reason }) } as const;
    await opened.apply([{ session, name: key, value: granted, told: record }], at);
    terminal.print(`granted ${name} to ${target}`);
    return 0;
  });
}

/** Takes a fact back, from every session that holds it or from one. Only a person at a terminal may. */
export async function revokeFact(
  name: string,
  options: FactCommandOptions,
  terminal: Terminal,
  caller: Surroundings = surroundings(),
): Promise<number> {
  requireHuman({ command: 'licet fact revoke' }, caller);
  return withWorkflow(options.policy, true, async opened => {
    toldOf(name, opened);
    const { reason, as: by = systemUser() } = options;
    const at = Date.now();
    const all = [...(await opened.known()), await opened.sessions.load(PROJECT_SESSION)];
    const record = { name, change: 'void', by, ...(reason !== undefined && { reason }) } as const;
    const changes = all
      .filter(({ id }) => options.session === undefined || id === options.session)
      .flatMap(({ id, facts }) =>
        Object.keys(facts)
          .filter(key => isKeyOfFact(key, name))
          .map(key => ({ session: id, name: key, value: null, told: record })),
      );
    await opened.apply(changes, at);
    terminal.print(
      changes.length === 0 ? `no session holds ${name}` : `revoked ${name} in ${changes.length} of ${all.length - 1} sessions`,
    );
    return 0;
  });
}

function toldOf(name: string, opened: OpenWorkflow): Told {
  const facts = declared(opened);
  const told = Object.hasOwn(facts, name) ? facts[name] : undefined;
  if (told === undefined) {
    const found = didYouMean(name, Object.keys(facts));
    const others = Object.keys(facts).map(each => `\`${each}\``);
    throw new UsageError(
      `the policy has no fact \`${escapeText(name, 100)}\`${found === '' ? `; it has ${others.join(', ')}` : found}`,
    );
  }
  return told;
}

/** The session that is named, or the one in which something has happened last. */
async function sessionFor({ per }: Told, { session }: FactCommandOptions, opened: OpenWorkflow): Promise<string> {
  if (per === 'project') {
    if (session === undefined) return PROJECT_SESSION;
    throw new UsageError('the policy shares this fact with the whole project: leave `--session` out');
  }
  const [latest] = session === undefined ? await opened.known() : [];
  const id = session ?? latest?.id;
  if (id === undefined) throw new UsageError('nothing has happened in any session yet: name one with `--session`');
  return id;
}
