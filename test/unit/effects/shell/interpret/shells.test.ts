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
];

const INNOCENT = [`osh -c 'echo a; ls'`, `yash -c 'npm test'`, 'osh --version', 'nu --version', `oksh -c 'ls src | wc -l'`];

describe('shells', () => {
  it.each(STOPPED)('stops `%s`', async command => {
    expect(await stopped(command)).toBeDefined();
  });

  it.each(INNOCENT)('lets `%s` run', async command => {
    expect(await stopped(command)).toBeUndefined();
  });
});
