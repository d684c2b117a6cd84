import {
  DATABASE_FILES,
  databaseHostIn,
  liveEnvironment,
  mayMoveDatabase,
  movesByFiles,
  remoteHostIn,
  remoteHostOf,
  worksOnDatabases,
} from '../../programs/remoteDatabases.ts';
import { knownText } from '../words/field.ts';
import type { Field } from '../words/field.ts';
import { spend } from '../words/frame.ts';
import { emit } from '../words/emit.ts';
import type { Frame } from '../words/frame.ts';
import { stateSize } from '../words/shellState.ts';
import { variableIn } from './innerFrame.ts';

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
export function emitRemoteDatabase(program: string, isOfProject: boolean, args: readonly Field[], frame: Frame): void {
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
