import type { Argument, Call } from './descriptor.ts';

/** Names that stand for more than what the agent started itself: services, desktops, shells, and the programs that run everything else. */
const IMPORTANT =
  /^(?:-1|systemd|init|sshd|dockerd|containerd|kubelet|postgres|mysqld|mongod|redis-server|nginx|httpd|cron|crond|launchd|Finder|WindowServer|loginwindow|Xorg|gnome-shell|NetworkManager|bash|zsh|sh|dash|fish|tmux|screen|claude|codex|gemini|copilot|licet|node|nodejs|deno|bun|python[\d.]*|pypy\d*|ruby|java|php|perl|dotnet|npm|npx|pnpm|yarn|code|code-server|Code|Cursor|cursor|electron|Electron|chrome|Chrome|chromium|firefox|Terminal|iTerm2?|Docker|docker|ssh|gpg-agent|ssh-agent|.{0,2}|\W*)$/;

/** Lines by which the guard and the runtimes that ask it are found among the processes. */
const GUARD_LINES: readonly string[] = [
  'licet',
  'node .claude/hooks/licet',
  'node node_modules/.bin/licet hook',
  'node node_modules/licet/dist/licet.cjs',
  'claude',
  'codex',
  'gemini',
  'copilot',
];

const GUARD_COMMAND = /^(?:\S*\/)?(?:licet|claude|codex|gemini|copilot)(?:\s|$)/;

/** A pattern with more than this is not tried: it may take long, and is taken to match. */
const COSTLY = /\)[*+{]|(?:[*+{][^*+{]*){4}|\\[1-9]|\(\?/;

/** Whether a pattern for the names or lines of processes finds the guard: `[.]claude/hooks`, `l.cet`. */
function findsGuard(pattern: string): boolean {
  if (GUARD_COMMAND.test(pattern)) return true;
  if (!/[[\]\\.*+?(){}|^$]/.test(pattern)) return GUARD_LINES.some(line => line.includes(pattern));
  if (pattern.length > 120 || COSTLY.test(pattern)) return true;
  try {
    const compiled = new RegExp(pattern.replace(/\[\[:\w+:\]/g, String.raw`[\s\S`), 'i');
    return GUARD_LINES.some(line => compiled.test(line));
  } catch {
    return true;
  }
}

const SELECTING = ['-u', '-v', '-t', '-G', '--inverse'];

/** Whether a call picks processes by so little that others than the agent's own are among them. */
export const picksWidely = (call: Call): boolean =>
  SELECTING.some(option => call.has(option)) ||
  call.values('-P').some(({ origins, text }) => origins?.includes('process') === true && text !== undefined && text !== '*$') ||
  [...call.operands, ...call.values('-r')].some(
    ({ text }) =>
      text === undefined ||
      findsGuard(text) ||
      text.split('|').some(one => IMPORTANT.test(one.replace(/^[\^(\\b]+|[$)]+$/g, ''))),
  );

/** Ports of databases, queues and other services that hold data, other than those of the system. Source: IANA's registry. */
const SERVICE_PORTS = /^(?:1433|1521|2181|2375|2376|2379|3306|5432|5672|6379|6443|9042|9092|9200|11211|27017)$/;

/** True for ports at which one finds a server of one's own: numbers above those of the system, and of no service that holds data. */
export const isOwnPort = (port: string): boolean => /^\d{4,5}$/.test(port) && Number(port) > 1023 && !SERVICE_PORTS.test(port);

/** Whether `-i` of lsof picks the users of a project's ports: `:3000`, `tcp:3000,3001`. */
const picksOwnPorts = ({ text = '' }: Argument): boolean =>
  /^(?:[46])?(?:tcp|udp)?(?:@[\w.-]+)?:/i.test(text) &&
  text
    .slice(text.lastIndexOf(':') + 1)
    .split(',')
    .every(isOwnPort);

/** Whether what a program prints are numbers of processes that others may have started. */
export const namesProcesses = (call: Call): boolean => {
  const [program] = call.path;
  if (program === 'ps' || program === 'pidof' || program === 'pstree') return program !== 'pidof' || picksWidely(call);
  if (program === 'lsof')
    return (
      call.has('-t') && call.operands.length === 0 && !(call.values('-i').length > 0 && call.values('-i').every(picksOwnPorts))
    );
  if (program === 'docker' || program === 'podman')
    return (
      /^(?:ps|images|container (?:ls|ps|list)|(?:image|volume|network) ls)$/.test(call.path.slice(1).join(' ')) &&
      call.has('-q') &&
      call.values('-f').length === 0
    );
  return program === 'pgrep' && picksWidely(call);
};
