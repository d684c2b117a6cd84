import { styleText } from 'node:util';

import type { AuditRecord } from '@licet/core';
import type { ChainedRecord, EvaluationRecord } from '@licet/core/store';
import { escapeText } from '@licet/core';
import { isRuling } from '@licet/core/nodes';
import { tellingArgument } from '@licet/core/text';

import { dim, folded, rulingWord } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';

type Screen = Pick<Terminal, 'hasColor' | 'width'>;

const MOST = 200;

/** How many decisions are remembered, to name what an outcome or an answer is about. */
const REMEMBERED = 2_000;

/** Who answered, where no name was given. */
const BY_CHANNEL: ReadonlyMap<string, string> = new Map([['runtime', "at the runtime's own prompt"]]);

/** The widths of the columns: number, time, word, tool, session. What was acted on gets the rest. */
const WIDTHS = { seq: 5, time: 8, word: 6, tool: 9, session: 8 } as const;
const INDENT = ' '.repeat(WIDTHS.seq + WIDTHS.time + WIDTHS.word + 6);

interface Parts {
  readonly word: string;
  /** The color of a word that is no ruling. */
  readonly color?: 'green' | 'yellow' | 'red' | 'cyan';
  readonly tool?: string;
  readonly about: string;
  /** Why, and by which rule. */
  readonly why?: string;
}

/** A time for people, in the time zone of this machine: `2026-11-28 03:47:18`. */
export function timeText(at: number): string {
  const time = new Date(at);
  if (Number.isNaN(time.getTime())) return String(at);
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = [time.getFullYear(), time.getMonth() + 1, time.getDate()].map(two).join('-');
  return `${day} ${[time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join(':')}`;
}

/**
 * Returns what writes records for people, one after the other. On a terminal the columns fit its width, a stop has its reason below, and each day begins
 * with its date; elsewhere each record is one whole line. Everything that an agent may have written is escaped. `placeOf` names the line of the rule.
 */
export function recordWriter(
  screen: Screen,
  placeOf: (record: EvaluationRecord) => string = () => '',
): (record: ChainedRecord) => string {
  const known = new Map<string, EvaluationRecord>();
  let day = '';
  return ({ seq, record }) => {
    if (record.type === 'evaluation') known.set(record.evaluationId, record);
    if (known.size > REMEMBERED)
      for (const first of known.keys()) {
        known.delete(first);
        break;
      }
    const acted = record.evaluationId === undefined ? undefined : known.get(record.evaluationId);
    const parts = partsOf(record, acted, placeOf);
    if (screen.width === undefined) return plainLine(seq, record, parts, screen);
    const [date = '', time = ''] = timeText(record.at).split(' ');
    const heading = date === day ? '' : `${dim(date, screen)}\n`;
    day = date;
    return heading + columnLines([String(seq), time, shown(record.sessionId, MOST)], parts, { ...screen, width: screen.width });
  };
}

/** One line with everything in it, for a file or another program. */
function plainLine(seq: number, record: AuditRecord, { word, tool, about, why, color }: Parts, screen: Screen): string {
  const cells = [
    timeText(record.at),
    painted(word, color, screen),
    [tool, about].filter(Boolean).join(' '),
    why,
    `session ${shown(record.sessionId)}`,
  ];
  return `${seq}  ${cells.filter(cell => cell !== undefined && cell !== '').join('  ')}`;
}

/** Columns as wide as the terminal, and the reason below them. */
function columnLines(
  [seq, time, session]: readonly [string, string, string],
  { word, tool = '', about, why, color }: Parts,
  screen: Required<Screen>,
): string {
  const room = Math.max(20, screen.width - INDENT.length - WIDTHS.tool - WIDTHS.session - 4);
  const cells = [
    dim(`${seq.padStart(WIDTHS.seq)}  ${time.padEnd(WIDTHS.time)}`, screen),
    painted(word, color, screen) + ' '.repeat(Math.max(0, WIDTHS.word - word.length)),
    fitted(tool, WIDTHS.tool),
    fitted(about, room),
    dim(session.slice(0, WIDTHS.session), screen),
  ];
  const below = why === undefined || why === '' ? [] : folded(INDENT + why, screen.width).map(line => dim(line, screen));
  return [cells.join('  ').trimEnd(), ...below].join('\n');
}

