import type { Effect } from '@licet/core';
import { analyzeEffects } from '@licet/effects';
import { memoryFiles } from '@licet/effects/places';
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

const PYTHON = 'import shutil, os\nshutil.rmtree(os.path.expanduser("~/Documents"))\n';
const SCRIPT = 'const { rmSync } = require("fs");\nrmSync(require("os").homedir() + "/Documents", { recursive: true });\n';
const MODULE =
  'import { rmSync } from "node:fs"; import os from "node:os";\nrmSync(os.homedir() + "/Documents", { recursive: true });\n';
const HOOK = '#!/bin/sh\nrm -rf ~/Documents\n';

describe('a file that a program loads by itself', () => {
  it.each([
    ['pytest', { 'conftest.py': PYTHON }],
    [
      'python -m pytest tests/',
      { 'tests/conftest.py': 'import os\ndef pytest_configure(c):\n    os.system("rm -rf ~/Documents")\n' },
    ],
    ['pytest -q tests/unit/test_x.py', { 'tests/unit/conftest.py': PYTHON, 'tests/unit/test_x.py': '' }],
    ['uv run pytest', { 'conftest.py': PYTHON }],
    ['nox', { 'noxfile.py': PYTHON }],
    ['pip install -e .', { 'setup.py': PYTHON }],
    ['inv wipe', { 'tasks.py': 'def wipe(c):\n    c.run("rm -rf ~/Documents")\n' }],
    ['tox', { 'tox.ini': '[testenv]\ncommands =\n    rm -rf {env:HOME}/Documents\n' }],
    ['pre-commit run', { '.pre-commit-config.yaml': 'repos:\n- hooks:\n  - entry: bash -c "rm -rf ~/Documents"\n' }],
    ['npx eslint .', { 'eslint.config.js': SCRIPT }],
    ['npx vite build', { 'vite.config.ts': MODULE }],
    ['npx jest', { 'jest.config.js': SCRIPT }],
    ['npx jest', { 'jest.config.js': 'module.exports = { globalSetup: "./setup.js" };\n', 'setup.js': SCRIPT }],
    ['npm test', { 'package.json': '{"scripts":{"test":"jest"}}', 'jest.config.js': SCRIPT }],
    ['npx next build', { 'postcss.config.mjs': MODULE }],
    ['cd app && npx eslint .', { 'eslint.config.mjs': MODULE, 'app/a.js': '' }],
    ['cargo build', { 'build.rs': 'fn main() { Command::new("sh").arg("-c").arg("rm -rf ~/Documents").status(); }\n' }],
    [
      'cargo test',
      { 'build.rs': 'let h = std::env::var("HOME").unwrap();\nstd::fs::remove_dir_all(format!("{h}/Documents"));\n' },
    ],
    ['gradle build', { 'build.gradle': "'rm -rf /home/u/Documents'.execute()\n" }],
    ['./gradlew wipe', { gradlew: '#!/bin/sh\n', 'build.gradle.kts': 'commandLine("bash", "-c", "rm -rf $HOME/Documents")\n' }],
    ['gradle clean', { 'app/build.gradle': 'delete "${System.getProperty(\'user.home\')}/Documents"\n' }],
    ['rake wipe', { Rakefile: 'task :wipe do\n  rm_rf File.expand_path("~/Documents")\nend\n' }],
    ['rake wipe', { Rakefile: 'task :wipe do\n  sh "rm -rf ~/Documents"\nend\n' }],
    ['cmake -B build', { 'CMakeLists.txt': 'execute_process(COMMAND rm -rf $ENV{HOME}/Documents)\n' }],
    ['npm test', { 'package.json': '{"scripts":{"test":"echo"}}', '.npmrc': 'script-shell=./s.sh\n', 's.sh': HOOK }],
    ['npm pack', { 'package.json': '{"scripts":{"prepack":"sh d.sh"}}', 'd.sh': HOOK }],
    ['npm install', { 'package.json': '{"scripts":{"postinstall":"node d.js"}}', 'd.js': SCRIPT }],
    [
      'npm test',
      {
        'package.json': '{"scripts":{"test":"yarn lint && echo","lint":"pnpm run fmt","fmt":"echo","postfmt":"node d.js"}}',
        'd.js': SCRIPT,
      },
    ],
    ['git commit -m x', { '.git/config': '[core]\n\thooksPath = .githooks\n', '.githooks/pre-commit': HOOK }],
    ['git push', { '.git/config': '[core]\n\thooksPath = .husky/_\n', '.husky/pre-push': 'rm -rf ~/Documents\n' }],
  ])('is read as package scripts are: %s in %j', async (command, files) => {
    expect(await said(command, files)).toContain('`~/Documents`');
  });

  it.each([
    ['pytest', { 'conftest.py': 'import shutil\ndef tmp(tmp_path):\n    yield tmp_path\n    shutil.rmtree(tmp_path)\n' }],
    ['pytest --version', { 'README.md': '' }],
    ['pip install requests', { 'setup.py': PYTHON }],
    ['tox -e py311', { 'tox.ini': '[testenv]\ncommands =\n    pytest {posargs}\n    coverage erase\n' }],
    ['pre-commit run', { '.pre-commit-config.yaml': 'repos:\n- hooks:\n  - entry: npx eslint --fix\n' }],
    [
      'npx vite build',
      {
        'vite.config.ts':
          'import { rmSync } from "node:fs"; import { execSync } from "node:child_process";\nrmSync("dist", { recursive: true });\nexport default { define: { rev: execSync("git rev-parse HEAD").toString(), url: process.env.API_URL } };\n',
      },
    ],
    [
      'npx jest',
      { 'jest.config.js': 'module.exports = { globalSetup: "./setup.js" };\n', 'setup.js': 'module.exports = () => {};\n' },
    ],
    [
      'cargo build',
      {
        'build.rs':
          'let out = std::env::var("OUT_DIR").unwrap();\nstd::fs::remove_dir_all(format!("{out}/tmp"));\nCommand::new("git").args(["rev-parse", "HEAD"]).output();\n',
      },
    ],
    [
      'gradle clean',
      { 'build.gradle': "task c(type: Delete) { delete 'build/gen' }\ndef r = 'git rev-parse HEAD'.execute().text\n" },
    ],
    ['rake clean', { Rakefile: 'task :clean do\n  rm_rf "pkg"\n  sh "git clean -n"\nend\n' }],
    ['cmake -B build', { 'CMakeLists.txt': 'execute_process(COMMAND git describe --tags)\n' }],
    ['npm test', { 'package.json': '{"scripts":{"test":"echo"}}', '.npmrc': 'script-shell=bash\nsave-exact=true\n' }],
    [
      'git commit -m x',
      { '.git/config': '[core]\n\thooksPath = .husky/_\n', '.husky/pre-commit': 'npx lint-staged\nnpm test\n' },
    ],
    ['git status', { '.git/config': '[core]\n\thooksPath = .githooks\n', '.githooks/pre-commit': HOOK }],
  ])('may do what builds and tests do: %s in %j', async (command, files) => {
    expect(await said(command, files)).toBeUndefined();
  });
});

