import { laterFiles, plainHosts, residualNotes } from './target.ts';
import type { PrintPlan, PrintedPlan } from './target.ts';

/** A permission profile for Codex's `config.toml`. */
export const printCodex: PrintPlan = (plan, { hidden, fixed }): PrintedPlan => {
  const { names, notes } = plainHosts(plan);
  const filesystem = [
    [':minimal', 'read'],
    ...plan.read.filter(folder => !plan.write.includes(folder)).map(folder => [folder, 'read']),
    ...plan.write.map(folder => [folder, 'write']),
    ...fixed.filter(path => !hidden.includes(path)).map(path => [path, 'read']),
    ...hidden.map(path => [path, 'none']),
  ];
  const lines = [
    'default_permissions = "licet"',
    '',
    '[permissions.licet.filesystem]',
    ...filesystem.map(([path, access]) => `${JSON.stringify(path)} = "${access}"`),
    '',
    '[permissions.licet.network]',
    `enabled = ${names.length > 0}`,
    ...(names.length === 0
      ? []
      : ['', '[permissions.licet.network.domains]', ...names.map(name => `${JSON.stringify(name)} = "allow"`)]),
    '',
    '[shell_environment_policy]',
    'inherit = "none"',
    `include_only = ${JSON.stringify(['PATH', 'HOME', ...plan.environment])}`,
  ];
  return {
    text: `${lines.join('\n')}\n`,
    notes: [
      ...notes,
      ...laterFiles(plan.hide),
      '`.git` is read-only in Codex, so that a commit is not possible',
      'processes are not limited',
      ...residualNotes(plan),
    ],
    wider: [],
  };
};
