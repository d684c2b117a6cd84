import { linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { PolicyEngine } from '@licet/core';
import { analyzeEffects } from '@licet/effects';
import { SelfProtection } from '@licet/guards';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'licet-program-')));
const root = join(scratch, 'project');
const clone = join(scratch, 'tools', 'clone');
const program = join(clone, 'packages', 'cli', 'dist');
const node = join(scratch, 'bin', 'node');

beforeAll(() => {
  for (const file of [
    'node_modules/licet/dist/licet.cjs',
    'node_modules/licet/package.json',
    'node_modules/@licet/core/dist/index.js',
    'node_modules/pg/lib/index.js',
    'node_modules/left-pad/index.js',
    'evil/licet.cjs',
    'evil/.claude/settings.json',
    'src/a.ts',
    'deep/governed/.claude/settings.json',
  ]) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), 'x');
  }
  for (const file of [join(program, 'licet.cjs'), join(program, 'hook.cjs'), join(clone, 'packages/cli/src/main.ts'), node]) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, 'x');
  }
  symlinkSync(join(root, 'node_modules', 'licet'), join(root, 'judge'));
  symlinkSync(program, join(root, 'away'));
  symlinkSync('node_modules', join(root, 'deps'));
  linkSync(join(program, 'hook.cjs'), join(root, 'twin.cjs'));
  linkSync(join(root, 'node_modules/licet/dist/licet.cjs'), join(root, 'twin2.cjs'));
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const judge = async (command: string, cwd: string = root): Promise<string> => {
  const home = join(scratch, 'home');
  const engine = new PolicyEngine(SelfProtection({ root, home, program: [program, node] }), {
    effects: analyzeEffects({ root, home }),
    default: 'pass',
  });
  const { passed, code } = await engine.evaluate({ kind: 'bash', tool: 'Bash', cwd, payload: { command } });
  return passed ? 'pass' : code;
};

describe('programChanges stops what puts other code in the place of the judge', () => {
  it.each([
    'echo > node_modules/licet/dist/licet.cjs',
    'cp evil/licet.cjs node_modules/licet/dist/licet.cjs',
    'cp evil/licet.cjs node_modules/licet/dist/',
    'mv evil node_modules/licet',
    'rm node_modules/licet/dist/licet.cjs',
    'rm -rf node_modules/licet',
    'rm -rf node_modules/@licet',
    'sed -i s/deny/allow/ node_modules/licet/dist/*.cjs',
    'sed -i s/deny/allow/ node_modules/l*/dist/*.cjs',
    'sed -i s/deny/allow/ node_modules/{licet,left-pad}/package.json',
    'echo > node_modules/@licet/core/dist/index.js',
    'echo > node_modules/pg/lib/index.js',
    'tee node_modules/neo4j-driver/lib/index.js < evil/licet.cjs',
    'ln -sfn ../evil node_modules/licet',
    'ln -sf ../../evil/licet.cjs node_modules/.bin/licet',
    'echo > node_modules/.pnpm/licet@0.1.0/node_modules/licet/dist/licet.cjs',
    'echo > src/../node_modules/./licet/dist/licet.cjs',
    'cd src && echo > ../node_modules/licet/dist/licet.cjs',
    'cd node_modules/licet && echo > dist/licet.cjs',
    'echo > judge/dist/licet.cjs',
    'echo > deps/licet/dist/licet.cjs',
    'echo > away/hook.cjs',
    'echo > twin.cjs',
    'echo > twin2.cjs',
    'cp -r evil/. node_modules/',
    'rsync -a evil/ node_modules/',
    'tar xf e.tgz -C node_modules',
    'patch -p1 -d node_modules/licet < x.patch',
    'git -C node_modules/licet apply x.patch',
    'npx tsc --outDir node_modules/licet/dist',
    'rm -rf node_modules && ln -s /tmp/evil node_modules',
    'rm -rf node_modules; cp -r evil node_modules',
    'mv node_modules old && mv evil node_modules',
    `python3 -c 'open("node_modules/licet/dist/licet.cjs","w").write("")'`,
    `node -e 'require("fs").writeFileSync("node_modules/licet/dist/licet.cjs","")'`,
    `bash -c "echo > node_modules/licet/dist/licet.cjs"`,
    `echo > ${program}/licet.cjs`,
    `echo > ${program}/node_modules/pg/index.js`,
    `sed -i s/deny/allow/ ${program}/*.cjs`,
    `sed -i s/deny/allow/ ${clone}/packages/**/*.cjs`,
    `rm ${program}/hook.cjs`,
    `rm -rf ${program}/node_modules`,
    `rm -rf ${program} && cp -r evil ${program}`,
    `mv ${program} ${program}-old && mv evil ${program}`,
    `cp -r evil/. ${clone}/packages`,
    `ln -sfn ${root}/evil ${program}`,
    `cp evil/licet.cjs ${node}`,
    `echo > ${clone}/node_modules/pg/lib/index.js`,
    'echo > ~/.node_modules/pg/index.js',
    'npm config set script-shell /tmp/evil',
    'npm config set node-options --require=/tmp/evil.js',
    'mv deep away2',
  ])('%s', async command => {
    expect(await judge(command)).toBe('governance_protected');
  });

  it('from another working directory, and by the tool that writes files', async () => {
    expect(await judge('echo > hook.cjs', program)).toBe('governance_protected');
    expect(await judge('echo > ../../node_modules/licet/package.json', join(root, 'src', 'x'))).toBe('governance_protected');
    const engine = new PolicyEngine(SelfProtection({ root }), { effects: analyzeEffects({ root }) });
    const payload = { file_path: join(root, 'node_modules/licet/dist/licet.cjs'), content: '' };
    expect((await engine.evaluate({ kind: 'write', tool: 'Write', cwd: root, payload })).ruling).toBe('block');
  });
});

