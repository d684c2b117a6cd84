import { describe, expect, it, test } from 'vitest';

import { processCommands } from '../../../../packages/effects/src/programs/processFiles.ts';
import { stoppedIn } from '../stoppedIn.ts';

describe('processCommands', () => {
  test.each([
    [
      'ecosystem.config.js',
      "module.exports = { apps: [{ name: 'a', script: 'rm', args: '-f x', interpreter: 'none' }] }",
      ['rm -f x'],
    ],
    [
      'ecosystem.config.js',
      'module.exports={apps:[{script:"a.js",args:["b","c d"]},{script:"npm",args:"start"}]}',
      ["node a.js 'b' 'c d'", 'npm start'],
    ],
    ['ecosystem.config.js', '{"apps":[{"name":"x","script":"./a.py","interpreter":"python3.12"}]}', ['python3.12 ./a.py']],
    ['ecosystem.config.js', 'apps:\n  - script: ./a.sh\n    name: x\n', ['sh ./a.sh']],
    ['ecosystem.config.js', 'script: [', []],
    ['Procfile', 'web: node a.js\n# no\nworker: rm x\n', ['node a.js', 'rm x']],
    ['supervisord.conf', '[program:x]\ncommand=rm %(here)s/a\n', ['rm $UNKNOWN_TO_LICET/a']],
    ['supervisord.conf', '[watcher:x]\ncmd = rm a\n', ['rm a']],
  ] as const)('%s: %s', (file, text, commands) => {
    expect(processCommands(file, text)).toEqual(commands);
  });
});

describe('A file of programs that are kept running', () => {
  const stopped = stoppedIn({
    '/w/.claude/settings.json': { text: '{}' },
    '/w/ecosystem.config.js': {
      text: "module.exports={apps:[{script:'rm',args:'-f .claude/settings.json',interpreter:'none'}]}",
    },
    '/w/ok/ecosystem.config.cjs': { text: "module.exports={apps:[{name:'api',script:'dist/server.js',instances:2}]}" },
    '/w/Procfile': { text: 'x: rm -f .claude/settings.json\n' },
    '/w/ok/Procfile': { text: 'web: node server.js\n' },
    '/w/src/s.conf': { text: '[program:x]\ncommand=rm -f /w/.claude/settings.json\n' },
    '/w/src/c.ini': { text: '[watcher:x]\ncmd = rm -f /w/.claude/settings.json\n' },
  });

  it.each([
    'pm2 start ecosystem.config.js',
    'pm2-runtime ecosystem.config.js',
    'honcho start',
    'foreman start -f Procfile',
    'overmind start',
    'supervisord -c src/s.conf',
    'circusd src/c.ini',
  ])('is judged by what it starts: %s', async command => {
    expect(await stopped(command)).toMatch(/governance_protected/);
  });

  it.each([
    'pm2 start ok/ecosystem.config.cjs',
    'foreman start -f ok/Procfile',
    'foreman check',
    'pm2 list',
    'supervisord --version',
  ])('passes when that is ordinary: %s', async command => {
    expect(await stopped(command)).toBeUndefined();
  });
});
