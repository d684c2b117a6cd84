import type { AuditRecord } from '@licet/core';
import type { ChainedRecord, EvaluationRecord } from '@licet/core/store';
import { escapeText } from '@licet/core';
import { isRuling } from '@licet/core/nodes';
import { tellingArgument } from '@licet/core/text';

import { dim, rulingWord } from '@licet/core/command';
import type { Terminal } from '@licet/core/command';

type Colors = Pick<Terminal, 'hasColor'>;

const MOST = 200;

/** Who answered, where nobody gave a name. */
const BY_CHANNEL: ReadonlyMap<string, string> = new Map([['runtime', "at the runtime's own prompt"]]);

/** A time for people, in UTC. */
export function timeText(at: number): string {
  const time = new Date(at);
  return Number.isNaN(time.getTime()) ? String(at) : `${time.toISOString().slice(0, 19).replace('T', ' ')}Z`;
}

/** One line for a record: number, time, what happened. Everything that an agent may have written is escaped. */
export function recordLine({ seq, record }: ChainedRecord, colors: Colors): string {
  const where = dim(`${seq} ${timeText(record.at)}`, colors);
  const session = dim(escapeText(record.sessionId, 40), colors);
  return `${where} ${whatHappened(record, colors)} ${session}`;
}

function whatHappened(record: AuditRecord, colors: Colors): string {
  switch (record.type) {
    case 'evaluation':
      return evaluationText(record, colors);
    case 'ask':
      return `asked  ${shown(record.questions.map(({ reason }) => reason).join('; '))}`;
    case 'answer':
      return `${record.granted.length > 0 && record.granted.every(Boolean) ? 'yes' : 'no'}    ${shown(record.by ?? BY_CHANNEL.get(record.channel ?? '') ?? 'somebody without a name')} ${shown(record.reason ?? '')}`;
    case 'outcome':
      return `${record.status}     ${shown(record.error ?? '')}`;
    case 'commit_failure':
      return `lost   ${shown(record.guard)} ${shown(record.why)}`;
    case 'anomaly':
      return `odd    ${shown(record.code)} ${shown(record.detail)}`;
    case 'fact':
      return `fact   ${shown(record.name)} ${record.change}${record.by === undefined ? '' : ` by ${shown(record.by)}`} ${shown(record.reason ?? '')}`;
    case 'key':
      return `key    ${record.change} ${shown(record.key.name)} ${shown(record.key.keyId, 16)}`;
    case 'rotation':
      return `${record.file === undefined ? 'pruned' : `file ${record.file} closed`}, records from ${record.first} on are kept`;
  }
}

function evaluationText(record: EvaluationRecord, colors: Colors): string {
  const { ruling, enforced, guard, code, reason } = record;
  const word = isRuling(ruling) ? rulingWord(ruling, colors) : shown(ruling);
  const only = ruling === enforced ? '' : ' (observed)';
  const why = reason === undefined ? '' : ` ${shown(reason)}`;
  return `${word}${only} ${actionText(record)} ${dim(`${shown(guard)}, ${shown(code)}`, colors)}${why}`;
}

/** What an action was, in a few words: its tool and the argument that says what it is about. */
export function actionText({ tool, kind, payload }: Pick<EvaluationRecord, 'tool' | 'kind' | 'payload'>): string {
  const about = tellingArgument(payload);
  return `${shown(tool ?? kind)}${about === undefined ? '' : ` ${shown(about, 100)}`}`;
}

const shown = (text: string, most: number = MOST): string => escapeText(String(text), most);
