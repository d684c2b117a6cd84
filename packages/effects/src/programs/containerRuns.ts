import { isGovernedPath } from '../places/governed.ts';
import type { Argument, Call, CommandDescriptor, Finding, OptionTable, Use } from './descriptor.ts';
import { effect, option, sends, unseen } from './shapes.ts';
import { opensHost, workingFolder, writableMounts } from './mounts.ts';

/** Options of a new container. */
export const runOptions: OptionTable = {
  '-w --workdir': 'text',
  '--name -p --publish -e --env -u --user --network --net -l --label -h --hostname --restart -m --memory --cpus --platform --pull --add-host --log-driver --shm-size --tmpfs --ulimit --ip --dns --expose --gpus --runtime --stop-signal --health-cmd --cidfile --link --log-opt':
    'text',
  '--env-file': 'read',
  '--entrypoint': { value: 'text', operands: { rest: 'text' } },
  '-v --volume': 'text',
  '--mount': 'text',
  '--device': 'text',
  '--cap-add': 'text',
  '--security-opt': 'text',
  '--pid': 'text',
  '--ipc': 'text',
  '--userns': 'text',
  '--volumes-from --cgroupns --uts': 'text',
  '--privileged': option(effect('privilege', 'container:privileged', 'privilege')),
};

const inside: Use = { as: 'command', tags: ['container'], mounts: writableMounts, startsIn: workingFolder };

/** The program that is started instead of the image's own, with the words after the image. */
const entered = (call: Call): readonly Finding[] =>
  call.values('--entrypoint').flatMap((entry): readonly Finding[] => {
    const [program, ...words] = entry.text?.trim().split(/\s+/) ?? [undefined];
    const own = words.map(text => ({ text, glob: false }));
    return program === '' ? [] : [{ use: inside, value: program ?? entry, following: [...own, ...call.operands.slice(1)] }];
  });

/** Runs a command in a new container. */
export const run = (): CommandDescriptor => ({
  style: 'posix',
  options: runOptions,
  operands: { first: ['text', inside] },
  inspect: call => {
    const loose = [
      ...call.values('--pid'),
      ...call.values('--cap-add'),
      ...call.values('--security-opt'),
      ...call.values('--userns'),
      ...call.values('--ipc'),
    ];
    const escapes =
      opensHost(call) ||
      loose.some(({ text = '' }) => /^(?:host|ALL|SYS_ADMIN|SYS_PTRACE|SYS_MODULE|.*unconfined|label[:=]disable)$/i.test(text)) ||
      call.values('--device').some(({ text = '' }) => /^\/dev\/(?:sd|nvme|mem|kmem|disk|mapper)/.test(text));
    return [...entered(call), ...(escapes ? [effect('privilege', 'container:host', 'privilege')] : [])];
  },
});

/** Runs a command in a container that runs. */
export const exec = (): CommandDescriptor => ({
  style: 'posix',
  options: {
    '-e --env -w --workdir -u --user --index': 'text',
    '--env-file': 'read',
  },
  operands: { first: ['text', { as: 'command', tags: ['container'] }] },
});

/** Others can have what is sent. */
export const shared = (): CommandDescriptor => ({ effects: [sends('shares', 'uploads')] });

/** A copy of another machine or a container, as a word: `box:/out/.`. */
const OUTSIDE = /^(?:[\w.-]+\/)?[\w.-]+:/;

/** The end of a path that means what is in a folder, not for the folder: its names are not known. */
const CONTENT = /(?:^|[/:])(?:\.?\/?|[^/]*\*[^/]*)$/;

/**
 * What a copy out of a container or a pod brings. The names in the content of a folder are not known. `opens` is true for a program that puts
 * the content of a folder, not the folder, in place.
 */
export function broughtOut(from: Argument | undefined, to: Argument | undefined, opens: boolean): readonly Finding[] {
  const source = from?.text ?? from?.ends;
  const isOutside = from !== undefined && source !== undefined && (from.text === undefined || OUTSIDE.test(from.text));
  if (!isOutside || to?.text === undefined || OUTSIDE.test(to.text) || to.text === '-') return [];
  const name = /[^/:]*$/.exec(source)?.[0] ?? '';
  if (CONTENT.test(source) || (opens && !name.includes('.'))) return [{ use: unseen, value: to }];
  if (!isGovernedPath(name)) return [];
  return [{ use: { as: 'write', recursive: true }, value: `${to.text.replace(/\/+$/, '')}/${name}` }];
}

/** Copies to or from a container. */
export const copy = (): CommandDescriptor => ({
  inspect: ({ operands: [from, to] }) => [
    ...(from?.text !== undefined && !/^[\w.-]+:/.test(from.text) ? [{ use: 'read' as const, value: from }] : []),
    ...(to?.text !== undefined && !/^[\w.-]+:/.test(to.text) && to.text !== '-' ? [{ use: 'write' as const, value: to }] : []),
    ...broughtOut(from, to, false),
  ],
});
