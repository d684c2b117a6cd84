import { isRevealing } from '../../../programs/credentialWords.ts';
import type { Finding } from '../../../programs/descriptor.ts';
import { emitUnknown } from '../../words/emit.ts';
import type { Field } from '../../words/field.ts';
import { literal } from '../../words/field.ts';
import type { AssignedCall } from '../call.ts';
import { emitGoverned } from './governedWords.ts';
import { emitLosingVerb, emitPrintedCredentials } from './undescribed.ts';

const fieldsOf = (words: readonly string[]): readonly Field[] => words.map(word => literal(word));

/** Records what is not known of a call whose subcommand or options no description lists. */
export function emitUnclear({ call, plain, tags, frame }: Pick<AssignedCall, 'call' | 'plain' | 'tags' | 'frame'>): void {
  const { path, unclear, line, descriptors, operands } = call;
  const [name = ''] = path;
  if (unclear === 'dynamic') emitUnknown(frame, 'a subcommand known only at run time', ['dynamic', ...tags], undefined, name);
  else if (unclear === 'unlisted' && descriptors.at(-1)?.otherwise === 'unknown')
    emitUnknown(frame, 'a subcommand that is not known', tags, operands[0]?.text, name);
  if (unclear === 'unlisted' || line.unlisted.some(isRevealing))
    emitPrintedCredentials({ name, args: [...fieldsOf(line.unlisted), ...plain], frame });
}

/** Whether a finding says what is lost, or that nothing is: else the words of an unlisted subcommand do. */
const settlesLoss = (finding: Finding): boolean => 'clears' in finding || ('kind' in finding && finding.kind === 'delete');

/** Records a loss that an unlisted subcommand says by its name. */
export function emitUnclearLoss({ call, findings, frame }: Pick<AssignedCall, 'call' | 'findings' | 'frame'>): void {
  if (call.unclear !== 'unlisted' || findings.some(settlesLoss)) return;
  const [name = '', ...path] = call.path;
  emitLosingVerb({ name, args: [...fieldsOf(path), ...call.operandFields, ...fieldsOf(call.line.unlisted)], frame });
}

/** Options whose value is a place by their name: an address, a database, a folder. */
const NAMES_PLACE =
  /^--(?!.*(?:ignore|exclude|skip))[\w-]*(?:url|uri|dsn|database|db|connection|dir|directory|folder|prefix|output|dest|destination)$/;

/** An address that leads to a file: `sqlite:a.db`, `jdbc:sqlite:a.db`, `file:a`. */
const FILE_ADDRESS = /^(?:jdbc:)?(?:sqlite\d?|file|libsql|duckdb|h2)[\w+]*:/i;

/** Records files that govern the agent among words that no description covers, and among texts that name a place. */
export function emitGovernedPlaces({ call, inside }: Pick<AssignedCall, 'call' | 'inside'>): void {
  const { line, unclear, operandFields } = call;
  const uncovered = [...line.loose, ...(unclear === undefined ? [] : operandFields)];
  const named = line.given
    .filter(({ option }) => NAMES_PLACE.test(option.name))
    .flatMap(({ values }) => values.filter(({ use }) => use === 'text').map(({ field }) => field));
  const addresses = operandFields.filter(({ text }) => FILE_ADDRESS.test(text));
  for (const field of [...uncovered, ...named, ...addresses]) emitGoverned(field, call.path[0] ?? '', inside);
}
