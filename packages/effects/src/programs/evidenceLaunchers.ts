/**
 * Programs that run the rest of their words as a command and end with its exit status. The options that they may have here
 * neither change which program that is nor hide its status.
 */
const LAUNCHERS: Readonly<Record<string, string>> = {
  npx: '-y --yes --no-install',
  bunx: '',
  'pnpm exec': '',
  'yarn exec': '',
  'npm exec --': '',
  'uv run': '',
  'poetry run': '',
  'pipenv run': '',
  'pdm run': '',
  'bundle exec': '',
  'mise exec --': '',
  command: '',
  nohup: '',
  time: '-p',
  env: '',
  nice: '-n -?\\d+ -\\d+ --adjustment=-?\\d+',
  stdbuf: '-[ioe][L\\d][KM]?',
  // It ends with 124 when the time is over; with --preserve-status that may be 0.
  timeout:
    '-v --verbose --foreground -k -s (?:SIG)?(?:TERM|INT|KILL|HUP) [\\d.]+[smhd]? --kill-after=[\\d.]+[smhd]? --signal=\\w+',
};

/** Variables in front of a check that neither choose what it does nor where it is found. */
const FIT_VARIABLES =
  /^(?:(?:CI|FORCE_COLOR|NO_COLOR|CLICOLOR|CLICOLOR_FORCE|COLUMNS|TERM|TZ|LANG|LC_ALL|RUST_BACKTRACE|PYTHONUNBUFFERED|PYTHONDONTWRITEBYTECODE)=[\w.,:/@+-]*|NODE_ENV=test)$/;

/** Whether an assignment in front of a check (`CI=1`) leaves the proof whole. */
export const isFitVariable = (assignment: string): boolean => FIT_VARIABLES.test(assignment);

/** Whether a script that is read only sets where the packages of the project lie: the activation script of a virtual environment. */
export const isActivation = (argv: readonly string[] | undefined): boolean =>
  argv?.length === 2 && /^(?:\.\/)?\.?venv\/bin\/activate$/.test(argv[1] ?? '');

const LAUNCHING: ReadonlySet<string | undefined> = new Set(Object.keys(LAUNCHERS).map(each => each.split(' ', 1)[0]));

/** Takes launchers off the front: `npx -y vitest run` is `vitest run`. */
export function withoutLaunchers(argv: readonly string[]): readonly string[] {
  let rest = argv;
  for (let turns = 0; turns < 4 && LAUNCHING.has(rest[0]); turns++) {
    const words = Object.keys(LAUNCHERS).find(each => each.split(' ').every((word, index) => rest[index] === word));
    if (words === undefined) return rest;
    const flags = new RegExp(`^(?:${LAUNCHERS[words]?.replaceAll(' ', '|')})$`);
    let at = words.split(' ').length;
    while (at < rest.length && flags.test(rest[at] ?? '')) at++;
    if (at === rest.length) return rest;
    rest = rest.slice(at);
  }
  return rest;
}
