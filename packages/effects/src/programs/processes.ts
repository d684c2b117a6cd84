import { comesFrom } from './rules/origin.ts';
import type { Call, Family, Finding, FixedEffect, OptionTable, OptionValue } from './descriptor.ts';
import { always, effect, ifGiven, ifSaid, onWord, sets, sharing } from './shapes.ts';
import { picksWidely } from './processNames.ts';
import { typesElsewhere } from './typing.ts';

const disrupts = (target: string): FixedEffect => ({ kind: 'delete', target, tags: ['disrupts'] });
const wide = effect('delete', 'process:*', 'disrupts', 'destructive');

/** The signal at which Node.js opens the port for its debugger. */
const OPENS_DEBUGGER = /^(?:SIG)?USR1$|^(?:10|30)$/i;

/** Whether a call sends that signal. */
const opensDebugger = (call: Call): boolean =>
  call.values('-s').some(({ text = '' }) => OPENS_DEBUGGER.test(text)) ||
  (call.unlisted ?? []).some(option => OPENS_DEBUGGER.test(option.replace(/^-/, '')));

/** Words that find programs which run on Node.js. */
const NODE_LINE = /\bnode(?:js)?\b|\.[cm]?[jt]sx?\b|\b(?:vite|next|nuxt|npm|pnpm|yarn|tsx|ts-node|licet)\b/;

/** Stopping a process by its number is everyday work; stopping everything, the first process, this shell's group or who started it is not. */
const killed = (call: Call): readonly Finding[] => {
  if (['-l', '-L', '--list', '-0'].some(option => call.has(option))) return [];
  const words = call.operands.map(({ text }) => text);
  if (opensDebugger(call) && call.operands.some(word => comesFrom('others', word))) return [typesElsewhere];
  if (words.some(text => /^(?:-?1|0|-\d+)$/.test(text ?? '')) || call.has('-1')) return [wide];
  return call.operands.some(({ origins, glob, text }) => origins?.includes('process') === true || (glob && text !== '*'))
    ? [wide]
    : [];
};

/** What holds, slows down or traces a process that others may have started, by values of options or by operands that hold its number. */
export const disruptsOthers = (of?: string): OptionValue => ({
  ...(of !== undefined && { of }),
  origin: 'others',
  effects: [disrupts('process:others')],
});

const picking: OptionTable = {
  '-u --euid -U --uid': 'text',
  '-t --terminal': 'text',
  '-G': 'text',
  '-P --parent': 'text',
};

/** The memory of a process holds whatever the process knows: keys, tokens, what was typed. */
export const memory: FixedEffect = { kind: 'read', target: 'secret:memory', tags: ['secret'], note: 'the memory of a process' };

/** Stopping processes and the machine. */
export const processes: Family = {
  kill: () => ({
    style: 'long',
    options: { '-s --signal -n': 'text', '-l -L --list': 'flag' },
    inspect: killed,
  }),
  ...sharing('pkill killall skill slay', () => ({
    options: {
      ...picking,
      '-s --signal -g --pgroup -F --pidfile': 'text',
      '-r --runstates --regexp': 'text',
      '-f -x -n -o -i -e -l -q --full': 'flag',
    },
    inspect: call =>
      opensDebugger(call) && call.operands.some(({ text = 'node' }) => NODE_LINE.test(text))
        ? [typesElsewhere]
        : picksWidely(call)
          ? [disrupts(`process:${call.operands[0]?.text ?? '*'}`)]
          : [],
  })),
  pgrep: () => ({
    prints: 'word',
    options: {
      ...picking,
      '-d --delimiter -s -g --pgroup -F --pidfile -r --runstates': 'text',
    },
  }),
  lsof: () => ({
    options: { '-i': 'text', '-p -u -c -g -d -s -F -k': 'text' },
    operands: { rest: { as: 'read', tags: ['metadata'] } },
  }),
  xkill: () => ({ keyword: [always(disrupts('process:window'))] }),
  loginctl: () => ({
    cases: [
      onWord(
        '^(?:terminate|kill)-|^(?:poweroff|reboot|suspend|hibernate|lock-sessions)$',
        effect('delete', 'process:session', 'disrupts'),
      ),
    ],
    keyword: [ifSaid(/^enable-linger(?: |$)/, sets('service:startup', 'persistence'))],
  }),
  ...sharing('gcore procdump minidump pmap-dump memfetch mimipenguin', () => ({
    style: 'long',
    options: { '-o': 'write', '-a -ma -mp -w': 'flag' },
    keyword: [{ when: { atLeast: 1 }, effects: [memory] }],
  })),
  killall5: () => ({ keyword: [always(wide)] }),
  ...sharing('shutdown reboot halt poweroff telinit init rtcwake pm-suspend pm-hibernate pm-suspend-hybrid s2ram s2disk', () => ({
    keyword: [{ when: { none: ['-c', '--help'] }, effects: [disrupts('machine:power')] }],
  })),
  renice: () => ({
    options: { '-n --priority --relative': 'text', '-p --pid': 'flag', '-u --user -g --pgrp': 'flag' },
    keyword: [ifGiven('-u', disrupts('process:user'))],
    optionValue: [{ ...disruptsOthers(), when: { none: ['-u'] } }],
  }),
  ...sharing('reptyr injcode', () => ({ optionValue: [disruptsOthers()] })),
  fuser: () => ({
    options: { '-n': 'text', '-k --kill': 'flag' },
    keyword: [{ when: { any: ['-k'], not: { reaches: 'own ports' } }, effects: [disrupts('process:users')] }],
  }),
};
