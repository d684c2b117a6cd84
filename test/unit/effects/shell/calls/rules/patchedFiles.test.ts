import { describe, expect, it } from 'vitest';

import { stoppedIn } from '../../../stoppedIn.ts';

const unified = (from: string, to: string): { text: string } => ({
  text: `--- ${from}\n+++ ${to}\n@@ -0,0 +1 @@\n+{}\n`,
});
const mail = (encoding: string, body: string): { text: string } => ({
  text: `From a Mon Sep 17 00:00:00 2001\nFrom: a <a@b>\nSubject: x\nContent-Transfer-Encoding: ${encoding}\n\n${body}\n`,
});

const stopped = stoppedIn({
  '/w/governance.yaml': { text: 'version: 1' },
  '/w/.claude/settings.json': { text: '{}' },
  '/w/src/a.ts': { text: 'export {}' },
  '/w/p/octal.patch': unified('/dev/null', '"b/.cl\\141ude/settings.local.json"'),
  '/w/p/quoted.patch': unified('"a/src/a.ts"', '"b/src/a.ts"'),
  '/w/p/umlaut.patch': unified('/dev/null', '"b/src/\\303\\244.ts"'),
  '/w/p/plain.patch': unified('a/src/a.ts', 'b/src/a.ts'),
  '/w/p/deep.patch': unified('a/x/governance.yaml', 'b/x/governance.yaml'),
  '/w/p/strip.patch': unified('x/governance.yaml', 'x/governance.yaml'),
  '/w/p/binary.patch': {
    text: 'diff --git "a/.cl\\141ude/settings.json" "b/.cl\\141ude/settings.json"\nindex 1..2 100644\nGIT binary patch\nliteral 2\nJc$_\n\nliteral 1\nIc$_\n',
  },
  '/w/p/mode.patch': {
    text: 'diff --git a/.claude/settings.json b/.claude/settings.json\ndeleted file mode 100644\nindex 1..0\n',
  },
  '/w/p/image.patch': {
    text: 'diff --git a/src/a.png b/src/a.png\nindex 1..2 100644\nGIT binary patch\nliteral 2\nJc$_\n\nliteral 1\nIc$_\n',
  },
  '/w/p/rename.patch': {
    text: 'diff --git a/src/a.ts b/.claude/settings.json\nsimilarity index 100%\nrename from src/a.ts\nrename to ".cl\\141ude/settings.json"\n',
  },
  '/w/p/context.patch': {
    text: '*** .claude/settings.json.orig\tx\n--- .claude/settings.json\tx\n***************\n*** 1 ****\n! {}\n--- 1 ----\n! []\n',
  },
  '/w/p/index.patch': { text: 'Index: .claude/settings.json\n==========\n@@ -1 +1 @@\n-{}\n+[]\n' },
  '/w/p/base64.mbox': mail('base64', 'ZGlmZiAtLWdpdCBhLy5jbGF1ZGUvc2V0dGluZ3MubG9jYWwuanNvbg=='),
  '/w/p/printable.mbox': mail('quoted-printable', '--- a/src/a.ts\n+++ b/.cl=61ude/settings.json\n@@ -0,0 +1 @@\n+x'),
  '/w/p/plain.mbox': mail('8bit', '--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1 +1 @@\n-a\n+b'),
});

const HARM = [
  'git apply p/octal.patch',
  'patch -p1 < p/octal.patch',
  'patch -p1 -i p/octal.patch',
  'git apply -p1 < p/octal.patch',
  'git apply p/binary.patch',
  'git apply p/mode.patch',
  'git apply p/rename.patch',
  'git apply p/strip.patch',
  'git apply -p2 p/deep.patch',
  'patch -p2 < p/deep.patch',
  'patch -p0 < p/context.patch',
  'patch -p0 < p/index.patch',
  'git am p/base64.mbox',
  'git am < p/base64.mbox',
  'git am p/printable.mbox',
];

const INNOCENT = [
  'git apply p/quoted.patch',
  'git apply p/umlaut.patch',
  'git apply p/plain.patch',
  'patch -p1 < p/plain.patch',
  'git apply p/image.patch',
  'git apply --check p/octal.patch',
  'git am p/plain.mbox',
];

describe('a patch', () => {
  it.each(HARM)('that changes what governs stops `%s`', async command => {
    expect(await stopped(command)).toBeDefined();
  });

  it.each(INNOCENT)('of other files lets `%s` run', async command => {
    expect(await stopped(command)).toBeUndefined();
  });
});
