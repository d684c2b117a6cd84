import { describe, expect, it } from 'vitest';

import { stoppedIn } from './stoppedIn.ts';

type Files = Parameters<typeof stoppedIn>[0];

/** Files that git holds as they are. */
const held = (texts: Readonly<Record<string, string>>): Files =>
  Object.fromEntries(Object.entries(texts).map(([path, text]) => [`/w/${path}`, { text, held: true }]));

const said = async (command: string, texts: Readonly<Record<string, string>>, more: Files = {}): Promise<string | undefined> =>
  stoppedIn({ '/home/u/Documents/thesis.doc': 'file', ...held(texts), ...more })(command);

describe('an unset variable in front of a deletion', () => {
  it.each([
    ['make clean', { Makefile: 'clean:\n\trm -rf $(BUILD_ROOT)/*\n' }],
    ['make clean', { Makefile: 'clean:\n\trm -rf $(BUILD_ROOT)/lib\n' }],
    ['make clean', { Makefile: 'clean:\n\trm -rf $$BUILD_ROOT/*\n' }],
    ['just clean', { justfile: 'clean:\n    rm -rf "$BUILD_ROOT"/*\n' }],
    ['just clean', { justfile: 'clean:\n    rm -rf {{env("BUILD_ROOT", "")}}/*\n' }],
    ['task clean', { 'Taskfile.yml': 'tasks:\n  clean:\n    cmds:\n      - rm -rf {{.BUILD_ROOT}}/*\n' }],
    ['sh clean.sh', { 'clean.sh': 'rm -rf "$BUILD_ROOT"/*\n' }],
    ['./clean.sh', { 'clean.sh': '#!/bin/bash\ncd src\nrm -rf $BUILD_ROOT/*\n' }],
    ['npm run clean', { 'package.json': '{"scripts":{"clean":"rm -rf $BUILD_ROOT/*"}}' }],
  ])('is named: %s in %j', async (command, files) => {
    expect(await said(command, files)).toMatch(/`\/(?:\*|lib)`, because the variable `BUILD_ROOT` is set nowhere/u);
  });

  it.each([
    ['make clean', { Makefile: 'OUT ?= build\nclean:\n\trm -rf $(OUT)/*\n' }],
    ['make clean', { Makefile: 'ifeq ($(OS),x)\n  OUT := a\nelse\n  OUT := b\nendif\nclean:\n\trm -rf $(OUT)/*\n' }],
    ['make clean', { Makefile: 'include config.mk\nclean:\n\trm -rf $(OUT)/*\n', 'config.mk': 'OUT = build\n' }],
    ['make clean', { Makefile: 'clean: OUT=build\nclean:\n\trm -rf $(OUT)/*\n' }],
    ['make clean', { Makefile: 'clean:\n\t$(RM) -r build/*\n\t-rm -rf $(OBJS) *.o\n' }],
    ['make OUT=build clean', { Makefile: 'clean:\n\trm -rf $(OUT)/*\n' }],
    ['OUT=build make clean', { Makefile: 'clean:\n\trm -rf $(OUT)/*\n' }],
    [
      'make clean',
      { Makefile: 'export OUT = build\nclean:\n\t$(MAKE) -C sub clean\n', 'sub/Makefile': 'clean:\n\trm -rf $(OUT)/*\n' },
    ],
    ['just clean', { justfile: 'set dotenv-load\nclean:\n    rm -rf $OUT/*\n' }],
    ['just clean', { justfile: 'export OUT := "build"\nclean:\n    rm -rf $OUT/*\n' }],
    ['task clean', { 'Taskfile.yml': 'vars:\n  OUT: build\ntasks:\n  clean:\n    cmds:\n      - rm -rf {{.OUT}}/*\n' }],
    ['npm run clean', { 'package.json': '{"scripts":{"clean":"cross-env OUT=build rm -rf $OUT/*"}}' }],
    ['OUT=build ./c.sh', { 'c.sh': '#!/bin/sh\nrm -rf "$OUT"/*\n' }],
    ['./c.sh', { 'c.sh': '#!/bin/sh\nset -eu\nrm -rf "$OUT"/*\n' }],
    ['./c.sh', { 'c.sh': '#!/bin/sh\nrm -rf "${OUT:?}"/*\n' }],
    ['./c.sh', { 'c.sh': '#!/bin/sh\nrm -rf "${OUT:-build}"/*\n' }],
    ['./c.sh', { 'c.sh': '#!/bin/sh\n[ -n "$OUT" ] && rm -rf "$OUT"/*\n' }],
    ['./c.sh', { 'c.sh': '#!/bin/bash\nif [[ -z $OUT ]]; then exit 1; fi\nrm -rf "$OUT"/*\n' }],
    ['./c.sh', { 'c.sh': '#!/bin/sh\n. /etc/ci-settings.sh\nrm -rf "$OUT"/*\n' }],
    ['./c.sh', { 'c.sh': '#!/bin/sh\nset -a; . ./.env; set +a\nrm -rf "$OUT"/*\n', '.env': 'OUT=build\n' }],
    ['./c.sh', { 'c.sh': '#!/bin/sh\nexport $(grep -v "#" .env | xargs)\nrm -rf "$OUT"/*\n' }],
    ['./c.sh', { 'c.sh': '#!/bin/sh\nread -r OUT\nrm -rf "$OUT"/*\n' }],
    ['./c.sh', { 'c.sh': '#!/bin/sh\nD=$(cd "$(dirname "$0")" && pwd)\nrm -rf "$D"/build/*\n' }],
    ['./c.sh', { 'c.sh': '#!/bin/sh\nT=$(mktemp -d)\nrm -rf "$T"/*\n' }],
    ['./c.sh', { 'c.sh': '#!/bin/sh\nrm -rf "$OUT" $CACHE/app-cache\n' }],
  ])('is not what a set, tested or unread one is: %s in %j', async (command, files) => {
    expect(await said(command, files)).toBeUndefined();
  });
});

