import { describe, expect, it } from 'vitest';

import { stoppedIn } from '../stoppedIn.ts';

const stopped = stoppedIn({
  '/w/governance.yaml': { text: '' },
  '/w/src/index.ts': { text: 'x' },
  '/w/dist/a.js': { text: 'x' },
});

describe('programs that remove duplicates', () => {
  it.each([
    'fdupes -dN .',
    'fdupes -rdN src',
    'jdupes -rd -N src',
    'jdupes -L src',
    'jdupes -l src',
    'rdfind -deleteduplicates true .',
    'rdfind -makehardlinks true src',
    'rdfind -makesymlinks true src',
    'hardlink src',
    'fclones remove < x',
    'fclones link < x',
    'fclones group src | fclones remove',
    'czkawka_cli dup -d src -D AEN',
  ])('stops `%s`', async command => {
    expect(await stopped(command)).toBeDefined();
  });

  it.each([
    'fdupes -r .',
    'jdupes -r src',
    'rdfind src',
    'rdfind -dryrun true -deleteduplicates true src',
    'rdfind -deleteduplicates false src',
    'hardlink -n src',
    'fclones group src',
    'rmlint src',
    'czkawka_cli dup -d src',
    'fdupes -dN /tmp/x',
  ])('lets `%s` run', async command => {
    expect(await stopped(command)).toBeUndefined();
  });
});
