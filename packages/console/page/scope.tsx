import type { Signal } from '@preact/signals';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

import { send, wantedScope } from './api.ts';
import type { Waiting } from './api.ts';
import { messageOf } from './words.ts';

/** What a yes covers besides the one call, as the server takes it. */
export interface Scope {
  readonly lasts: 'task' | 'session' | 'time';
  readonly until: number;
  readonly uses: number;
  readonly region: 'file' | 'folder';
  readonly turnId?: string;
}

/** What a person has chosen. `isRead` once the page shows what it would cover. */
export interface ChosenScope {
  readonly lasts: '' | Scope['lasts'];
  readonly region: Scope['region'];
  readonly uses: number;
  readonly minutes: number;
  readonly isRead: boolean;
}

interface Coverage {
  readonly lines: readonly string[];
  readonly covered: readonly string[];
  readonly near: readonly string[];
  readonly digest: string;
}

const HALF_AN_HOUR = 30;
const HALF_A_DAY = 12 * 60;

/** What is chosen at first: what the terminal has said, for the request that it has named. */
export function firstChoice({ id, mayCover, action }: Waiting): ChosenScope {
  const said = wantedScope.value;
  const isSaid = said !== undefined && said.request === id && mayCover;
  const usual = {
    lasts: action.kind === 'licet_task' && mayCover ? 'task' : '',
    region: 'file',
    uses: 100,
    minutes: HALF_AN_HOUR,
  } as const;
  return { ...usual, ...(isSaid && said.scope), isRead: false };
}

/** The scope that is sent: undefined for a yes to one call. */
export function scopeOf({ lasts, region, uses, minutes }: ChosenScope, { action: { turnId } }: Waiting): Scope | undefined {
  if (lasts === '') return undefined;
  const isUnnamed = lasts === 'task' && turnId === undefined;
  const left = lasts === 'time' ? minutes : isUnnamed ? HALF_AN_HOUR : HALF_A_DAY;
  // A minute less than the server takes, since both read a clock.
  const until = Date.now() + left * 60_000 - (isUnnamed ? 1_000 : 0);
  return { lasts, until, uses, region, ...(lasts === 'task' && turnId !== undefined && { turnId }) };
}

interface Choosing {
  readonly request: Waiting;
  readonly choice: Signal<ChosenScope>;
  /** Whether the request is answered: the card keeps its height, so that no button slides under the cursor. */
  readonly isDisabled: boolean;
}

/** Has a person choose what their yes covers, and shows it before they say it. */
export function ScopeChoice({ request, choice, isDisabled }: Choosing) {
  const shown = useSignal<Coverage | undefined>(undefined);
  const fault = useSignal('');
  const { lasts, region, uses, minutes } = choice.value;
  const choose = (more: Partial<ChosenScope>): void => void (choice.value = { ...choice.value, ...more });
  useEffect(() => {
    shown.value = undefined;
    fault.value = '';
    choose({ isRead: false });
    if (lasts === '') return;
    send('GET', `/v1/coverage/${encodeURIComponent(request.id)}?region=${region}`).then(
      found => {
        const coverage = found as Coverage;
        if (coverage.digest !== request.digest) return void (fault.value = 'the request has changed: load the page again');
        shown.value = coverage;
        choose({ isRead: true });
      },
      (error: unknown) => void (fault.value = messageOf(error)),
    );
  }, [lasts, region]);
  const isTask = request.action.kind === 'licet_task';
  return (
    <fieldset disabled={isDisabled}>
      <label>
        covers{' '}
        <select value={lasts} onChange={({ currentTarget }) => choose({ lasts: currentTarget.value as ChosenScope['lasts'] })}>
          {!isTask && <option value="">this one call</option>}
          <option value="task">all such calls of this task</option>
          <option value="session">all such calls of this session</option>
          <option value="time">all such calls for {minutes} minutes</option>
        </select>
      </label>
      {lasts !== '' && (
        <>
          <label>
            at most{' '}
            <input
              type="number"
              min={1}
              max={1_000}
              value={uses}
              onInput={({ currentTarget }) => choose({ uses: Number(currentTarget.value) })}
            />{' '}
            calls
          </label>
          <label>
            <input
              type="checkbox"
              checked={region === 'folder'}
              onChange={({ currentTarget }) => choose({ region: currentTarget.checked ? 'folder' : 'file' })}
            />{' '}
            any file directly in the same folder
          </label>
          {shown.value !== undefined && (
            <pre aria-label="what it covers">
              {[
                'Every call of this session that does only this:',
                ...shown.value.lines.map(line => `  ${line}`),
                'Covered, for example:',
                ...shown.value.covered.map(line => `  ${line}`),
                'Not covered by it:',
                ...shown.value.near.map(line => `  ${line}`),
              ].join('\n')}
            </pre>
          )}
          <p class="fault">{fault.value}</p>
        </>
      )}
    </fieldset>
  );
}
