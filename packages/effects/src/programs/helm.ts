import type { ProgramDescriptor } from './descriptor.ts';
import { destroys, does, downloads, onWord, sends } from './shapes.ts';
import { everywhere, change } from './clusterChanges.ts';

/** `helm`: charts of a cluster. */
export const helm = (): ProgramDescriptor => ({
  summary: 'installs charts into a cluster',
  options: { ...everywhere, '-f --values': 'read', '--set --set-string --version --repo --timeout --description': 'text' },
  subcommands: {
    'uninstall delete un': destroys('release', 'remote_change'),
    'install upgrade rollback test': () => ({
      ...change(),
      inspect: call => [
        ...(change().inspect?.(call) ?? []),
        ...call.operands
          .filter(({ text = '' }) => /^https?:/.test(text))
          .map(value => ({ use: { as: 'url', tags: ['untrusted_code'] }, value }) as const),
      ],
    }),
    plugin: () => ({
      subcommands: {
        // A plugin runs its install hook at once, and is a program from then on.
        'install add': () => ({ operands: { first: [{ as: 'url', tags: ['untrusted_code'] }] } }),
      },
    }),
    push: does(sends('shares', 'uploads')),
    get: () => ({
      effects: [downloads],
      cases: [
        onWord('^(?:values|all|manifest|hooks)$', {
          kind: 'read',
          target: 'variable:*',
          certainty: 'possible',
          tags: ['secret', 'among'],
        }),
      ],
    }),
    'list ls status history show template lint search version env dependency repo verify package pull create completion': () => ({
      options: { '-d --destination': 'text' },
      effects: [downloads],
    }),
  },
  match: {
    'helm uninstall db': 'delete release:db #destructive',
    'helm upgrade x ./c': 'configure #remote_change',
    'helm upgrade x ./c --dry-run=none': 'configure #remote_change',
    'helm plugin install https://x.example/p': 'network #untrusted_code',
  },
  notMatch: {
    'helm plugin list': 'unknown; network',
    'helm list -A': 'delete; configure',
    'helm upgrade --dry-run=server x ./c': 'configure',
  },
});
