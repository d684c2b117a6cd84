import type { ComponentChildren } from 'preact';

import { visible } from './words.ts';

/** A ruling, or another word of the same weight, in its color. `look` is the ruling whose color it has. */
export function Chip({ word, look = word }: { readonly word: string; readonly look?: string }) {
  return word === '' ? null : <span class={`ruling ${look}`}>{word}</span>;
}

/** How many calls were warned of, asked about and blocked. */
export function RulingCounts({ rulings }: { readonly rulings: Readonly<Record<string, number>> }) {
  return (
    <span class="chips">
      {['warn', 'ask', 'block'].map(
        name => (rulings[name] ?? 0) > 0 && <Chip key={name} word={`${rulings[name]} ${name}`} look={name} />,
      )}
    </span>
  );
}

interface EmptyProps {
  readonly title: string;
  /** What a person can type to see something here. */
  readonly command?: string;
  readonly children?: ComponentChildren;
}

/** What a view says while there is nothing to show: why, and how something comes here. */
export function Empty({ title, command, children }: EmptyProps) {
  return (
    <div class="empty">
      <p>
        <b>{title}</b>
      </p>
      {children !== undefined && <p>{children}</p>}
      {command !== undefined && <code>{command}</code>}
    </div>
  );
}

/** A text of the policy or of a guard: what is between backticks is code, and nothing in it can hide. */
export function Prose({ text }: { readonly text: string }) {
  return (
    <>
      {visible(text)
        .split('`')
        .map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}
    </>
  );
}

/** What is used of a limit. */
export function Meter({ name, used, max }: { readonly name: string; readonly used: number; readonly max?: number }) {
  return (
    <div class="meter">
      <span>{name}</span>
      {max !== undefined && (
        <meter min={0} max={max} low={max * 0.8} high={max * 0.95} optimum={0} value={used} aria-label={name} />
      )}
      <span class="who">{max === undefined ? `${used} used` : `${used} of ${max}`}</span>
    </div>
  );
}

/** A session in a few letters; the whole name on demand. */
export function SessionName({ id }: { readonly id: string }) {
  return <span title={id}>{id.length > 12 ? id.slice(0, 8) : id}</span>;
}
