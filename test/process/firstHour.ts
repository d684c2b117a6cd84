import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** What the script is given: the packed packages by name, an empty folder, and how a step is counted and a program run. */
export interface FirstHour {
  readonly tarballs: ReadonlyMap<string, string>;
  readonly folder: string;
  readonly step: (name: string, work: () => void) => void;
  readonly run: (command: string, args: readonly string[], cwd: string, env?: Readonly<Record<string, string>>) => string;
}

const HARMFUL = 'rm -rf ~';
const HARMLESS = 'ls';

/**
 * The first hour of a team, from the packed packages and with npm alone: an empty project in an empty home, a clone without an install and
 * with one, a worktree, a subfolder and a copy at another path. `test/package/run.ts` runs it. It prints seconds and commands from nothing
 * to the first call that is stopped.
 */
export function firstHour({ tarballs, folder, step, run }: FirstHour): void {
  const place = (name: string): string => join(folder, name);
  const [project, clone, tree, copy] = ['project', 'somebody else/clone', 'worktree', 'copied to/another place'].map(place) as [
    string,
    string,
    string,
    string,
  ];
  const npm = npmSettings(run, folder);
  const home = (name: string): Readonly<Record<string, string>> => {
    mkdirSync(place(name), { recursive: true });
    return { HOME: place(name), USERPROFILE: place(name), ...npm };
  };
  const ann = home('home of ann');
  const ben = home('home of ben');
  const git = (cwd: string, ...args: readonly string[]): string =>
    run('git', ['-c', 'user.email=a@example.com', '-c', 'user.name=a', ...args], cwd, ann);
  const licet = (cwd: string, env: Readonly<Record<string, string>>, ...args: readonly string[]): string =>
    run('npx', ['--no-install', 'licet', ...args], cwd, env);

  step('from nothing to the first call that is stopped, in an empty home', () => {
    mkdirSync(project, { recursive: true });
    const overrides = Object.fromEntries(
      [...tarballs].filter(([name]) => name !== 'licet').map(([name, file]) => [name, `file:${file}`]),
    );
    writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'project', private: true, overrides }));
    writeFileSync(join(project, '.gitignore'), 'node_modules\n');
    git(project, 'init', '-q');
    const from = performance.now();
    run(
      'npm',
      ['install', '--save-dev', '--no-audit', '--no-fund', '--prefer-offline', tarballs.get('licet') ?? 'licet'],
      project,
      ann,
    );
    const installed = performance.now();
    licet(project, ann, 'init');
    isGoverned(project, ann);
    const stopped = performance.now();
    const seconds = (ms: number): string => (ms / 1000).toFixed(1);
    console.log(
      `        2 commands, ${seconds(stopped - from)} s (npm install ${seconds(installed - from)} s) to a call that is stopped`,
    );
    licet(project, ann, 'doctor');
  });

  step('a program that uses it is written in ten lines', () => {
    const from = performance.now();
    const lines = `import { openEngine } from 'licet';
      const { engine } = await openEngine('governance.yaml');
      const evaluation = await engine.evaluate({ kind: 'bash', tool: 'Bash', payload: { command: '${HARMFUL}' } });
      console.log(evaluation.ruling, evaluation.fix?.summary);
      if (evaluation.passed) await engine.postAction(evaluation, { success: true });`;
    writeFileSync(join(project, 'first.mjs'), lines);
    const said = run(process.execPath, ['first.mjs'], project, ann);
    if (!said.startsWith('block ')) throw new Error(said);
    console.log(`        ${((performance.now() - from) / 1000).toFixed(1)} s to the answer of a program`);
  });

  step('nothing that is committed names this machine', () => {
    git(project, 'add', '-A');
    git(project, 'commit', '-qm', 'govern');
    const files = git(project, 'ls-files')
      .split('\n')
      .filter(file => file !== '' && !/^package(?:-lock)?\.json$/u.test(file));
    const wrong = files.filter(file => {
      const text = readFileSync(join(project, file), 'utf8');
      return [folder, process.execPath, 'home of ann'].some(part => text.includes(part));
    });
    if (wrong.length > 0 || !files.includes('.licet/licet.sh')) throw new Error(`${wrong.join(', ')} of ${files.join(', ')}`);
  });

  step('a clone without an install says the command that helps, and stops the call', () => {
    mkdirSync(join(clone, '..'));
    git(folder, 'clone', '-q', project, clone);
    const { status, stderr } = hook(clone, ben, HARMLESS);
    if (status !== 2 || !stderr.includes('`npm install`')) throw new Error(`${status} ${stderr}`);
  });

  step('the clone is governed after `npm install`, and a subfolder of it', () => {
    run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline'], clone, ben);
    isGoverned(clone, ben);
    mkdirSync(join(clone, 'src', 'deep'), { recursive: true });
    isGoverned(clone, ben, join(clone, 'src', 'deep'));
    licet(clone, ben, 'doctor');
    // The tarballs lie elsewhere, seen from here, so npm writes another way to them.
    const changed = git(clone, 'status', '--porcelain').replace(/^ M package-lock\.json\n/u, '');
    if (changed !== '') throw new Error(changed);
  });

  step('a worktree without an install finds that of the main checkout', () => {
    git(clone, 'worktree', 'add', '-q', tree);
    if (existsSync(join(tree, 'node_modules'))) throw new Error('it has its own install');
    isGoverned(tree, ben);
  });

  step('a copy at another path, in the home of somebody else, is governed as it is', () => {
    mkdirSync(join(copy, '..'));
    cpSync(clone, copy, { recursive: true, verbatimSymlinks: true });
    const carl = home('home of carl');
    isGoverned(copy, carl);
    licet(copy, carl, 'doctor', '--fix');
    licet(copy, carl, 'doctor');
  });
}

/** The registry and the cache that npm uses on this machine, for a home that has no settings. */
function npmSettings(run: FirstHour['run'], folder: string): Readonly<Record<string, string>> {
  const get = (key: string): string => run('npm', ['config', 'get', key], folder).trim();
  return { npm_config_registry: get('registry'), npm_config_cache: get('cache'), npm_config_userconfig: get('userconfig') };
}

/** A call of Claude Code's shell, as the committed settings start the hook. */
function hook(root: string, env: Readonly<Record<string, string>>, command: string, cwd = root) {
  const input = JSON.stringify({
    hook_event_name: 'PreToolUse',
    session_id: 's',
    tool_use_id: `toolu_${command.length}`,
    cwd,
    tool_name: 'Bash',
    tool_input: { command },
  });
  const path = [join(process.execPath, '..'), '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter);
  const only = { PATH: path, HOME: env['HOME'], LICET_RESIDENT: '0', CLAUDE_PROJECT_DIR: root };
  return spawnSync('sh', [join(root, '.licet', 'licet.sh'), 'hook', 'claude-code'], { cwd, input, encoding: 'utf8', env: only });
}

/** Throws unless the hook stops what destroys the home, and lets a look through. */
function isGoverned(root: string, env: Readonly<Record<string, string>>, cwd = root): void {
  const [bad, good] = [hook(root, env, HARMFUL, cwd), hook(root, env, HARMLESS, cwd)];
  if (!bad.stdout.includes('"deny"')) throw new Error(`${HARMFUL}: ${bad.status} ${bad.stdout}${bad.stderr}`);
  if (good.status !== 0 || good.stdout.includes('"deny"'))
    throw new Error(`${HARMLESS}: ${good.status} ${good.stdout}${good.stderr}`);
}