describe('programChanges asks for files of the program as words of a program without a description', () => {
  it.each([
    'sd deny allow node_modules/licet/dist/licet.cjs',
    'sd deny allow node_modules/@licet/core/dist/index.js',
    'sd deny allow node_modules/lice?/dist/licet.cjs',
    `ruplacer --go 'exitCode = 2' 'exitCode = 0' ${program}/hook.cjs`,
    `sd deny allow ${program}/*.cjs`,
    'degit user/evil node_modules/licet --force',
  ])('%s', async command => {
    expect(await judge(command)).toBe('governance_unclear');
  });

  it.each([
    'sd a b node_modules/left-pad/index.js',
    'tokei node_modules/*/package.json',
    `bat ${clone}/packages/cli/src/main.ts`,
  ])('but not for others: %s', async command => {
    expect(await judge(command)).toBe('pass');
  });
});

describe('programChanges leaves ordinary work alone', () => {
  it.each([
    'npm ci',
    'npm install left-pad',
    'npm install -D licet',
    'npm uninstall left-pad',
    'pnpm install',
    'pnpm add -D pg',
    'yarn',
    'npx -y pnpm@12 install',
    'rm -rf node_modules',
    'rm -rf node_modules && npm ci',
    'rm -rf node_modules package-lock.json && npm install',
    'rm -rf node_modules/*',
    'rm -rf node_modules && mkdir node_modules',
    'find node_modules -name "*.map" -delete',
    'mv node_modules old',
    'git checkout main',
    'git checkout -- .',
    'git stash',
    'git pull --rebase',
    'cat node_modules/licet/dist/licet.cjs',
    'grep -r deny node_modules/licet',
    'cp node_modules/licet/package.json /tmp/copy.json',
    'echo "console.log(1)" >> node_modules/left-pad/index.js',
    'sed -i s/a/b/ src/**/*.ts',
    'sed -i s/a/b/ src/*/../a.ts',
    'rm src/!(a|!(b)).ts',
    'npx prettier --write .',
    'sudo chown -R me node_modules',
    'chmod -R u+w .',
    'cp -r src lib',
    'mv src lib',
    'tar xf assets.tgz',
    'mkdir -p node_modules/.cache',
    `rm -rf ${program}`,
    `cd ${clone} && rm -rf packages/cli/dist && pnpm build`,
    `cd ${clone} && git checkout packages/cli`,
    `cd ${clone} && git checkout -- packages/cli`,
    `cd ${clone} && npx prettier --write packages`,
    `echo > ${clone}/packages/cli/src/main.ts`,
    `sed -i s/a/b/ ${clone}/packages/**/*.ts`,
    `${node} --version`,
  ])('%s', async command => {
    expect(await judge(command)).toBe('pass');
  });
});
