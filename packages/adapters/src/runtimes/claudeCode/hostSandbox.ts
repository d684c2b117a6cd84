import { isRecord } from '@licet/core/nodes';

import type { HostSandbox, ReadSettings } from '../settings.ts';
import { settingsPlaces } from './settingsPlaces.ts';

/** Settings that must have a value for the sandbox to hold, since the client has another one by default. */
const MUST_BE: readonly (readonly [name: string, value: boolean, else_: string])[] = [
  ['failIfUnavailable', true, 'where the sandbox cannot start, commands run without it'],
  ['allowUnsandboxedCommands', false, 'a command can ask to run without it'],
];

/** Settings that open it where they are on. */
const OPENS: readonly (readonly [name: string, what: string])[] = [
  ['enableWeakerNestedSandbox', 'it is weaker'],
  ['allowNestedUserNamespaces', 'programs in it make namespaces'],
  ['allowAppleEvents', 'programs in it steer other programs'],
];

/** The sandbox of Claude Code, by its block `sandbox`. A list of any file counts, and of a switch the first file that has it. */
export const hostSandbox: HostSandbox = Object.freeze<HostSandbox>({
  places: settingsPlaces,
  programs: Object.freeze(['bwrap', 'socat']),
  isOn: found => switchIn(found, 'enabled')?.value === true,
  waysAround: found => [
    ...excluded(found),
    ...MUST_BE.flatMap(([name, wanted, consequence]) => {
      const set = switchIn(found, name);
      return set?.value === wanted
        ? []
        : [`${consequence}: \`${name}\` is not ${wanted}${set === undefined ? '' : ` in ${set.file}`}`];
    }),
    ...OPENS.flatMap(([name, what]) => {
      const set = switchIn(found, name);
      return set?.value === true ? [`${what}: \`${name}\` is on in ${set.file}`] : [];
    }),
  ],
});

const blockOf = ({ settings }: ReadSettings): Readonly<Record<string, unknown>> => {
  const block = isRecord(settings) ? settings['sandbox'] : undefined;
  return isRecord(block) ? block : {};
};

function switchIn(found: readonly ReadSettings[], name: string): { readonly file: string; readonly value: unknown } | undefined {
  const first = found.find(each => Object.hasOwn(blockOf(each), name));
  return first && { file: first.file, value: blockOf(first)[name] };
}

const excluded = (found: readonly ReadSettings[]): readonly string[] =>
  found.flatMap(each => {
    const { excludedCommands: list = [] } = blockOf(each);
    if (Array.isArray(list) && list.length === 0) return [];
    return [`commands run without it and no hook hears of it: \`excludedCommands\` in ${each.file} has ${JSON.stringify(list)}`];
  });