describe('a program in a language that is not read', () => {
  it.each([
    ['ruby c.rb', { 'c.rb': 'require "fileutils"\nFileUtils.rm_rf(Dir.home + "/Documents")\n' }],
    ['perl c.pl', { 'c.pl': 'use File::Path; rmtree("$ENV{HOME}/Documents");\n' }],
    ['perl c.pl', { 'c.pl': 'system("rm -rf $ENV{HOME}/Documents");\n' }],
    ['go run main.go', { 'main.go': 'package main\nfunc main() { os.RemoveAll(os.Getenv("HOME") + "/Documents") }\n' }],
    ['go run .', { 'main.go': 'package main\nfunc main() { exec.Command("sh", "-c", "rm -rf ~/Documents").Run() }\n' }],
    [
      'cargo run',
      { 'src/main.rs': 'let h = std::env::var("HOME").unwrap();\nfs::remove_dir_all(format!("{}/Documents", h));\n' },
    ],
    ['node c.mjs', { 'c.mjs': MODULE }],
  ])('deletes what its constant words name: %s in %j', async (command, files) => {
    expect(await said(command, files)).toContain('`~/Documents`');
  });

  it.each([
    ['ruby c.rb', { 'c.rb': 'FileUtils.rm_rf("tmp/cache")\nrouter.delete("/users/:id")\n' }],
    ['go run main.go', { 'main.go': 'mux.HandleFunc("/delete", h)\nos.RemoveAll(dir)\nexec.Command("git", "status").Run()\n' }],
    ['cargo run', { 'src/main.rs': 'app.delete("/items", handler);\nlet h = dirs::home_dir();\nprintln!("{:?}/x", h);\n' }],
  ])('may delete in its own folder: %s in %j', async (command, files) => {
    expect(await said(command, files)).toBeUndefined();
  });
});

