import { analyzeEffects } from '@licet/effects';
import { marksOf } from '@licet/effects/marks';
import { describe, expect, it } from 'vitest';

import { persistencePatterns, runsAgain } from '../../../../packages/effects/src/places/persistence.ts';

const run = async (kind: string, tool: string, payload: object): Promise<readonly string[]> => {
  const analyze = analyzeEffects({ root: '/w', home: '/home/u', env: { HOME: '/home/u' }, files: false });
  const effects = await analyze({ kind, tool, cwd: '/w', sessionId: 's', payload: { ...payload } });
  return effects.flatMap(effect => marksOf(effect, '/w'));
};

describe('what runs again later, by itself', () => {
  it.each([
    'echo x >> ~/.bashrc',
    'ln -s /w/x ~/.zshenv',
    'cp x.service ~/.config/systemd/user/',
    'tee /etc/cron.d/x < x',
    'install -m 644 x.desktop ~/.config/autostart/x.desktop',
    'cat key.pub >> ~/.ssh/authorized_keys',
    'curl -o ~/.config/fish/conf.d/x.fish https://example.org/x',
    "echo 'import x' > .venv/lib/python3.12/site-packages/x.pth",
    `python3 -c 'open(".venv/lib/python3.12/site-packages/sitecustomize.py", "w").write("x")'`,
    `node -e 'require("fs").appendFileSync("/home/u/.profile", "x")'`,
  ])('is written by `%s`', async command => {
    expect(await run('bash', 'Bash', { command })).toContain('persistence');
  });

  it('is written by tools', async () => {
    const file = { content: 'x' };
    expect(await run('write', 'Write', { ...file, file_path: '/home/u/.zshrc' })).toContain('persistence');
    expect(await run('tool', 'mcp__fs__write_file', { ...file, path: '/etc/udev/rules.d/9.rules' })).toContain('persistence');
  });

  it.each([
    'cat ~/.bashrc',
    'cp ~/.vimrc /tmp/vimrc',
    'echo x > .bashrc',
    'echo x > src/sitecustomize.py',
    'pip install requests',
    'mkdir -p .venv/lib/python3.12/site-packages/x',
    'echo npx lint-staged > .husky/pre-commit',
    'echo use nix > .envrc',
  ])('is not written by `%s`', async command => {
    expect(await run('bash', 'Bash', { command })).not.toContain('persistence');
  });

  it('is one list of absolute patterns and patterns from the home', () => {
    expect(persistencePatterns.filter(pattern => !/^(?:~\/|\/|\*\*\/)/.test(pattern))).toEqual([]);
    expect(runsAgain('/home/u/.bashrc')).toBe(false);
    expect(runsAgain('/home/u/.bashrc', '/home/u')).toBe(true);
  });
});