const fitted = (text: string, width: number): string =>
  text.length > width ? `${text.slice(0, width - 1)}…` : text.padEnd(width);

function painted(word: string, color: Parts['color'], screen: Screen): string {
  if (isRuling(word)) return rulingWord(word, screen);
  return color === undefined || !screen.hasColor ? word : styleText(color, word, { validateStream: false });
}

type Acted = Pick<EvaluationRecord, 'tool' | 'kind' | 'payload' | 'cwd'> | undefined;

function partsOf(record: AuditRecord, acted: Acted, placeOf: (record: EvaluationRecord) => string): Parts {
  switch (record.type) {
    case 'evaluation':
      return { word: shown(record.ruling), ...actedOn(acted), why: whyOf(record, placeOf(record)) };
    case 'ask':
      return { word: 'asked', color: 'cyan', about: shown(record.questions.map(({ reason }) => reason).join('; ')) };
    case 'answer':
      return answerParts(record, acted);
    case 'outcome':
      return {
        word: record.status,
        color: record.status === 'ok' ? 'green' : 'yellow',
        ...actedOn(acted),
        why: shown(record.error ?? ''),
      };
    case 'commit_failure':
      return { word: 'lost', color: 'yellow', ...actedOn(acted), why: `${shown(record.guard)}: ${shown(record.why)}` };
    case 'anomaly':
      return { word: 'anomaly', color: 'yellow', ...actedOn(acted), why: `${shown(record.code)}: ${shown(record.detail)}` };
    case 'fact':
      return {
        word: 'fact',
        color: record.change === 'established' ? 'green' : 'yellow',
        tool: shown(record.name),
        about: `${record.change}${byWhom(record)}`,
      };
    case 'key':
      return { word: 'key', tool: shown(record.key.name), about: `${record.change} ${shown(record.key.keyId, 16)}` };
    case 'rotation':
      return {
        word: 'pruned',
        about: `${record.file === undefined ? '' : `file ${record.file} closed, `}records from ${record.first} on are kept`,
      };
  }
}

const byWhom = ({ by, reason }: { readonly by?: string; readonly reason?: string }): string =>
  `${by === undefined ? '' : ` by ${shown(by)}`}${reason === undefined ? '' : `: ${shown(reason)}`}`;

function answerParts(record: Extract<AuditRecord, { readonly type: 'answer' }>, acted: Acted): Parts {
  const isYes = record.granted.length > 0 && record.granted.every(Boolean);
  const by =
    record.by === undefined ? (BY_CHANNEL.get(record.channel ?? '') ?? 'by a person without a name') : `by ${shown(record.by)}`;
  return {
    word: isYes ? 'yes' : 'no',
    color: isYes ? 'green' : 'red',
    ...actedOn(acted),
    why: `${by}${record.reason === undefined ? '' : `: ${shown(record.reason)}`}`,
  };
}

/** Why a call does not simply pass, and the rule with its line; nothing for a pass. */
function whyOf({ ruling, enforced, guard, code, reason }: EvaluationRecord, place: string): string {
  if (ruling === 'pass') return '';
  const only = ruling === enforced ? '' : 'only observed: ';
  return `${only}${shown(reason ?? code)} (${[shown(guard), place].filter(Boolean).join(', ')})`;
}

/** What a call was about; a path of the project without its folder. */
function actedOn(acted: Acted): Pick<Parts, 'tool' | 'about'> {
  if (acted === undefined) return { about: '' };
  const { tool, kind, payload, cwd } = acted;
  const about = tellingArgument(payload) ?? '';
  const isBelow = cwd !== undefined && about.startsWith(`${cwd}/`);
  return { tool: shown(tool ?? kind), about: shown(isBelow ? about.slice(cwd.length + 1) : about) };
}

/** What an action was, in a few words: its tool and the argument that says what it is about. */
export function actionText({ tool, kind, payload }: Pick<EvaluationRecord, 'tool' | 'kind' | 'payload'>): string {
  const about = tellingArgument(payload);
  return `${shown(tool ?? kind)}${about === undefined ? '' : ` ${shown(about, 100)}`}`;
}

const shown = (text: string, most: number = MOST): string => escapeText(String(text), most);
