import { analyzeEffects, analyzeShell } from '@licet/effects';
import { memoryFiles } from '@licet/effects/places';
import { describe, expect, test } from 'vitest';

const table = { '/w/.env': { text: 'A=1' }, '/w/src/a.ts': { text: '' }, '/w/secrets/stripe.json': { text: '{}' } };
const world = { cwd: '/w', root: '/w', home: '/home/u', env: {}, files: memoryFiles(table) };

/** Whether a command reads a secret that is not just something that lies beside what it reads. */
const aims = (command: string): boolean =>
  analyzeShell(command, world).some(
    ({ kind, tags = [] }) => kind === 'read' && tags.includes('secret') && !tags.includes('among'),
  );

describe('searches that aim at credentials', () => {
  test.each([
    "grep -rnE 'sk_live_[0-9a-z]+' .",
    "grep -rIhoE 'AKIA[0-9A-Z]{16}' --exclude-dir=node_modules .",
    "grep -rhoP '(?<=SECRET_KEY=).*' .",
    "rg -uuu 'BEGIN (RSA|OPENSSH|EC) PRIVATE KEY'",
    "rg --no-ignore --hidden -e '(?i)password\\s*[=:]' .",
    'rg --hidden --no-ignore -N \'(sk_live_|"private_key")\' .',
    "git grep --untracked --no-exclude-standard -hnIE '(SECRET|TOKEN)[\"]?\\s*[=:]'",
    "ag -u 'ghp_[A-Za-z0-9]{36}'",
    "find . -type f | xargs cat | grep -oE 'sk_(live|test)_\\w+'",
    "find . -type f -exec grep -HE 'xox[bp]-' {} +",
    "perl -ne 'print if /sk_live_/' $(find . -type f)",
    "tar -cf - . | strings -n 12 | grep -E 'BEGIN [A-Z ]*PRIVATE KEY'",
    "cat **/* | grep 'glpat-'",
  ])('%s', command => {
    expect(aims(command)).toBe(true);
  });

  test.each([
    'grep -rn password .',
    "grep -rn 'API_KEY' .",
    "grep -rnE 'sk_live_' src",
    "grep -rlE 'sk_live_' .",
    "rg 'AKIA[0-9A-Z]{16}'",
    "git grep -n 'sk_live_'",
    "rg -uuu 'TODO'",
    'tar -cf - . | strings | grep version',
    'find . -type f | xargs grep -n TODO',
  ])('not %s', command => {
    expect(aims(command)).toBe(false);
  });

  test('are known to a tool that searches, too', async () => {
    const read = (pattern: string) =>
      analyzeEffects(world)({
        kind: 'tool',
        tool: 'Grep',
        sessionId: 's',
        cwd: '/w',
        payload: { pattern, path: '.', output_mode: 'content' },
      });
    const isAimed = async (pattern: string): Promise<boolean> =>
      [...(await read(pattern))].some(({ tags = [] }) => tags.includes('secret') && !tags.includes('among'));
    expect(await isAimed('sk_live_|AKIA[0-9A-Z]{16}')).toBe(true);
    expect(await isAimed('password')).toBe(false);
  });
});

describe('files that git is told to ignore', () => {
  test.each([
    'git ls-files -z --others --ignored --exclude-standard | xargs -0 head -n 8',
    'cat $(git ls-files -oi --exclude-standard)',
    'git ls-files -o | xargs grep -HI .',
    'git ls-files -o -i --exclude-standard | while read -r f; do cat "$f"; done',
    "git status --ignored --porcelain | grep '^!!' | cut -c4- | xargs cat",
    "git status --short --ignored | awk '/^!!/{print $2}' | xargs tail",
    'find . -type f | git check-ignore --stdin | xargs cat',
    "git clean -ndX | sed 's/Would remove //' | xargs cat",
    'git ls-files -o -i --exclude-standard | tar -cf - -T - | strings',
    "printf '%s\\n' .env | cpio -o",
    'echo secrets/stripe.json | zip - -@ | zcat',
    'tar -cf - -T <(echo .env) | strings',
  ])('%s reads the secrets among them', command => {
    expect(aims(command)).toBe(true);
  });

  test.each([
    'git ls-files --others --exclude-standard | xargs head',
    'git status --ignored --short',
    "git ls-files -o -i --exclude-standard | grep '\\.log$' | xargs head",
    'git ls-files -o -i --exclude-standard -- src | xargs head',
    'git ls-files | xargs wc -l',
    'git check-ignore -v .env',
  ])('%s does not', command => {
    expect(aims(command)).toBe(false);
  });
});
