import type { Call } from '../call.ts';
import { pushedTo } from '../gitConfig.ts';
import { compared, named } from '../gitDiff.ts';
import { repository } from '../gitPush.ts';
import type { Finding, GitRefs } from '../use.ts';
import { holds } from './condition.ts';

const JUDGES: Readonly<Record<GitRefs['is'], (call: Call, at: number) => readonly Finding[]>> = {
  files: ({ operands }) => named(operands, false),
  'files and paths': ({ operands }) => named(operands, true),
  'compared files': compared,
  repository: ({ operands }, at) => repository(operands[at]?.text, 'download'),
  remote: ({ operands }, at) => repository(operands[at]?.text, 'download').filter(one => 'kind' in one || detail(one) !== 'url'),
  'pushed to': call => pushedTo(call, call.operands[0]?.text).flatMap(at => repository(at, 'upload')),
};

const detail = (one: Finding): string | undefined =>
  'use' in one ? (typeof one.use === 'string' ? one.use : one.use.as) : undefined;

/**
 * What words of git name.
 *
 * | `is` | word | found |
 * |---|---|---|
 * | `files` | `HEAD:.env` | reads `.env` |
 * | `files and paths` | `src/a.ts` | reads it too |
 * | `compared files` | `a`, of no repository | reads it |
 * | `repository` | `https://h.example/x` | a download; `ext::` runs a command |
 * | `remote` | the same | only what is run |
 * | `pushed to` | the name of a remote | an upload to the addresses that it has |
 */
export const findRefs = (rows: readonly GitRefs[], call: Call): readonly Finding[] =>
  rows.flatMap(({ is, at = 0, when }) => (when === undefined || holds(when, call) ? JUDGES[is](call, at) : []));
