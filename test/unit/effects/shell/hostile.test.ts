import type { Effect } from '@licet/core';
import { analyzeShell } from '@licet/effects';
import { marks } from '@licet/effects/marks';
import { describe, expect, it } from 'vitest';
import { place } from './effectText.ts';
import { boundedCost } from '../../../support/boundedCost.ts';
import { commandList } from '../../../support/commandList.ts';
import { referenceGroups } from './referenceGroups.ts';

const seeds: readonly string[] = [
  ...commandList('simple'),
  ...referenceGroups().flatMap(({ cases }) => cases.map(({ command }) => command)),
  ...commandList('syntax'),
];

const pieces = '( ) { } " ` $( ${ << <<< | && ; $(( )) [[ ]] * ~ # ! & > < = $x ${!x} <( case esac do done fi if é {a,b}'
  .split(' ')
  .concat(["'", '\n', '\\', '\0', '\u202E', '\uD800', "$'", '\uF8FE']);

/** Repeatable numbers from 0 up to a limit. */
function numbers(seed: number): (limit: number) => number {
  let state = seed;
  return limit => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

function mutate(random: (limit: number) => number): string {
  let text = seeds[random(seeds.length)] ?? '';
  for (let turns = random(4) + 1; turns > 0; turns--) {
    const at = random(text.length + 1);
    const other = seeds[random(seeds.length)] ?? '';
    const middle = [pieces[random(pieces.length)] ?? '', '', other.slice(random(other.length + 1))][random(3)] ?? '';
    text = text.slice(0, at) + middle + text.slice(at + random(4));
  }
  return text;
}

const tags: ReadonlySet<string> = new Set(marks);

const isWellMade = (effect: Effect): boolean =>
  (effect.kind === 'unknown' || effect.target !== undefined) &&
  (effect.tags ?? []).every(tag => tags.has(tag) || tag === 'metadata');

const repeat = (text: string, count: number): string => text.repeat(count);

/** Texts made to be slow or deep, with what they are. */
const hard: Readonly<Record<string, string>> = {
  'nested subshells': repeat('(', 5000),
  'nested substitutions': repeat('$(', 3000),
  'closed nested substitutions': repeat('echo $(', 400) + repeat(')', 400),
  'nested quoted substitutions': repeat('"$(', 2000),
  backticks: repeat('`', 9999),
  'a long word': repeat('a', 60_000),
  'a long pipe': `${repeat('a|', 5000)}a`,
  redirections: repeat('<', 9000),
  'products of braces': `echo ${repeat('{a,b}', 40)}`,
  'open braces': `echo ${repeat('{', 5000)}`,
  'a long sequence': 'rm {1..999999999}',
  'a doubling variable': `x=a; ${repeat('x=$x$x; ', 60)}rm $x`,
  'nested loops': 'for i in {1..60}; do for j in {1..60}; do for k in {1..60}; do rm $i$j$k; done; done; done',
  'a function that calls itself': 'f() { f; f; }; f',
  'code that evaluates itself': `x='eval "$x"'; eval "$x"`,
  'a tower of wrappers': `${repeat('sudo ', 3000)}rm x`,
  'a tower of xargs': `${repeat('xargs ', 3000)}rm x`,
  'removal of many stars': `x=${repeat('a', 500)}; echo \${x##${repeat('*a', 50)}b}`,
  'a pattern of many stars': `cat ${repeat('*a', 4000)}`,
  'aliases of themselves': `${repeat("alias a='a a'; ", 20)}a`,
  'a parenthesised find': `find ${repeat('\\( ', 3000)}`,
  'many assignments': `${repeat('a=1 ', 2500)}ls`,
  'many undecided variables': `${repeat('[ x ] || a=2; [ x ] || b=3; [ x ] || c=4; ', 9)}rm $a$b$c$a$b$c`,
};

describe('analyzeShell on hostile text', () => {
  const count = process.env['LICET_FUZZ'] === undefined ? 2000 : 100_000;

  it(`ends in well-made effects for ${count} mutated commands`, () => {
    const random = numbers(20_261_120);
    const faults: string[] = [];
    for (let i = 0; i < count; i++) {
      const command = mutate(random);
      const effects = analyzeShell(command, place);
      if (!effects.every(isWellMade) || effects.some(({ note }) => note?.includes('gave up') === true)) faults.push(command);
    }

    expect(faults).toEqual([]);
  });

  it.each(Object.entries(hard))('ends soon on %s', (_, command) => {
    const within = boundedCost();
    const effects = analyzeShell(command.slice(0, 65_000), place);

    expect(Array.isArray(effects)).toBe(true);
    within(300);
  });

  it('reports when the budget is spent', () => {
    const texts = [
      'products of braces',
      'open braces',
      'a long sequence',
      'nested loops',
      'code that evaluates itself',
      'a tower of wrappers',
    ];

    const silent = texts.filter(name => !analyzeShell(hard[name] ?? '', place).some(({ kind }) => kind === 'unknown'));
    expect(silent).toEqual([]);
  });

  it('looks at a command of any length within its budget', () => {
    const long = (length: number): readonly string[] =>
      analyzeShell(`echo ${repeat('a', length)}; rm -rf /`, place).map(({ kind }) => kind);

    expect(long(100_000)).toEqual(['execute', 'execute', 'delete']);
    expect(long(300_000)).toEqual(['unknown', 'execute']);
    expect(long(3_000_000)).toEqual(['unknown', 'execute']);
  });

  it.each(['rm\u200B -rf /', 'rm\u00A0x', 'l\u202Es', 'a\u0007b', '\uFEFFls'])('does not take %j for a program', command => {
    expect(analyzeShell(command, place).map(({ kind, tags: marks }) => [kind, marks])).toEqual([['unknown', ['obfuscated']]]);
  });

  it('takes half of a surrogate pair and the character it uses itself for what they are', () => {
    expect(analyzeShell('echo \uD800', place).length).toBeGreaterThan(0);
    expect(analyzeShell('rm \uF8FE', place).some(({ kind }) => kind === 'unknown')).toBe(true);
  });

  it.each(['', ' ', '\n\n', '#', '# rm -rf /', ';', '\0', '\\', '$', '"', '!', '{}', '()'])('has an answer for %j', command => {
    expect(() => analyzeShell(command, place)).not.toThrow();
  });

  it('looks at 320 ordinary commands in bounded time', () => {
    const commands = seeds.slice(0, 320);
    for (let i = 0; i < 3; i++) for (const command of commands) analyzeShell(command, place);
    const within = boundedCost();
    for (const command of commands) analyzeShell(command, place);

    within(100);
  });
});
