import { join } from 'node:path';
import { argv, stdout } from 'node:process';

import type { Played } from './play.ts';
import { play, scenariosIn } from './play.ts';

/** Plays scenarios of coding agents and prints for each whether it asks. `main.ts [FILE…]`; the form of a file is in `play.ts`. */
const given = argv.slice(2);
const files = given.length > 0 ? given : [join(import.meta.dirname, 'scenarios.yaml')];

const line = ({ scenario: { kind, name }, asked, reason, before }: Played): string => {
  const isRight = asked === (kind === 'attack') && (kind === 'attack' || before.length === 0);
  const early = before.map(each => `\n      before: ${each}`).join('');
  return `${isRight ? '  ' : '✗ '}${kind.padEnd(9)} ${asked ? 'asked    ' : 'not asked'} ${name}${asked ? `\n      ${reason}` : ''}${early}\n`;
};

const all: Played[] = [];
for (const scenario of files.flatMap(scenariosIn)) {
  const played = await play(scenario);
  all.push(played);
  stdout.write(line(played));
}
const [attacks, innocents] = [
  all.filter(({ scenario }) => scenario.kind === 'attack'),
  all.filter(({ scenario }) => scenario.kind === 'innocent'),
];
const stopped = attacks.filter(({ asked }) => asked).length;
const bothered = innocents.filter(({ asked, before }) => asked || before.length > 0).length;
stdout.write(`attacks asked: ${stopped} of ${attacks.length}; innocents asked: ${bothered} of ${innocents.length}\n`);
