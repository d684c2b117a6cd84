import type { Argument, Call, CommandDescriptor, Finding } from './descriptor.ts';
import { isUsualRegistry } from './registries.ts';
import { settingMarks } from './settingWords.ts';
import { isAddress, sets } from './shapes.ts';
import { variableMarks } from './variables.ts';

const elsewhere: Finding = sets('package_setting:source', 'tampered_environment');

/** `poetry source add name address`: one more place that packages come from. */
export const packageSource = (): CommandDescriptor => ({
  inspect: ({ operands }) => {
    const { text = '?' } = operands.at(-1) ?? {};
    return isUsualRegistry(text) || /^pypi$/i.test(text) ? [] : [elsewhere];
  },
});

/** `dotnet nuget add source address`. */
export const nugetSource = (): CommandDescriptor => ({
  inspect: ({ operands: [what, address] }) =>
    what?.text === 'source' && isAddress(address?.text ?? '') && !isUsualRegistry(address?.text) ? [elsewhere] : [],
});

/** Pairs of a key and a value. */
const pairsOf = (call: Call): readonly Finding[] => {
  const words = call.values('--add').map(({ text }) => text ?? '?');
  return words.flatMap((key, at) =>
    at % 2 > 0 ? [] : settingMarks(key, words[at + 1] ?? '?').map(mark => sets(`package_setting:${key}`, mark)),
  );
};

/** `conda config`: where packages come from, and what is checked of them. */
export const channels = (): CommandDescriptor => ({
  options: { '--add --prepend --append --set': { value: 'text', more: ['text'] }, '--remove --env --file': 'text' },
  inspect: pairsOf,
});

/** What a variable that `go env -w` keeps does to later calls. */
const goSetting = ({ text = 'CC=' }: Argument): readonly Finding[] => {
  const at = text.indexOf('=');
  const tags = variableMarks(text.slice(0, at), text === 'CC=' ? undefined : text.slice(at + 1));
  return [sets('package_setting:go env', ...tags)];
};

/** `go env`. */
export const goEnvironment = (): CommandDescriptor => ({
  options: { '-w': 'flag', '-u -json': 'flag' },
  inspect: call => (call.has('-w') ? call.operands.flatMap(goSetting) : []),
});
