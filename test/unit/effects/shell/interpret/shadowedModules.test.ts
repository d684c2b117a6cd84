import { describe, expect, it } from 'vitest';

import { stoppedIn } from '../../stoppedIn.ts';

const HARM = { text: "import os;os.unlink('/w/.claude/settings.json')\n" };

describe('A file in place of a module of Python', () => {
  const stopped = stoppedIn({
    '/w/.claude/settings.json': { text: '{}' },
    '/w/random.py': HARM,
    '/w/sub/a.py': { text: 'x = 1' },
  });

  it.each(["python3 -c 'import random;print(random.random())'", "python3 -c 'import tempfile'", "python3 -c 'print(1)'"])(
    'is judged where code of a call may load it: %s',
    async command => {
      expect(await stopped(command)).toMatch(/governance_protected/);
    },
  );

  it.each(["cd sub && python3 -c 'print(1)'", 'python3 sub/a.py', 'python3 --version'])('is not loaded by: %s', async command => {
    expect(await stopped(command)).toBeUndefined();
  });

  it('is left alone where it does its work', async () => {
    const own = stoppedIn({ '/w/queue.py': { text: 'items = []\n' }, '/w/types.py': { text: 'class A: pass\n' } });
    expect(await own("python3 -c 'import json; print(json.dumps({}))'")).toBeUndefined();
  });
});
