import type { Argument, Call, CommandDescriptor, Finding } from './descriptor.ts';
import { isUsualRegistry } from './registries.ts';
import { isLocalAddress } from './requests.ts';
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

/** `kubectl config set-cluster` and `set-credentials`: a program that makes credentials runs at every call. */
export const cluster = (): CommandDescriptor => ({
  options: {
    '--exec-command --exec-arg --exec-env --server --auth-provider --token --username --password': 'text',
    '--insecure-skip-tls-verify': { value: 'text', attachedOnly: true },
  },
  effects: [sets('setting:kubeconfig')],
  inspect: call => {
    const isRemote = call.values('--server').some(({ text }) => !isLocalAddress(text));
    const isOpen =
      call.has('--insecure-skip-tls-verify') && call.values('--insecure-skip-tls-verify').every(({ text }) => text !== 'false');
    return [
      ...(call.has('--exec-command') ? [sets('setting:kubeconfig', 'tampered_environment')] : []),
      ...(isRemote || isOpen ? [sets('setting:kubeconfig', 'weakens')] : []),
    ];
  },
});

/** Contexts of the engines that run on this machine. */
const LOCAL_CONTEXT =
  /^(?:default|desktop-(?:linux|windows)|colima\S*|orbstack|rancher-desktop|rootless|lima\S*|minikube|podman\S*)$/;

const LOCAL_ENGINE = /host=(?:unix|npipe|fd):|^key=|host=tcp:\/\/(?:localhost|127\.)/;

/** `docker context`: later calls work on another machine, with all that they are given. */
export const context = (): CommandDescriptor => ({
  subcommands: {
    'create update': () => ({
      options: { '--docker --description --from': 'text' },
      inspect: call =>
        call.values('--docker').every(({ text = '?' }) => LOCAL_ENGINE.test(text))
          ? []
          : [sets('setting:docker context', 'weakens')],
    }),
    use: () => ({
      inspect: ({ operands: [name] }) =>
        LOCAL_CONTEXT.test(name?.text ?? '?') ? [] : [sets('setting:docker context', 'weakens')],
    }),
    'ls list show inspect export import rm': () => ({}),
  },
});
