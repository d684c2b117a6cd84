import { readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

import type { HookReply } from '@licet/adapters/claude-code';
import { describe, expect, it } from 'vitest';

import { command as licet } from '../../support/cli.ts';
import { GROUNDED_PROJECTS } from '../../support/groundedProjects.ts';

const FOLDER = new URL('grounding/', import.meta.url);

interface Golden {
  readonly note: string;
  /** Which of the projects the call is made in. */
  readonly project: string;
  readonly input: object;
  readonly want: HookReply;
  /** What the reason must match, and the context, as regular expressions. */
  readonly reason?: string;
  readonly context?: string;
}

describe('the hook under a policy that grounds', () => {
  for (const file of readdirSync(FOLDER)) {
    const golden = JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as Golden;
    const { note, project, input, want, reason = '', context = '' } = golden;

    it(`${basename(file, '.json')}: ${note}`, () => {
      const root = GROUNDED_PROJECTS[project]?.() ?? '';
      const text = JSON.stringify(input).replaceAll('{root}', root);
      const { status, stdout, stderr } = licet(root, ['hook', 'claude-code', '--policy', join(root, 'governance.yaml')], text);

      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      const { hookSpecificOutput: said, ...rest } = JSON.parse(stdout) as HookReply & { readonly decision?: string };
      const { permissionDecisionReason = '', additionalContext = '', ...decided } = said ?? {};
      expect(said === undefined ? rest : { ...rest, hookSpecificOutput: decided }).toEqual(want);
      expect(permissionDecisionReason).toMatch(new RegExp(reason, 'u'));
      expect(additionalContext).toMatch(new RegExp(context, 'u'));
    });
  }
});
