import type { Argument, Call, CommandDescriptor, Finding, OptionTable } from './descriptor.ts';
import { isHostFolder } from './mounts.ts';
import { isLocalAddress } from './requests.ts';
import { effect, option, projectCode, sends, unseen } from './shapes.ts';

const buildOptions: OptionTable = {
  '-f --file': 'text',
  '-t --tag --build-arg --target --platform --cache-from --cache-to --label --network --ssh --progress --add-host': 'text',
  '--secret': 'text',
  '--iidfile --metadata-file': 'write',
  '-o --output': 'text',
  '--push': option(sends('shares', 'uploads')),
};

/** A folder in which more may lie than the build: the files of an image are not known beforehand. */
const HOLDS_MORE = /^(?:\/|~|\.{1,2}(?:\/\.{0,2})*$)|(?:^|\/)\.\.(?:\/|$)/;

const filesInto = (value: Argument | string): readonly Finding[] => {
  const text = typeof value === 'string' ? value : value.text;
  const into: Finding = { use: { as: 'write', recursive: true }, value };
  return text === undefined || HOLDS_MORE.test(text) ? [into, { use: unseen, value }] : [into];
};

/** Where a build puts its files: a folder, or `type=local,dest=FOLDER`. */
const builtInto = (value: Argument): readonly Finding[] => {
  const { text = '' } = value;
  if (!text.includes('=')) return filesInto(value);
  const folder = /(?:^|,)dest=([^,]*)/.exec(text)?.[1];
  const isPushed = /(?:^|,)type=registry\b|(?:^|,)push=true/.test(text);
  return [...(folder === undefined ? [] : filesInto(folder)), ...(isPushed ? [sends('shares', 'uploads')] : [])];
};

/** The file that says how the image is built. */
const builtFrom = (call: Call): readonly Finding[] => {
  const file = call.values('-f').at(-1);
  const folder = call.operands.at(-1)?.text ?? '.';
  const use = { language: 'dockerfile' } as const;
  if (file?.text === '-' || folder === '-')
    return call.input === undefined ? [] : [{ use: { as: 'code', ...use }, value: call.input }];
  if (/^\w+:|^git@/.test(folder)) return [];
  return [{ use: { as: 'execute', ...use }, value: file ?? `${folder}/Dockerfile` }];
};

/** Whether the folder goes to a builder on another machine. Source: `docker --host`, `DOCKER_HOST`. */
const isBuiltElsewhere = (call: Call): boolean =>
  [...call.values('-H').map(({ text }) => text), call.variable?.('DOCKER_HOST')].some(
    host => host !== undefined && /^(?:tcp|https?|ssh):\/\//.test(host) && !isLocalAddress(host),
  );

/** The folder that a build takes its files from, when that is no project but the home folder, one around it, or settings in it. */
const isWithoutProject = ({ text = '' }: Argument, home: string | undefined): boolean =>
  text.startsWith('/') && (isHostFolder(text, home) || (home !== undefined && text.startsWith(`${home}/.`)));

const wholeTree = { as: 'read', recursive: true } as const;

/** Builds an image. */
export const build = (): CommandDescriptor => ({
  options: buildOptions,
  operands: { rest: { as: 'read', recursive: true, tags: ['metadata'] } },
  effects: [projectCode],
  inspect: call => [
    ...builtFrom(call),
    ...call.operands.flatMap(value => (isWithoutProject(value, call.home) ? [{ use: wholeTree, value }] : [])),
    ...(isBuiltElsewhere(call) ? [sends('uploads')] : []),
    ...call.values('-o').flatMap(value => builtInto(value)),
    ...(call.operands.some(({ text = '' }) => /^(?:https?|git|ssh):\/\/|^git@|^github\.com\//.test(text))
      ? [effect('execute', 'project:code', 'downloaded_code')]
      : []),
  ],
});
