import type { Mark } from '../../../marks.ts';
import { isOneOf } from '../../../programs/callPatterns.ts';
import {
  DATABASE_FILES,
  databaseHostIn,
  liveEnvironment,
  mayMoveDatabase,
  movesByFiles,
  remoteHostIn,
  remoteHostOf,
  worksOnDatabases,
} from '../../../programs/remoteDatabases.ts';
import { sqlFiles, COMPUTED_FILE } from '../../../programs/sqlFiles.ts';
import { sqlEffects, isQuery, isStatement } from '../../../programs/statements.ts';
import { emit, INSTALLED } from '../../words/emit.ts';
import { knownText, patternField, literal } from '../../words/field.ts';
import type { Frame } from '../../words/frame.ts';
import { spend } from '../../words/frame.ts';
import { stateSize } from '../../words/shellState.ts';
import { applyAlone } from '../applyUse.ts';
import type { AssignedCall, Called, GivenCall } from '../call.ts';
import { emitFile } from '../emitFile.ts';
import { variableIn } from '../surroundings.ts';

/** The remote host that a variable of the command names as that of a database. */
function hostInVariables({ state, run }: Frame): string | undefined {
  spend(run, stateSize(state) / 8);
  for (const [name, { fields }] of state.variables) {
    const [field] = fields;
    const found = field === undefined ? undefined : remoteHostOf(name, knownText(field), field.source);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The remote host that the files of the project name, for a program that is told no other. */
function hostInFiles(program: string, words: readonly string[], frame: Frame): string | undefined {
  const { cwd, variables } = frame.state;
  const { env, files } = frame.run.options;
  const isTold = ['DATABASE_URL', 'DB_URL', 'PGHOST'].some(name => variables.has(name) || env?.[name] !== undefined);
  if (cwd === undefined || frame.place !== 'here' || isTold || !movesByFiles(program, words)) return undefined;
  const options = words.some(word => /^--?(?:url|database-url|datasource|config|schema)\b/.test(word));
  if (options) return undefined;
  for (const name of DATABASE_FILES) {
    const text = files?.text?.(`${cwd}/${name}`);
    const host = text === undefined || text.length > 65_536 ? undefined : databaseHostIn(name, text);
    if (host !== undefined) return host === '' ? undefined : host;
  }
  return undefined;
}

/**
 * Records that a task of the project, or a program that moves the schema of a database, is given the address of a database on another
 * host, or is told to work where people do.
 */
export function emitRemoteDatabase({
  name: program,
  word,
  args,
  frame,
}: Pick<GivenCall, 'name' | 'word' | 'args' | 'frame'>): void {
  const path = knownText(word);
  const isOfProject = path?.includes('/') === true && !INSTALLED.test(path);
  if (frame.place === 'remote' || !(isOfProject || worksOnDatabases(program))) return;
  const words = args.map(({ text }) => text);
  const where = mayMoveDatabase(program, words)
    ? (words.map(remoteHostIn).find(found => found !== undefined) ?? hostInVariables(frame))
    : undefined;
  const name = where ?? liveEnvironment(program, words, variableIn(frame)) ?? hostInFiles(program, words, frame);
  if (name === undefined) return;
  emit(frame, {
    kind: 'configure',
    target: { type: 'named', category: 'database', name },
    program,
    possible: true,
    tags: ['remote_change'],
    note: 'may change a database on another machine',
  });
}

/** Whether a query does more than read: it sends rows, runs a program or loads code. */
const reachesOut = (text: string, name: string): boolean => sqlEffects(text, name).some(({ kind }) => kind !== 'read');

/** Statements of a database among the words, or on the input, of a program without a description. */
export function emitStatements({ name, args, frame }: Called): void {
  const texts = [...args.flatMap(arg => knownText(arg) ?? []), frame.stdin?.text ?? ''];
  for (const text of texts) {
    if (!/\s/.test(text.trim())) continue;
    for (const { use, path } of isQuery(text) ? sqlFiles(text) : []) {
      const read = { kind: use === 'write' ? 'write' : 'read', program: name, possible: true } as const;
      if (use === 'url') applyAlone({ as: 'url', direction: 'download', method: 'GET' }, path ?? '', name, frame);
      else if (path !== undefined)
        emitFile(use === 'read' && /[*?[]/.test(path) ? patternField(path) : literal(path), read, frame);
      else emit(frame, { kind: 'unknown', program: name, possible: true, tags: ['dynamic'], note: COMPUTED_FILE });
    }
    if (isQuery(text) ? !reachesOut(text, name) && !isStatement(text) : !isStatement(text)) continue;
    for (const { kind, target, tags = [], note } of sqlEffects(text, name))
      emit(frame, { kind, target, program: name, possible: true, tags: tags as readonly Mark[], note });
  }
}

/** Described programs some of whose words or input are statements of a database. */
const RUNS_QUERIES =
  'typeorm prisma sequelize sequelize-cli knex drizzle-kit mikro-orm rails rake mix django-admin php snow cockroach surreal edgedb gel db2 isql tidb athena dolt sqlite-utils datasette steampipe csvsql q textql arangosh influx wp drush heroku supabase wrangler turso neonctl pscale firebase hasura fly flyctl railway docker podman kubectl';

/** Clients of databases, whose statements are judged as theirs when a container starts them: `docker compose exec db psql …`. */
const CLIENTS = /^(?:psql|mysql|mariadb|sqlite3|duckdb|mongosh|mongo|redis-cli|cypher-shell)$/;
const STARTS_INSIDE = /^(?:docker|podman|kubectl)$/;

/** Records what the words or the input of a program that queries databases say. */
export function emitQueries({ call, plain, inside }: Pick<AssignedCall, 'call' | 'plain' | 'inside'>): void {
  const {
    path: [program = ''],
    operands,
  } = call;
  const isClient = STARTS_INSIDE.test(program) && operands.slice(0, 2).some(({ text = '' }) => CLIENTS.test(text));
  if (isOneOf(RUNS_QUERIES, program) && !isClient) emitStatements({ name: program, args: plain, frame: inside });
}
