import type { Effect, NetworkTarget } from '@licet/core';
import { otherKeyboard } from '../places/terminals.ts';
import { ofTool } from '../tools/use.ts';
import type { ToolContext } from '../tools/use.ts';
import type { CodeUse } from '../uses.ts';
import { optionsOf } from './value.ts';
import type { Value } from './value.ts';

/** A call as the judges of library functions see it. */
export interface CodeCall {
  /** The full name of what is called. */
  readonly name: string;
  readonly args: readonly Value[];
  /** Keyword arguments in Python; the fields of the last record in JavaScript. */
  readonly named: ReadonlyMap<string, Value>;
  readonly certainty: Effect['certainty'];
}

/** What a library function does. */
export interface FunctionUse {
  readonly args?: readonly CodeUse[];
  /** Uses of keyword arguments, or of options. */
  readonly named?: Readonly<Record<string, CodeUse>>;
  readonly effects?: readonly Pick<Effect, 'kind' | 'target' | 'tags' | 'note'>[];
  /** Values that are not arguments as they are, with their uses: the words of `execlp`, a folder that is understood. */
  readonly values?: (call: CodeCall) => readonly (readonly [use: CodeUse, value: Value])[];
  readonly decide?: (call: CodeCall) => FunctionUse;
}

/** Where scanned code would run: a tool call's world, with the language as the program. */
export interface CodeContext extends ToolContext {
  /** Whether the code takes words from its caller: what it is given is not to be seen in its text. */
  readonly takesWords?: boolean;
}

/** A function that connects somewhere, or lets others in. */
export const network = (direction: NetworkTarget['direction']): FunctionUse => ({
  effects: [{ kind: 'network', target: { type: 'network', direction } }],
});

const unknownKind = (note: string) => ({ kind: 'unknown', tags: ['dynamic', 'inline_code'], note }) as const;

/** An effect that is only known to happen. */
export const dynamicEffect = (note: string, program: string, certainty: Effect['certainty'] = 'certain'): Effect =>
  ofTool(program, { ...unknownKind(note), certainty });

/** A function of which it is not known what it does. */
export const unseen = (note: string): FunctionUse => ({ effects: [unknownKind(note)] });

/** A function that types into another program. */
export const types: FunctionUse = { effects: [{ kind: 'write', target: otherKeyboard }] };

/** A function that ends a process. */
export const endsProcess: FunctionUse = {
  effects: [{ kind: 'delete', target: { type: 'named', category: 'process', name: 'process' }, tags: ['disrupts'] }],
};

/** A function that gives the process the rights of somebody else. */
export const changesUser: FunctionUse = { effects: [{ kind: 'privilege', tags: ['privilege'] }] };

/** An entry of a table by its name, and nothing that every object has. */
export const ownOf = <Entry>(table: Readonly<Record<string, Entry>>, name: string): Entry | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/** Whether an option of a call may be switched on. */
export const isTrue = (value: Value | undefined): boolean =>
  value !== undefined &&
  optionsOf(value).some(option => !(option.type === 'number' && option.value === 0) && option.type !== 'own');
