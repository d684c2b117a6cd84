import { describe, expect, it } from 'vitest';

import { stoppedIn } from '../../../stoppedIn.ts';

const stopped = stoppedIn({
  '/w/governance.yaml': { text: 'version: 1' },
  '/w/.claude/settings.json': { text: '{}' },
  '/w/package.json': { text: '{}' },
  '/w/src/a.ts': { text: 'export {}' },
  '/w/src/a.c': { text: 'int a;' },
  '/w/src/config/app.yaml': { text: 'a: 1' },
  '/w/node_modules/licet/dist/licet.cjs': { text: '' },
  '/w/node_modules/@licet/core/dist/index.js': { text: '' },
  '/w/node_modules/left-pad/index.js': { text: '' },
});

/** Words of programs that no descriptor knows: by a pattern, percent-encoded, or files of the program. */
const WORDS = [
  "sd hooks off './.claude/settings.json'",
  'sd hooks off ./.claud?/settings.json',
  'sd version off governanc[e].yaml',
  'sd version off *.yaml',
  'bindfs ./.claud? /tmp/m',
  'cpp -MD -MF ./.claud?/settings.json /dev/null',
  'logsave -a ./.claud?/settings.json ls',
  'recode utf-8..utf-16 ./.c*/settings.json',
  'objcopy -I binary -O binary src/a.ts ./.claud?/settings.json',
  'foo --out=./.claud?/settings.json',
  'kioclient remove file:///w/.cl%61ude/settings.json',
  'foo [.claude/settings.json]',
  'foo file:.cl%61ude/settings.json',
  'curl -T src/a.ts file:///w/.claude/settings.json',
  'curl -T src/a.ts file:///w/.cl%61ude/settings.json',
  "sd 'process.exit' 'void' node_modules/licet/dist/licet.cjs",
  'sd a b node_modules/@licet/core/dist/index.js',
  'sd a b node_modules/lice?/dist/licet.cjs',
  'degit user/evil node_modules/licet --force',
];

/** Options of described programs whose value is the name of a file that is written, in a table or in none. */
const OPTIONS = [
  'valgrind --log-file=.claude/settings.json true',
  'valgrind --log-file .claude/settings.json true',
  'valgrind --xml-file=.claude/settings.json true',
  'hyperfine --output .claude/settings.json ls',
  'hyperfine --export-json .claude/settings.json ls',
  'hyperfine --export-orgmode .claude/settings.json ls',
  'curl -s --alt-svc .claude/settings.json https://x.example',
  'curl -s --ssl-sessions .claude/settings.json https://x.example',
  'openssl s_client -keylogfile .claude/settings.json -connect x.example:443 </dev/null',
  'openssl s_client -sess_out .claude/settings.json -connect x.example:443 </dev/null',
  'clang -MJ .claude/settings.json -c src/a.c',
  'coverage run --data-file=.claude/settings.json -m this',
  'coverage run --data-file .claude/settings.json -m this',
  'docker build --metadata-file .claude/settings.json .',
  'docker build --iidfile .claude/settings.json .',
  'docker buildx build --metadata-file .claude/settings.json .',
  'docker run --cidfile .claude/settings.json alpine true',
  'go test -coverprofile .claude/settings.json ./...',
  'go test -coverprofile=.claude/settings.json ./...',
  'go test -cpuprofile .claude/settings.json ./...',
  'go test -trace .claude/settings.json ./...',
  'npm ls --some-log-file .claude/settings.json',
];

/** The same programs on other files, and words that only name what governs. */
const INNOCENT = [
  "sd foo bar 'src/*.ts'",
  'sd foo bar src/*.ts',
  'sd foo bar src/config/*.yaml',
  'sd foo bar *.json',
  'tokei *',
  'foo -j$(nproc) lint',
  'foo $(git diff --name-only)',
  'tokei */*.json',
  'tokei **/*.json',
  'objcopy -I binary -O binary src/a.ts /tmp/a.o',
  'foo file:///w/src/a%20b.ts',
  'curl -T src/a.ts file:///w/src/b.ts',
  'curl file:///w/src/a.ts',
  'bat node_modules/left-pad/index.js',
  'sd a b node_modules/left-pad/index.js',
  'degit user/template my-app',
  'foo node_modules/*/package.json',
  'valgrind --log-file=/tmp/v.log true',
  'hyperfine --output null ls',
  'hyperfine --export-json out.json ls',
  'curl -s --alt-svc alt.txt https://x.example',
  'clang -MJ out.json -c src/a.c',
  'coverage run --data-file=.coverage.x -m this',
  'docker build --metadata-file meta.json .',
  'go test -coverprofile cover.out ./...',
  'git log --oneline --follow governance.yaml',
  'git log --stat -p -- .claude/settings.json',
  'git diff --stat governance.yaml',
  'git blame -w governance.yaml',
  'git commit -q -m "edit governance.yaml"',
  'git show HEAD:governance.yaml',
  'grep --color=never -n version governance.yaml',
  'cat --show-all governance.yaml',
  'npx prettier --experimental-cli --check governance.yaml',
  'gh pr create --title "edit governance.yaml" --body "see .claude/settings.json"',
  'gh pr create --body-file governance.yaml',
  'jq --tab . .claude/settings.json',
  'diff --brief governance.yaml src/config/app.yaml',
  'ls --full-time .claude/settings.json',
  'stat --printf=%s governance.yaml',
  'wc --lines governance.yaml',
  'rg --files-with-matches version governance.yaml',
  'npm test -- --reporter dot',
];

describe('a word that is a governed file', () => {
  it.each([...WORDS, ...OPTIONS])('stops `%s`', async command => {
    expect(await stopped(command)).toBeDefined();
  });

  it.each(INNOCENT)('lets `%s` run', async command => {
    expect(await stopped(command)).toBeUndefined();
  });
});