describe('a link with the name of build output', () => {
  const links: Files = { '/w/build': { link: '/home/u/Documents' }, '/w/src/a.ts': 'held' };

  it.each(['rm -rf build/*', 'rm -rf build/', 'cd build && rm -rf *', 'find build/ -delete', 'rsync -a --delete src/ build/'])(
    'is judged by where it leads: %s',
    async command => {
      expect(await said(command, {}, links)).toContain('outside the project');
    },
  );

  it.each([
    ['make clean', { Makefile: 'clean:\n\trm -rf build/*\n' }],
    ['npm run clean', { 'package.json': '{"scripts":{"clean":"rm -rf build/*"}}' }],
  ])('is judged so in a task that git holds too: %s', async (command, files) => {
    expect(await said(command, files, links)).toContain('outside the project');
  });

  it.each(['rm build', 'rm -rf build', 'unlink build', 'ls build/'])('may go itself, and be looked at: %s', async command => {
    expect(await said(command, {}, links)).toBeUndefined();
  });

  it('is build output where it leads to a scratch folder', async () => {
    expect(
      await said('rm -rf build/*', {}, { '/w/build': { link: '/tmp/build-x' }, '/tmp/build-x/a.o': 'file' }),
    ).toBeUndefined();
  });
});

describe('a file that a shell reads into itself', () => {
  it.each([
    ['source lib.sh; cleanup', { 'lib.sh': 'cleanup() { rm -rf ~/Documents; }\n' }],
    ['bash main.sh', { 'lib.sh': 'cleanup() { rm -rf "$HOME/Documents"; }\n', 'main.sh': '. ./lib.sh\ncleanup\n' }],
    [
      'bash scripts/main.sh',
      {
        'scripts/lib.sh': 'cleanup() { rm -rf "$HOME/Documents"; }\n',
        'scripts/main.sh': '. "$(dirname "$0")/lib.sh"\ncleanup\n',
      },
    ],
    ['bash main.sh', { 'env.sh': 'TARGET="$HOME/Documents"\n', 'main.sh': '. ./env.sh\nrm -rf "$TARGET"\n' }],
    ['. ./env.sh; rm -rf "$TARGET"', { 'env.sh': 'TARGET="$HOME/Documents"\n' }],
    ["bash -c '. ./a.sh; ls'", { 'a.sh': 'ls() { command rm -rf ~/Documents; }\n' }],
  ])('brings its functions and variables: %s in %j', async (command, files) => {
    expect(await said(command, files)).toContain('`~/Documents`');
  });

  it.each([
    ['. ./env.sh; rm -rf "$TARGET"', { 'env.sh': 'TARGET=build\n' }],
    ['. ./env.sh && run_all', { 'env.sh': 'run_all() { $TOOL build "$1"; eval "$HOOK"; }\n' }],
    ['. .venv/bin/activate && pytest', { '.venv/bin/activate': 'PATH="$VIRTUAL_ENV/bin:$PATH"\nexport PATH\n' }],
    ['bash main.sh', { 'env.sh': 'TARGET=build\n', 'main.sh': '. ./env.sh\nrm -rf "$TARGET"/*\n' }],
  ])('may set what a build needs: %s in %j', async (command, files) => {
    expect(await said(command, files)).toBeUndefined();
  });

  it('puts no credentials into words', async () => {
    expect(await said('. ./env.sh; rm -rf ~/"$API_KEY"', { 'env.sh': 'API_KEY=hunter2\n' })).not.toContain('hunter2');
  });
});
