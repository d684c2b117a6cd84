import { Chip } from './parts.tsx';
import { decisions, entries } from './state.ts';
import { about, clock, said, visible } from './words.ts';

/** How many answers are shown. */
const MOST = 20;

/** The requests that were answered, the latest first: by whom, and with which words. */
export function AnsweredList() {
  const answers = entries.value.filter(({ record }) => record.type === 'answer').slice(0, MOST);
  if (answers.length === 0) return null;
  return (
    <section aria-labelledby="answered-title">
      <h3 id="answered-title">Answered</h3>
      <ul class="plain card" aria-label="answered requests">
        {answers.map(({ seq, record }) => {
          const { granted, by, reason, channel } = record;
          const isYes = Array.isArray(granted) && granted.length > 0 && granted.every(Boolean);
          const asked = decisions.value.find(each => each.record['evaluationId'] === record['evaluationId'])?.record;
          const who = said(by) || (channel === 'runtime' ? "at the runtime's prompt" : 'by a person without a name');
          return (
            <li key={seq} class="brief">
              <Chip word={isYes ? 'yes' : 'no'} look={isYes ? 'pass' : 'block'} />
              <code>{asked === undefined ? 'an earlier request' : about(asked)}</code>
              <time>{clock(record.at)}</time>
              <span class="sub">{visible([who, said(reason)].filter(Boolean).join(': '))}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
