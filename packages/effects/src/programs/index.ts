import type { Family, CommandDescriptor } from './descriptor.ts';
import { agentClis } from './agentClis.ts';
import { archivers } from './archivers.ts';
import { buildTools } from './buildTools.ts';
import { cloud } from './cloud.ts';
import { containers } from './containers.ts';
import { databases } from './databases.ts';
import { disks } from './disks.ts';
import { documents } from './documents.ts';
import { duplicates } from './duplicates.ts';
import { editors } from './editors.ts';
import { encryption } from './encryption.ts';
import { fileChanges } from './fileChanges.ts';
import { fileReaders } from './fileReaders.ts';
import { fileTools } from './fileTools.ts';
import { formatters } from './formatters.ts';
import { frameworks } from './frameworks.ts';
import { launchers } from './launchers.ts';
import { gitFamily } from './git.ts';
import { hosting } from './hosting.ts';
import { information } from './information.ts';
import { interpreters } from './interpreters.ts';
import { keptRunning } from './keptRunning.ts';
import { kubernetes } from './kubernetes.ts';
import { machineSetup } from './machineSetup.ts';
import { namedCommands } from './namedCommands.ts';
import { nodePackages } from './nodePackages.ts';
import { otherPackages } from './otherPackages.ts';
import { otherHistory } from './otherHistory.ts';
import { otherInterpreters } from './otherInterpreters.ts';
import { payments } from './payments.ts';
import { permissions } from './permissions.ts';
import { processes } from './processes.ts';
import { pythonPackages } from './pythonPackages.ts';
import { remoteCopy } from './remoteCopy.ts';
import { keywordPrograms } from './keywordPrograms.ts';
import { search } from './search.ts';
import { secretStores } from './secretStores.ts';
import { services } from './services.ts';
import { serving } from './serving.ts';
import { settingUpHome } from './settingUpHome.ts';
import { sockets } from './sockets.ts';
import { streamEditors } from './streamEditors.ts';
import { systemPackages } from './systemPackages.ts';
import { transfer } from './transfer.ts';
import { windowsPrograms } from './windows.ts';
import { wrappers } from './wrappers.ts';

/**
 * All families, in the order they are searched. A name must not be in two of them: a test checks it. The engine itself handles
 * what data cannot say well: the shells and their builtins, and the wrappers (sudo, env, xargs, find, parallel, ssh, busybox, …).
 */
export const FAMILIES: readonly Family[] = [
  fileTools,
  fileReaders,
  fileChanges,
  gitFamily,
  agentClis,
  archivers,
  buildTools,
  cloud,
  containers,
  databases,
  disks,
  duplicates,
  editors,
  encryption,
  formatters,
  frameworks,
  launchers,
  hosting,
  information,
  interpreters,
  otherHistory,
  otherInterpreters,
  keptRunning,
  kubernetes,
  namedCommands,
  nodePackages,
  otherPackages,
  payments,
  permissions,
  processes,
  pythonPackages,
  remoteCopy,
  keywordPrograms,
  search,
  secretStores,
  services,
  serving,
  settingUpHome,
  sockets,
  streamEditors,
  systemPackages,
  transfer,
  windowsPrograms,
  wrappers,
  documents,
  machineSetup,
];

/** The descriptor of a program by its name, or `undefined` when no family knows it. Builds a fresh one: keep it if you need it twice. */
export function findDescriptor(name: string): CommandDescriptor | undefined {
  for (const family of FAMILIES) {
    if (Object.hasOwn(family, name)) return family[name]?.();
  }
  return undefined;
}