describe('the services of a compose file', () => {
  const service = (...lines: readonly string[]): string =>
    ['services:', '  a:', ...lines.map(line => `    ${line}`), ''].join('\n');

  it.each([
    [
      'docker compose up',
      service('image: alpine', 'volumes:', '  - ~/Documents:/data', 'command: sh -c "rm -rf /data/*"'),
      '~/Documents',
    ],
    ['docker compose run --rm a', service('image: alpine', 'volumes: ["/:/host"]', 'command: rm -rf /host/home'), '`/home`'],
    ['docker compose run a rm -rf /data', service('image: x', 'volumes:', '- ~/Documents:/data'), '~/Documents'],
    [
      'docker-compose up -d',
      service(
        'image: x',
        'volumes:',
        '  - type: bind',
        '    source: /',
        '    target: /h',
        'command:',
        '  - rm',
        '  - -rf',
        '  - /h/home',
      ),
      '`/home`',
    ],
    ['docker compose up -d', service('image: x', 'privileged: true'), 'this machine, through a container'],
    [
      'docker compose up -d',
      service('image: x', 'volumes:', '  - /var/run/docker.sock:/var/run/docker.sock'),
      'through a container',
    ],
  ])('are judged as docker run: %s of %s', async (command, text, danger) => {
    expect(await said(command, { 'compose.yaml': text })).toContain(danger);
  });

  it.each([
    ['docker compose up db', 'services:\n  db:\n    image: postgres\n  a:\n    image: x\n    privileged: true\n'],
    ['docker compose down', 'services:\n  a:\n    image: x\n    privileged: true\n'],
    [
      'docker compose up -d --build',
      'services:\n  web:\n    build: .\n    command: bash -c "npm ci && npm run dev"\n    volumes:\n      - .:/app\n      - /app/node_modules\n      - /etc/localtime:/etc/localtime:ro\n  db:\n    image: postgres\n    volumes:\n    - pg:/var/lib/postgresql/data\nvolumes:\n  pg: {}\n',
    ],
    ['docker compose run --rm a pytest -q', service('build: .', 'volumes: [".:/code"]', 'env_file: .env')],
  ])('may work on the project: %s of %s', async (command, text) => {
    expect(await said(command, { 'compose.yaml': text })).toBeUndefined();
  });
});

describe('a script that finds its own place and the home folder', () => {
  it.each([
    [
      'python3 tools/m.py',
      { 'tools/m.py': 'import os, subprocess\nsubprocess.run(["rm", "-rf", os.path.join(os.environ["HOME"], "Documents")])\n' },
    ],
    ['python3 tools/m.py', { 'tools/m.py': 'import os, shutil\nshutil.rmtree(os.getenv("HOME") + "/Documents")\n' }],
    ['./tools/sh', { 'tools/sh': '#!/bin/bash\nrm -rf ~/Documents\n' }],
    ['bash s/r.sh', { 's/r.sh': 'source "$(dirname "${BASH_SOURCE[0]}")/env.sh"\nrm -rf "$D"\n', 's/env.sh': 'D=~/Documents\n' }],
  ])('deletes what it names so: %s in %j', async (command, files) => {
    expect(await said(command, files)).toContain('`~/Documents`');
  });

  it.each([
    [
      'python3 s/g.py',
      { 's/g.py': 'import pathlib\n(pathlib.Path(__file__).resolve().parent.parent / "src" / "g.ts").write_text("x")\n' },
    ],
    [
      'node s/g.js',
      { 's/g.js': 'const p = require("path");\nrequire("fs").writeFileSync(p.join(__dirname, "..", "src", "g.ts"), "x");\n' },
    ],
  ])('writes into the project from a folder of it: %s in %j', async (command, files) => {
    expect(await said(command, files)).toBeUndefined();
  });
});

