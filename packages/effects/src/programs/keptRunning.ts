import type { Argument, Family, Finding, OptionTable, CommandDescriptor } from './descriptor.ts';
import { INTERPRETERS } from './processFiles.ts';
import { projectCode, sets, sharing, shows } from './shapes.ts';

/** A word as the command that is started for it. A name alone may be that of what runs already. */
function startedFor(script: Argument, following: readonly Argument[], interpreter: Argument | undefined): readonly Finding[] {
  const { text } = script;
  if (text !== undefined && /(?:^|\/)(?:ecosystem|pm2|processes?)[\w.-]*\.(?:[cm]?js|json|ya?ml)$|\.config\.[cm]?js$/.test(text))
    return [{ tasks: 'ecosystem.config.js', names: [], from: text }];
  if (interpreter !== undefined && interpreter.text !== 'none')
    return [{ use: 'command', value: interpreter, following: [script, ...following] }];
  if (text === undefined || (following.length === 0 && /\s/.test(text))) return [{ use: 'shell', value: script }];
  const program = INTERPRETERS.find(([ending]) => ending.test(text))?.[1];
  if (program !== undefined) return [{ use: 'command', value: program, following: [script, ...following] }];
  if (/\.(?:json|ya?ml)$/.test(text)) return [{ use: { as: 'execute', language: 'rules' }, value: script }];
  return text.includes('/') || following.length > 0 ? [{ use: 'command', value: script, following }] : [];
}

const plain = (words: readonly Argument[]): readonly Argument[] => words.filter(({ text }) => text !== '--');

/** Words after which the next one is what is started. */
const VERBS = /^(?:start|restart|reload|gracefulReload|startOrRestart|startOrReload|startOrGracefulReload)$/;

const pm2 = (): CommandDescriptor => ({
  options: {
    '-n --name -i --instances -u --user -l --log -o --output -e --error -p --pid --only --env --watch-delay --ignore-watch --namespace --max-memory-restart --cron -c --cron-restart --restart-delay --node-args --interpreter-args --exp-backoff-restart-delay --max-restarts --kill-timeout --cwd':
      'text',
    '--interpreter --interpreter-name': 'text',
    '-f --force --watch --no-daemon --attach --time -s --silent --update-env --no-autorestart': 'flag',
  },
  mayRun: true,
  inspect: call => {
    const [verb, script, ...following] = plain(call.operands);
    const words = call.operands.map(({ text }) => text ?? '?').join(' ');
    if (/^(?:startup|install|module:install)\b/.test(words)) return [sets('service:startup', 'persistence')];
    if (/^(?:delete|kill)\b/.test(words)) return [sets('service:machine', 'disrupts')];
    if (/^(?:env \d|prettylist|jlist)/.test(words)) return [shows('service')];
    const isStart = VERBS.test(verb?.text ?? '') || call.path[0] !== 'pm2';
    const started = VERBS.test(verb?.text ?? '') ? script : verb;
    const rest = started === script ? following : script === undefined ? [] : [script, ...following];
    return isStart && started !== undefined ? startedFor(started, rest, call.values('--interpreter')[0]) : [];
  },
});

/** Words that manage what runs already. */
const MANAGING = /^(?:list|stop|stopall|restartall|logs|config|set|clear|cleanlogs|columns|help|version)$/;

/** A program that starts its first operand, which `options` start by another program instead. */
const watcher = (interpreter: string, options: OptionTable): CommandDescriptor => ({
  style: 'posix',
  options: { [interpreter]: 'text', ...options },
  effects: [projectCode],
  mayRun: true,
  inspect: call => {
    const [first, ...rest] = plain(call.operands);
    const [script, ...following] = /^(?:start|restart)$/.test(first?.text ?? '')
      ? rest
      : first === undefined
        ? []
        : [first, ...rest];
    const given = call.values(interpreter.split(' ')[0] ?? interpreter)[0];
    const isLine = given?.text === undefined ? given !== undefined : /\s/.test(given.text);
    if (given !== undefined && (isLine || script === undefined)) return [{ use: 'shell', value: given }];
    return script === undefined || MANAGING.test(script.text ?? '') ? [] : startedFor(script, following, given);
  },
});

/** A program that starts what a file names: the one of an option, or the usual one. */
const starter = (file: 'Procfile' | 'supervisord.conf', options: string, verbs: RegExp): CommandDescriptor => ({
  options: { [options]: 'text', '-e --env -d --root -p --port -m --formation -l -j -u': 'text' },
  inspect: call => {
    const from =
      call.values(options.split(' ')[0] ?? options)[0]?.text ??
      call.operands.find(({ text = '' }) => text.endsWith('.ini'))?.text;
    const said = call.operands.map(({ text }) => text ?? '?').join(' ');
    return verbs.test(said) ? [{ tasks: file, names: [], ...(from !== undefined && { from }) }] : [];
  },
});

/** Programs that keep others running: what they start is judged as the command that it is. */
export const keptRunning: Family = {
  ...sharing('honcho foreman overmind hivemind goreman forego', () => ({
    ...starter('Procfile', '-f --procfile', /^(?:start|s|run-all)?(?: |$)/),
    subcommands: { run: () => ({ style: 'posix', operands: { first: ['command'] } }) },
  })),
  ...sharing('supervisord circusd', () => ({ ...starter('supervisord.conf', '-c --configuration', /^/) })),
  ...sharing('pm2 pm2-dev pm2-runtime pm2-docker', pm2),
  ...sharing('nodemon', () =>
    watcher('-x --exec', {
      '-e --ext -w --watch -i --ignore -d --delay --signal --cwd --config -I': 'text',
      '-r --require': { as: 'execute', language: 'javascript' },
    }),
  ),
  ...sharing('forever supervisor node-supervisor', () =>
    watcher('-x -c --exec --command', {
      '-l -o -e -p -m -i -w --watch -a --append --pidFile --sourceDir --workingDir --minUptime --spinSleepTime --uid --id --watchDirectory --watchIgnore --extensions --ignore -n --no-restart-on --poll-interval':
        'text',
    }),
  ),
  ...sharing('node-dev tsnd ts-node-dev tsx-watch', () =>
    watcher('--interpreter', {
      '-r --require': { as: 'execute', language: 'javascript' },
      '-P --project --ignore-watch --watch --interval --cache-directory -O -C --compiler': 'text',
    }),
  ),
};
