import { emit } from '../words/frame.ts';
import type { Frame } from '../words/frame.ts';
import type { Field } from '../words/field.ts';

const losing =
  /^(?:delete|destroy|drop|purge|wipe|erase|nuke|truncate|terminate|teardown|flush|rm|del|delete[-_:]\w+|destroy[-_:]\w+|drop[-_:]\w+|(?:db|database|migrate|migration|migrations|schema|cache)[-_:](?:drop|reset|wipe|fresh|refresh|rollback)|\w+[-_:](?:delete|destroy|purge|wipe))$/i;

/** Words that turn a reset into a loss: `migrate reset --force`. */
const resetting = /^(?:reset|fresh|refresh)$/i;

const onlyLooks = /^(?:--help|-h|--dry-run|-n|--version)$/;

/** Records that a program nobody describes destroys something, when one of its first words says so. */
export function emitLosingVerb(name: string, args: readonly Field[], frame: Frame): void {
  if (args.some(({ text }) => onlyLooks.test(text))) return;
  const words = args.slice(0, 3);
  const forced = args.some(({ text }) => /^(?:--force|-f|--yes|-y|--noinput|--no-input)$/.test(text));
  if (!words.some(({ text }) => losing.test(text) || (forced && resetting.test(text)))) return;
  const said = [name, ...args.map(({ source }) => source)].join(' ').slice(0, 200);
  const target = { type: 'named', category: 'resource', name: said } as const;
  emit(frame, { kind: 'delete', target, program: name, possible: true, tags: ['destructive', 'unlisted'] });
}