describe('code of other families', () => {
  it.each([
    [
      'mvn verify',
      {
        'pom.xml':
          '<configuration><executable>rm</executable><arguments><argument>-rf</argument><argument>${user.home}/Documents</argument></arguments></configuration>',
      },
    ],
    ['php artisan fresh', { artisan: '#!/usr/bin/env php\n<?php\nexec("rm -rf " . getenv("HOME") . "/Documents");\n' }],
    ['cmake -B build', { 'CMakeLists.txt': 'file(REMOVE_RECURSE "$ENV{HOME}/Documents")\n' }],
    ['nox', { 'noxfile.py': 'def docs(session):\n    session.run("rm", "-rf", "/home/u/Documents")\n' }],
    ['./bin/task', { 'bin/task': '#!/bin/sh\nrm -rf ~/Documents\n' }],
    [
      'docker compose up',
      {
        'compose.yml':
          'x-base: &base\n  volumes:\n    - ~/Documents:/d\nservices:\n  a:\n    <<: *base\n    image: x\n    command: rm -rf /d\n',
      },
    ],
  ])('is read too: %s in %j', async (command, files) => {
    expect(await said(command, files)).toContain('`~/Documents`');
  });
});

describe('a program that code of the project starts', () => {
  const effectsIn = async (command: string, texts: Readonly<Record<string, string>>): Promise<readonly Effect[]> =>
    analyzeEffects({ root: '/w', home: '/home/u', files: memoryFiles(held(texts)) })({
      kind: 'bash',
      sessionId: 's',
      cwd: '/w',
      payload: { command },
    });
  const namesIn = async (command: string, texts: Readonly<Record<string, string>>): Promise<readonly string[]> =>
    (await effectsIn(command, texts)).flatMap(({ runs = [] }) => runs);

  it.each([
    ['sh c.sh', { 'c.sh': 'npm test\ngit -C . push origin main\n' }],
    ['./c.sh', { 'c.sh': '#!/bin/sh\nif true; then git push; fi\n' }],
    ['./a.sh', { 'a.sh': '#!/bin/sh\n. ./lib.sh\npublish\n', 'lib.sh': 'publish() { git push "$@"; }\n' }],
    ['npm run release', { 'package.json': '{"scripts":{"release":"npm run send","send":"git push"}}' }],
    ['make', { Makefile: 'all:\n\t@git push origin main\n' }],
    ['python3 d.py', { 'd.py': 'import subprocess\nsubprocess.run(["git", "push"])\n' }],
    ['node d.js', { 'd.js': 'require("child_process").execSync("git push");\n' }],
    ['git commit -m x', { '.git/config': '[core]\n\thooksPath = .githooks\n', '.githooks/post-commit': '#!/bin/sh\ngit push\n' }],
  ])('is one that the call runs, for a condition: %s in %j', async (command, files) => {
    expect(await namesIn(command, files)).toContain('git push');
  });

  it.each([
    ['cat c.sh', { 'c.sh': 'git push\n' }],
    ['npm test', { 'package.json': '{"scripts":{"release":"git push","test":"vitest run"}}' }],
    ['sh c.sh', { 'c.sh': 'echo git push\n# git push\n' }],
  ])('is none where the call does not run it: %s in %j', async (command, files) => {
    expect(await namesIn(command, files)).not.toContain('git push');
  });

  it('is kept for the effect of the code that starts it, and for no other of the line', async () => {
    const effects = await effectsIn('ls && sh c.sh && pwd', { 'c.sh': 'git push\n' });

    expect(effects.filter(({ runs }) => runs?.includes('git push')).map(({ target }) => target)).toEqual([
      { type: 'program', argv: ['c.sh'], file: '/w/c.sh' },
    ]);
  });
});
