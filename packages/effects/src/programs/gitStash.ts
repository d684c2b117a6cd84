import type { Argument, Call, CommandDescriptor, Finding, Use } from './descriptor.ts';
import { does, effect } from './shapes.ts';

/** A path that counts from the top of the repository, `:/docs` or `:(top)docs`, which git matches as a pattern, quoted or not. */
function fromTop(value: Argument): Argument {
  const { text } = value;
  if (text === undefined) return value;
  const plain = text.replace(/^:(?:\/|\((?:top|glob|icase|,)*\))/, '');
  return plain === text && !/[*?[]/.test(text) ? value : { text: plain === '' ? '.' : plain, glob: /[*?[]/.test(plain) };
}

/** What lies aside is out of reach: files that git does not hold with `-u` and `-a`, named ones, and changes to all others. */
const stashed = (call: Call): readonly Finding[] => {
  const use: Use = { as: 'write', recursive: true, tags: ['moved'] };
  const paths = call.operands.filter(
    ({ text }) => text === undefined || !/^(?:push|save|:[!^]|:\((?!top|glob|icase))/.test(text),
  );
  if (paths.length > 0 && call.path[2] !== 'save') return paths.map(value => ({ use, value: fromTop(value) }));
  if (call.has('-a')) return [{ use, value: '.' }];
  return call.has('-u')
    ? [{ use: { ...use, tags: ['moved', 'unlisted', 'recoverable'], certainty: 'possible' }, value: '.' }]
    : [];
};

const stashOptions = {
  '-m --message --pathspec-from-file': 'text',
  '-u --include-untracked': 'flag',
  '-a --all': 'flag',
  '-p -k -q -S --patch --keep-index --no-keep-index --quiet --staged': 'flag',
} as const;

/** `git stash`. */
export const stash = (): CommandDescriptor => ({
  inspect: call => (call.path.length > 2 ? [] : stashed(call)),
  subcommands: {
    'drop clear': does(effect('delete', 'git_ref:stash', 'history_loss', 'destructive')),
    'push save': () => ({ options: stashOptions, inspect: stashed }),
    show: () => ({ inspect: ({ operands }) => operands.slice(1).map(value => ({ use: 'read', value }) as const) }),
    'pop apply list branch create store export import': () => ({}),
  },
  options: stashOptions,
});
