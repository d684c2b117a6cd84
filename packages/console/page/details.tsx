import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';

import { send } from './api.ts';
import type { Entry } from './api.ts';
import { CallText } from './call.tsx';
import { Chip, Prose } from './parts.tsx';
import { PolicyTree } from './policy.tsx';
import { entries, opened, policy } from './state.ts';
import { clock, effectTexts, messageOf, pretty, said, visible } from './words.ts';
import type { Effect } from './words.ts';

interface Explained {
  readonly ruling: string;
  readonly guard: string;
  readonly place?: { readonly file: string; readonly line: number };
  readonly reason?: string;
  readonly fix?: { readonly summary?: string } | string;
  readonly effects?: readonly Effect[];
}

/** What else a decision may hold, with the name that it has there. */
const MORE: Readonly<Record<string, string>> = {
  gaps: 'What is not known',
  errors: 'Faults',
  obligations: 'What had to be done',
};

/** By what a record is found again. */
const IDENTITY: Readonly<Record<string, string>> = {
  sessionId: 'session',
  agentId: 'agent',
  callId: 'call',
  cwd: 'folder',
  code: 'code',
  evidence: 'evidence',
  actionDigest: 'digest of the action',
  policyDigest: 'digest of the policy',
};

/** The decision that is open: why, by which rule, what to do, what the call would do; then how the policy got there. */
export function Details() {
  const entry = entries.value.find(({ seq }) => seq === opened.value);
  return entry === undefined ? null : <Decision key={entry.seq} entry={entry} />;
}

function Decision({ entry }: { readonly entry: Entry }) {
  const { record, seq } = entry;
  const now = useExplained(record);
  const ruling = said(record['ruling']);
  return (
    <aside class="details" aria-label={`decision ${seq}`}>
      <header>
        <Chip word={ruling} />
        <h3>{said(record['tool'] ?? record['kind'])}</h3>
        <time>{clock(record.at)}</time>
        <button type="button" class="quiet" onClick={() => (opened.value = undefined)} aria-label="close">
          ✕
        </button>
      </header>
      <CallText payload={record['payload']} />
      <dl>
        {record['reason'] !== undefined && (
          <Said term="Why">
            <Prose text={said(record['reason'])} />
          </Said>
        )}
        {record['guard'] !== undefined && ruling !== 'pass' && <Said term="Rule">{ruleText(record, now)}</Said>}
        <Now record={record} now={now} />
        {Object.entries(MORE).map(
          ([name, label]) => record[name] !== undefined && <Said term={label}>{visible(pretty(record[name]))}</Said>,
        )}
        {ruling !== record['enforced'] && <Said term="What was done">nothing: the policy only observes, or is paused</Said>}
        <Said term="Outcome">{outcomeOf(entry)}</Said>
      </dl>
      <Path record={record} />
      <details>
        <summary>Record {seq}</summary>
        <dl>
          {Object.entries(IDENTITY).map(
            ([name, label]) => record[name] !== undefined && <Said term={label}>{visible(pretty(record[name]))}</Said>,
          )}
          <Said term="hash">{entry.hash}</Said>
        </dl>
      </details>
    </aside>
  );
}

function Said({ term, children }: { readonly term: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The rule with its line, where the policy in force still has it. */
function ruleText(record: Entry['record'], now: Explained | string | undefined): string {
  const guard = said(record['guard']);
  const place = typeof now === 'object' && now.guard === guard ? now.place : undefined;
  return place === undefined ? guard : `${guard} · ${place.file}:${place.line}`;
}

function outcomeOf({ record }: Entry): string {
  const found = entries.value.find(
    each => each.record.type === 'outcome' && each.record['evaluationId'] === record['evaluationId'],
  )?.record;
  if (found === undefined) return 'not reported';
  return `${said(found['status'])}${found['error'] === undefined ? '' : `: ${visible(said(found['error']))}`}`;
}

/** How the policy got there: open where a node decided. Nodes of an earlier policy say nothing about this one. */
function Path({ record }: { readonly record: Entry['record'] }) {
  const { node, policyDigest } = record;
  if (policyDigest !== policy.value?.digest) return <p class="note">The policy has changed since.</p>;
  return (
    <details open={typeof node === 'string'}>
      <summary>How the policy decided</summary>
      <PolicyTree lit={typeof node === 'string' ? node : 'none'} />
    </details>
  );
}

/** A row is explained once it was open for so long: the arrow keys go past many. */
const PAUSE_MS = 120;

/** What the policy would say of a call now, and what the call would do. Nothing is changed by asking. */
function useExplained(record: Entry['record']): Explained | string | undefined {
  const found = useSignal<Explained | string | undefined>(undefined);
  useEffect(() => {
    const { kind, tool, payload, cwd, sessionId, agentId, taskType } = record;
    const given = Object.entries({ kind, tool, payload, cwd, sessionId, agentId, taskType }).filter(
      ([, value]) => value !== undefined,
    );
    const timer = setTimeout(() => {
      void send('POST', '/v1/explain', { action: Object.fromEntries(given) }).then(
        answer => (found.value = answer as Explained),
        (error: unknown) => (found.value = messageOf(error)),
      );
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, []);
  return found.value;
}

function Now({ record, now }: { readonly record: Entry['record']; readonly now: Explained | string | undefined }) {
  if (now === undefined) return null;
  if (typeof now === 'string') return <Said term="What it would do">{now}</Said>;
  const { ruling, fix, reason = '', effects } = now;
  const isSame = ruling === record['ruling'];
  const advice = typeof fix === 'string' ? fix : fix?.summary;
  return (
    <>
      {isSame && ruling !== 'pass' && advice !== undefined && (
        <Said term="What to do">
          <Prose text={advice} />
        </Said>
      )}
      {effects !== undefined && (
        <Said term="What it would do">
          {effects.length === 0 ? 'nothing that can be seen' : visible(effectTexts(effects).join('\n'))}
        </Said>
      )}
      {!isSame && (
        <Said term="The policy now">
          <Chip word={ruling} /> <Prose text={reason} />
        </Said>
      )}
    </>
  );
}
