import type { CommandDescriptor } from './descriptor.ts';
import { isLocalAddress } from './requests.ts';
import { sets } from './shapes.ts';

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
