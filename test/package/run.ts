import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { firstHour } from '../process/firstHour.ts';

/**
 * Looks at the packages as users get them: packs each one, lints the tarballs, installs them together into an empty
 * project with plain npm, type-checks and runs an import of every documented subpath, and starts the command line there.
 * Build first: `pnpm build`.
 */
const root = fileURLToPath(new URL('../..', import.meta.url));
const bin = (name: string): string => join(root, 'test', 'node_modules', '.bin', name);
const work = mkdtempSync(join(tmpdir(), 'licet-package-'));
const tarballs = join(work, 'tarballs');
const user = join(work, 'user');
mkdirSync(tarballs);
mkdirSync(join(work, 'first hour'));
mkdirSync(user);

let failed = 0;
let passed = 0;

function step(name: string, work: () => void): void {
  try {
    work();
    passed++;
    console.log(`ok      ${name}`);
  } catch (error) {
    failed++;
    const { stdout = '', stderr = '', message } = error as { stdout?: string; stderr?: string; message: string };
    console.log(`FAILED  ${name}\n${message}\n${stdout}${stderr}`);
  }
}

const run = (command: string, args: readonly string[], cwd: string, more: Readonly<Record<string, string>> = {}): string => {
  const env = {
    ...process.env,
    ...more,
    PATH: `${join(process.execPath, '..')}${delimiter}${process.env['PATH'] ?? ''}`,
    NO_COLOR: '1',
    LICET_RESIDENT: '0',
  };
  return execFileSync(command, [...args], { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
};

interface Manifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, unknown>>;
  readonly publishConfig?: { readonly exports?: Readonly<Record<string, unknown>> };
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

const folders = readdirSync(join(root, 'packages'));
const manifests = folders.map(
  folder => JSON.parse(readFileSync(join(root, 'packages', folder, 'package.json'), 'utf8')) as Manifest,
);
const files = new Map<string, string>();

for (const [index, folder] of folders.entries()) {
  const name = manifests[index]?.name ?? folder;
  step(`${name} can be packed`, () => {
    run('npx', ['-y', 'pnpm@12', 'pack', '--pack-destination', tarballs], join(root, 'packages', folder));
    const file = readdirSync(tarballs).find(tarball => tarball.startsWith(`${name.replace('@', '').replace('/', '-')}-`));
    if (file === undefined) throw new Error('there is no tarball');
    files.set(name, join(tarballs, file));
  });
}

for (const [name, file] of files) {
  step(`${name} is sound for publint`, () => void run(bin('publint'), [file, '--strict'], work));
  step(`${name} has types for every entry`, () => void run(bin('attw'), [file, '--profile', 'esm-only'], work));
}

/** The peers that a subpath imports at once: anyone who imports it has them. Drivers are loaded when a store is opened, and are not here. */
const PEERS: Readonly<Record<string, string>> = {
  '@licet/adapters/otel': '@opentelemetry/api',
  '@licet/core/testing': 'fast-check',
};
const peersThere = Object.fromEntries(
  manifests
    .flatMap(({ peerDependencies = {} }) => Object.entries(peerDependencies))
    .filter(([name]) => Object.values(PEERS).includes(name)),
);

step('the tarballs install into an empty project with npm', () => {
  const ours = Object.fromEntries([...files].map(([name, file]) => [name, `file:${file}`]));
  const dependencies = { ...ours, ...peersThere };
  writeFileSync(
    join(user, 'package.json'),
    JSON.stringify({ name: 'user', private: true, type: 'module', dependencies, overrides: ours }),
  );
  run('npm', ['install', '--no-audit', '--no-fund', '--omit=optional', '--prefer-offline'], user);
});

const subpaths = manifests
  .flatMap(({ name, exports, publishConfig }) =>
    Object.keys(publishConfig?.exports ?? exports).map(path => `${name}${path.slice(1)}`),
  )
  .filter(path => !path.endsWith('.json') && !path.includes('*'));

for (const path of subpaths) {
  step(`\`${path}\` can be imported`, () => {
    const found = run(
      process.execPath,
      ['-e', `import(${JSON.stringify(path)}).then(m => console.log(Object.keys(m).length))`],
      user,
    );
    if (!(Number(found) > 0)) throw new Error('it exports nothing');
  });
}

/** The SDKs that adapters are for: no package of ours asks for one. */
const SDKS = [
  'ai',
  'langchain',
  '@langchain/core',
  '@openai/agents',
  '@mastra/core',
  '@modelcontextprotocol/sdk',
  '@anthropic-ai/claude-agent-sdk',
];

step('no runtime SDK comes along', () => {
  const there = SDKS.filter(name => existsSync(join(user, 'node_modules', name)));
  if (there.length > 0) throw new Error(there.join(', '));
});

for (const path of subpaths.filter(each => each.startsWith('@licet/adapters/'))) {
  const peer = PEERS[path];
  step(`\`${path}\` loads nothing but Licet${peer === undefined ? '' : ` and \`${peer}\``}`, () => {
    const script = `
      const urls = [];
      require('node:module').registerHooks({ load: (url, context, next) => (urls.push(url), next(url, context)) });
      const from = performance.now();
      import(${JSON.stringify(path)}).then(() => {
        const ms = Math.round(performance.now() - from);
        const files = urls.filter(url => !url.startsWith('node:'));
        console.log(JSON.stringify({ files: files.length, ms, strange: files.filter(url => !url.includes('/node_modules/@licet/')) }));
      });`;
    const {
      files: count,
      ms,
      strange,
    } = JSON.parse(run(process.execPath, ['-e', script], user)) as {
      readonly files: number;
      readonly ms: number;
      readonly strange: readonly string[];
    };
    const unasked = strange.filter(url => peer === undefined || !url.includes(`/node_modules/${peer}/`));
    if (unasked.length > 0) throw new Error(unasked.join('\n'));
    console.log(`        ${count} files, ${ms} ms`);
  });
}

step('imports of every subpath type-check', () => {
  writeFileSync(
    join(user, 'all.ts'),
    subpaths
      .map((path, index) => `import * as m${index} from '${path}';\nexport const n${index}: object = m${index};`)
      .join('\n'),
  );
  const options = {
    module: 'nodenext',
    target: 'es2024',
    lib: ['es2024', 'dom'],
    strict: true,
    noEmit: true,
    skipLibCheck: false,
    types: [],
  };
  writeFileSync(join(user, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['all.ts'] }));
  run(join(root, 'node_modules', '.bin', 'tsc'), ['-p', '.'], user);
});

step('the package is a plugin of Claude Code, whose hooks start its own program', () => {
  const plugin = join(user, 'node_modules', 'licet');
  const read = (file: string): unknown => JSON.parse(readFileSync(join(plugin, file), 'utf8'));
  const { version } = read('package.json') as { readonly version: string };
  const about = read('.claude-plugin/plugin.json') as { readonly name: string; readonly version: string };
  if (about.name !== 'licet' || about.version !== version) throw new Error(JSON.stringify(about));
  const { hooks } = read('hooks/hooks.json') as { hooks: Record<string, { hooks: { command: string; args: string[] }[] }[]> };
  for (const [event, groups] of Object.entries(hooks)) {
    const [{ command, args } = { command: '', args: [] }] = groups.flatMap(group => group.hooks);
    const words = args.map(word => word.replace('${CLAUDE_PLUGIN_ROOT}', plugin));
    const { status, stdout } = spawnSync(process.execPath, words, { input: '{}', encoding: 'utf8' });
    if (command !== 'node' || status !== 0 || !stdout.startsWith('{')) throw new Error(`${event}: ${status} ${stdout}`);
  }
});

step('the package is a plugin of Codex and Copilot CLI, whose hooks stop a call, also where their program is gone', () => {
  const plugin = join(user, 'node_modules', 'licet');
  const read = (file: string): unknown => JSON.parse(readFileSync(join(plugin, file), 'utf8'));
  for (const [manifest, event] of [
    ['.codex-plugin/plugin.json', 'PreToolUse'],
    ['.github/plugin/plugin.json', 'PreToolUse'],
  ] as const) {
    const { hooks: file } = read(manifest) as { readonly hooks: string };
    const line = /"(?:command|bash)": "(cd .*)"/u.exec(JSON.stringify(read(file), null, 1).split(`"${event}"`)[1] ?? '')?.[1];
    for (const [root, message] of [
      [plugin, /licet: /u],
      [user, /Cannot find module/u],
    ] as const) {
      const env = { ...process.env, CLAUDE_PLUGIN_ROOT: root, CLAUDE_PROJECT_DIR: work, HOME: work };
      const command = JSON.parse(`"${line ?? ''}"`) as string;
      const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { input: '{}', encoding: 'utf8', env });
      if ((status !== 2 && !stdout.includes('deny')) || !message.test(stdout + stderr))
        throw new Error(`${manifest}: ${status} ${stdout} ${stderr}`);
    }
  }
});

step('the package is an extension of Gemini CLI, whose hook stops a call, also where its program is gone', () => {
  const extension = join(user, 'node_modules', 'licet', 'gemini');
  const { hooks } = JSON.parse(readFileSync(join(extension, 'hooks', 'hooks.json'), 'utf8')) as {
    readonly hooks: Readonly<Record<'BeforeTool', readonly [{ readonly hooks: readonly [{ readonly command: string }] }]>>;
  };
  for (const [place, message] of [
    [extension, /licet: /u],
    [user, /Cannot find module/u],
  ] as const) {
    const command = hooks.BeforeTool[0].hooks[0].command.replace('${extensionPath}', () => place);
    const env = { ...process.env, CLAUDE_PROJECT_DIR: work, HOME: work };
    const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { input: '{}', encoding: 'utf8', env });
    if ((status !== 2 && !stdout.includes('deny')) || !message.test(stdout + stderr))
      throw new Error(`${place}: ${status} ${stdout} ${stderr}`);
  }
});

step('the package is a plugin of OpenCode, which stops a call that its program stops', () => {
  const plugin = JSON.stringify(join(user, 'node_modules', 'licet', 'opencode', 'index.js'));
  const call = `{ tool: 'bash', sessionID: 's', callID: 'c' }, { args: { command: 'rm -rf ~' } }`;
  const script = `import(${plugin}).then(async ({ Licet }) => {
    const hooks = await Licet({ client: {}, directory: ${JSON.stringify(work)} });
    await hooks['tool.execute.before'](${call}).then(() => process.exit(1), error => console.log(String(error)));
  })`;
  if (!run(process.execPath, ['-e', script], user, { HOME: work }).includes('licet: '))
    throw new Error('the call was not stopped');
});

step('`npx licet init --dry-run` works there', () => {
  const said = run('npx', ['--no-install', 'licet', 'init', '--dry-run'], user);
  if (!said.includes('would create  governance.yaml')) throw new Error(said);
});

step('`npx licet init` installs a hook that blocks', () => {
  const home = join(work, 'home');
  mkdirSync(home);
  run('npx', ['--no-install', 'licet', 'init'], user, { HOME: home });
  run('npx', ['--no-install', 'licet', 'doctor'], user, { HOME: home });
});

firstHour({ tarballs: files, folder: join(work, 'first hour'), step, run });

/** The first Node on the path that is too old for Licet. */
const oldNode = (process.env['PATH'] ?? '')
  .split(delimiter)
  .map(folder => join(folder, 'node'))
  .find(node => /^v(?:1\d|20|21)\./.test(spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout ?? ''));

if (oldNode === undefined) console.log('skipped the command line under an old Node: there is none on the path');
else {
  step('the command line refuses an old Node, as a hook by denying', () => {
    const bundle = join(user, 'node_modules', 'licet', 'dist', 'licet.cjs');
    const hook = spawnSync(oldNode, [bundle, 'hook', 'claude-code'], { input: '{}', encoding: 'utf8' });
    const human = spawnSync(oldNode, [bundle, 'check'], { encoding: 'utf8' });
    if (hook.status !== 2 || !hook.stderr.includes('so the call is stopped')) throw new Error(hook.stdout + hook.stderr);
    if (human.status !== 3 || !human.stderr.includes('licet needs Node')) throw new Error(human.stdout + human.stderr);
  });
}

rmSync(work, { recursive: true, force: true });
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
