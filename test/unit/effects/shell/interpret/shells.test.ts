import { describe, expect, it } from 'vitest';

import { stoppedIn } from '../../stoppedIn.ts';

const stopped = stoppedIn({
  '/w/package.json': { text: '{}' },
  '/w/.claude/settings.json': { text: '{}' },
});

/** Texts of shells that few people use. */
const STOPPED = [
  `osh -c 'f=.cla; echo {} > \${f}ude/settings.json'`,
  `rc -c 'f=.cla; echo {} > $f^ude/settings.json'`,
  `ysh -c 'var f = ".cla"; echo {} > $[f]ude/settings.json'`,
  `mrsh -c 'f=.cla; echo {} > \${f}ude/settings.json'`,
  `yash -c 'f=.cla; echo {} > \${f}ude/settings.json'`,
  `oksh -c 'rm -rf ~'`,
  `es -c 'f=.cla; echo {} > $f^ude/settings.json'`,
  `elvish -c 'var f = .cla; rm $f"ude/settings.json"'`,
  `nu -c 'rm (".cla" + "ude/settings.json")'`,
  `xonsh -c 'open(".cla"+"ude/settings.json","w")'`,
  `env osh -c 'rm -rf .claude'`,
  "echo 'rm -rf ~' | osh",
  "timeout 5 osh -c 'rm -rf ~'",
  "find . -name x -exec osh -c 'rm -rf ~' ';'",
  // Code in patterns and modules of zsh
  `zsh -c 'zmodload zsh/mapfile; mapfile[.claude/settings.json]="{}"'`,
  `zsh -c 'zmodload zsh/files; zf_rm -f .cla*/settings.json'`,
  `zsh -c 'zmodload -F zsh/files b:zf_rm; zf_rm -f .cla*/settings.json'`,
  `zsh -c 'zmodload zsh/system'`,
  `zsh -c "echo *(e:'rm -f .cla?de/settings.json':)"`,
  `zsh -c 'echo *(.e{rm -f .cla?de/settings.json})'`,
  `zsh -c "echo *(oe['rm -f .cla?de/settings.json'])"`,
  `zsh -c "echo *(#qe:'rm -f .cla?de/settings.json':)"`,
  `zsh -c 'f() { rm -f .cla?de/settings.json }; echo *(+f)'`,
  `zsh -c 'f() { rm -f .cla?de/settings.json }; echo *(N+f)'`,
];

const INNOCENT = [
  `zsh -c 'zmodload zsh/datetime; echo $EPOCHSECONDS'`,
  `zsh -c 'zmodload -e zsh/mapfile'`,
  `zsh -c 'ls *(.)'`,
  `zsh -c 'ls *(om[1,3])'`,
  `zsh -c 'ls *(N)'`,
  `bash -O extglob -c 'ls !(node_modules|dist)'`,
  `bash -O extglob -c 'ls *.@(jpeg|exe|md)'`,
  'e=1; echo $((e+1))',
  'a=(e=1 f=2); echo done',
  "grep -E 'f(e:x)' package.json",
  "echo 'print(e+1)'",
  `osh -c 'echo a; ls'`,
  `yash -c 'npm test'`,
  'osh --version',
  'nu --version',
  `oksh -c 'ls src | wc -l'`,
];

describe('shells', () => {
  it.each(STOPPED)('stops `%s`', async command => {
    expect(await stopped(command)).toBeDefined();
  });

  it.each(INNOCENT)('lets `%s` run', async command => {
    expect(await stopped(command)).toBeUndefined();
  });
});
