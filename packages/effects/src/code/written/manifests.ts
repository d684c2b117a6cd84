import { containerFileFindings } from '../../programs/composeFiles.ts';
import type { Danger } from './danger.ts';

/** What a file of containers gives them of the machine that they run on: its rights, its folders. */
export function manifestDangers(text: string): readonly Danger[] {
  const isOpen = containerFileFindings(text, undefined).some(finding => 'kind' in finding && finding.kind === 'privilege');
  return isOpen ? [{ kind: 'opens', note: 'what runs in the container has the rights of the machine' }] : [];
}
