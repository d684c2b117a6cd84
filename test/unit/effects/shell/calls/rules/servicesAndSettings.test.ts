import { describe, expect, it } from 'vitest';

import { stoppedIn } from '../../../stoppedIn.ts';

const stopped = stoppedIn({
  '/w/governance.yaml': { text: 'version: 1' },
  '/w/.claude/settings.json': { text: '{}' },
  '/w/Dockerfile': { text: 'FROM scratch\n' },
  '/w/src/a.ts': { text: 'export {}' },
  '/w/img/Dockerfile': { text: 'FROM scratch\nCOPY x /.claude\n' },
});

/** Properties of a service, settings of git, and content that no listing shows, which comes into the root. */
const HARM = [
  'systemd-run --user --wait -p StandardOutput=truncate:/w/.claude/settings.json echo {}',
  'systemd-run --user --wait --property=StandardError=append:/w/.claude/settings.json echo {}',
  'systemd-run --user -p StandardOutput=file:/w/.claude/settings.json echo {}',
  "systemd-run --user -p 'ExecStopPost=/bin/rm -f /w/.claude/settings.json' true",
  "systemd-run --user -p 'ExecStartPre=-/bin/rm -f /w/.claude/settings.json' true",
  "systemd-run --user -p 'ExecStartPost=+@/bin/rm rm -f /w/.claude/settings.json' true",
  'systemd-run --user -p BindPaths=/w/.claude:/mnt true',
  'systemd-run --user -E GIT_TRACE=/w/.claude/settings.json git status',
  'systemd-run --user -p Environment=GIT_TRACE=/w/.claude/settings.json git status',
  "git -c tar.x.command='rm -f .claude/settings.json' archive --format=x HEAD",
  "git -c gc.recentObjectsHook='rm -f .claude/settings.json' gc",
  "git -c hook.x.command='rm -f .claude/settings.json' commit -m x",
  'git -c http.cookieFile=.claude/settings.json -c http.saveCookies=true fetch',
  'docker cp box:/out/. .',
  'docker cp box:/out/. /w',
  'docker cp "$ID":/out/. .',
  'docker cp box:/.claude .',
  'docker compose cp web:/out/. .',
  'podman cp box:/out/. .',
  'kubectl cp pod:/out/. .',
  'kubectl cp ns/pod:/out .',
  'oc cp pod:/out/. .',
  'docker build -o . .',
  'docker build -o . img',
  'docker buildx build --output type=local,dest=. img',
  'docker build --output=/w img',
  'aws s3 sync s3://b .',
  'aws s3 cp --recursive s3://b/x .',
];

const INNOCENT = [
  'git -c tar.umask=0022 archive HEAD',
  'git -c gc.auto=0 fetch',
  'git -c user.name=x commit -m x',
  'git -c color.ui=always log',
  'docker cp box:/out/. dist/',
  'docker cp box:/out/. /tmp/out',
  'docker cp web:/app/log.txt .',
  'docker cp web:/app/dist .',
  'docker cp a.txt web:/tmp/',
  'kubectl cp pod:/var/log/app.log ./app.log',
  'kubectl cp pod:/out ./out',
  'docker build -o dist .',
  'docker build --output type=local,dest=dist .',
  'docker build -t x .',
  'aws s3 sync s3://b data/',
  'aws s3 cp s3://b/x.csv .',
  "foo 'import os; print(1)'",
  'foo -c "import os, sys"',
  'foo "import { x } from \'y\'"',
  'sd import require src/a.ts',
];

describe('services, settings and content that is not listed', () => {
  it.each(HARM)('stops `%s`', async command => {
    expect(await stopped(command)).toBeDefined();
  });

  it.each(INNOCENT)('lets `%s` run', async command => {
    expect(await stopped(command)).toBeUndefined();
  });

  it('takes the words of code for no commands', async () => {
    expect(await stopped('ghostty -e python3 -c "import os;os.remove(\'governance.yaml\')"')).not.toContain('screen');
    expect(await stopped("foo 'import -window root a.png'")).toContain('screen');
  });
});
