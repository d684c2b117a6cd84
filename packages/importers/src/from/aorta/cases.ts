import { COMMON_CASES, caseOf, fileIn as fileNamed, fileOutside, sessionOf } from '../../cases.ts';
import type { TestCase } from '../../draft.ts';
import { commandsFoundBy } from '../../patterns.ts';
import type { Source } from '../../source.ts';
import { isVoided, waysTo } from './facts.ts';
import type { Fact } from './facts.ts';
import { requirementOf } from './norms.ts';
import type { Roles } from './roles.ts';

type Access = Readonly<Record<string, string>>;

/** A path is from the root of the project, with a slash before it or without. */
const fileIn = (path: string): string => fileNamed(path.replace(/^\//, ''));

/** What an org spec says of its paths and commands, for the main agent where no other role is named. */
export function casesOf(
  source: Source,
  roles: Roles,
  access: Access,
  facts: Readonly<Record<string, Fact>>,
): readonly TestCase[] {
  return [
    ...COMMON_CASES,
    ...accessCases(roles, access),
    ...normCases(source, roles, facts, access),
    ...roleCases(roles, access),
  ];
}

/** What the access map says of a file in each place, and outside of all of them. */
function accessCases(roles: Roles, access: Access): readonly TestCase[] {
  const places = Object.keys(access);
  const isEverywhere = places.some(place => fileIn(place) === 'example.txt');
  return [
    ...places.flatMap(place => {
      const file = fileIn(place);
      if (access[place] === 'read-write')
        return [caseOf({ write: file }, roles.lacks(roles.main, 'write_file') ? 'block' : 'pass')];
      return [caseOf({ write: file }, 'block'), caseOf({ read: file }, access[place] === 'read-only' ? 'warn' : 'block')];
    }),
    ...(places.length === 0 || isEverywhere ? [] : [caseOf({ write: fileOutside(places) }, 'block')]),
  ];
}

/** What the other roles may not do. */
function roleCases(roles: Roles, access: Access): readonly TestCase[] {
  const open = Object.keys(access).find(place => access[place] === 'read-write');
  const file = open === undefined ? 'example.txt' : fileIn(open);
  return roles.others.flatMap(role => [
    ...(roles.lacks(role, 'write_file') ? [caseOf({ write: file, agent: role }, 'block')] : []),
    ...(roles.lacks(role, 'execute_command') ? [caseOf({ bash: 'ls', agent: role }, 'block')] : []),
  ]);
}

/** What the norms say of their commands; what must come before a command is tried in one session. */
function normCases(source: Source, roles: Roles, facts: Readonly<Record<string, Fact>>, access: Access): readonly TestCase[] {
  const all = source.indices('norms').map(
    index =>
      (key: string): unknown =>
        source.at('norms', index, key),
  );
  const softly = new Set(all.filter(norm => norm('severity') === 'soft').map(norm => norm('command_pattern')));
  return all.flatMap(norm => {
    const [type, role, pattern, paths] = [norm('type'), norm('role'), norm('command_pattern'), norm('paths')];
    const who = roles.agentOf(role);
    if ((type === 'protected' || type === 'readonly') && Array.isArray(paths))
      return paths.map(path => caseOf({ write: fileIn(String(path)), ...who }, 'block'));
    const commands =
      (typeof pattern === 'string' ? commandsFoundBy(pattern) : undefined)?.map(each => each.replaceAll(' * ', ' ')) ?? [];
    const [command] = commands;
    if (command === undefined) return [];
    const isClosed = roles.lacks(role, 'execute_command');
    if (type === 'forbidden_command')
      return [...new Set(commands)].map(each =>
        caseOf({ bash: each, ...who }, norm('severity') === 'soft' && !isClosed ? 'ask' : 'block'),
      );
    const fact = type === 'required_before' ? requirementOf(norm) : undefined;
    const ways = fact === undefined ? undefined : waysTo(fact, facts);
    if (type === 'required_before' && fact !== 'all_obligations_fulfilled' && (ways === undefined || isClosed))
      return [caseOf({ bash: command, ...who }, 'block')];
    if (fact === undefined || ways === undefined) return [];
    const file = fileIn(Object.keys(access).find(place => access[place] === 'read-write') ?? 'example.txt');
    return [
      sessionOf(`${command} needs ${fact}`, [
        caseOf({ bash: command, ...who }, 'block'),
        ...ways.map(each => ({ bash: each, ...who })),
        caseOf({ bash: command, ...who }, softly.has(pattern) ? 'ask' : 'pass'),
        { write: file, ...who },
        ...(isVoided(fact, facts) ? [caseOf({ bash: command, ...who }, 'block')] : []),
      ]),
    ];
  });
}
