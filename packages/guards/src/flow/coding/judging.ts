import type { Effect } from '@licet/core';
import { isSecretPath } from '@licet/effects/places';

import type { FlowQuestion } from '../judging.ts';
import { secretQuestions } from '../judging.ts';
import { textOf } from '../records.ts';
import { fold, isIn, runsOf } from '../words.ts';
import { ASKS_FOR_RIGHTS, ASKS_TO_REPEAT } from './acts.ts';
import type { CodeAction } from './asking.ts';
import { actQuestions } from './asking.ts';
import type { CodeCall } from './calls.ts';
import { nameOf, operandsOf, pathIn } from './calls.ts';
import { changedManifestQuestions } from './changedManifests.ts';
import { lossQuestions, namedQuestions, taskQuestions } from './changes.ts';
import { discardQuestions } from './discarding.ts';
import { fetches, goesOut, hasTag } from './effects.ts';
import { codeQuestions, networkQuestions } from './network.ts';
import { credentialQuestions } from './credentials.ts';
import { plantedQuestions } from './planting.ts';
import { installQuestions, runQuestions } from './running.ts';
import { showsCredentials } from './secretText.ts';

/** Returns what the user must say yes to before an action on code runs; undefined where the guard has nothing to say. */
export function questionsForCode(action: CodeAction): readonly FlowQuestion[] | undefined {
  const { state, calls } = action;
  const isOutward = calls.some(call => call.effects.some(goesOut));
  const secrets = isOutward ? secretsIn(action) : [];
  const late = isOutward && secrets.length === 0 ? lateQuestions(action) : [];
  if (!state.isTainted) return isOutward ? [...secrets, ...late] : undefined;
  const found = calls.flatMap(call => [
    ...call.effects.flatMap(effect => effectQuestions(effect, call, action)),
    ...installQuestions(call, action),
    ...changedManifestQuestions(call, action),
    ...discardQuestions(call, action),
  ]);
  const all = [
    ...found,
    ...runQuestions(action),
    ...plantedQuestions(action),
    ...credentialQuestions(action),
    ...secrets,
    ...late,
  ];
  const distinct = [...new Map(all.map(each => [`${each.why} ${each.key} ${each.value}`, each])).values()];
  return distinct.length > 0 ? distinct : dictatedQuestions(action);
}

function effectQuestions(effect: Effect, call: CodeCall, action: CodeAction): readonly FlowQuestion[] {
  const { kind, target } = effect;
  const isDynamic = kind === 'unknown' && hasTag(effect, 'dynamic');
  if (hasTag(effect, 'downloaded_code', 'obfuscated') || (isDynamic && action.effects.some(fetches)))
    return codeQuestions(call, action);
  if (kind === 'privilege')
    return actQuestions('setup', call.program, 'the rights of another user', ASKS_FOR_RIGHTS.test(action.state.names), action);
  if (target?.type === 'network') return networkQuestions(effect, call, action);
  if (target?.type !== 'named') return lossQuestions(effect, call, action);
  if (kind === 'execute' && target.category === 'project') return taskQuestions(call, action);
  if (kind === 'configure' || kind === 'delete' || kind === 'execute' || kind === 'write')
    return namedQuestions(effect, target.category, target.name, call, action);
  return [];
}

/** What a command is that only repeats what a text says: one with effects that no table above judges. */
const SERIOUS: ReadonlySet<Effect['kind']> = new Set(['delete', 'configure', 'unknown', 'privilege', 'environment']);

/** Code in the words of an interpreter. */
const isInlineCode = ({ target }: Effect): boolean =>
  target?.type === 'program' && /^-(?:c|e|-eval)$/u.test(target.argv[1] ?? '');

function dictatedQuestions(action: CodeAction): readonly FlowQuestion[] {
  const { state, hashing, effects, args } = action;
  const command = args['command'];
  if (typeof command !== 'string' || ASKS_TO_REPEAT.test(state.names)) return [];
  const isSerious = effects.some(
    effect =>
      hasTag(effect, 'unlisted', 'dynamic') ||
      isInlineCode(effect) ||
      (SERIOUS.has(effect.kind) && !hasTag(effect, 'commits', 'regenerable')),
  );
  if (!isSerious) return [];
  const runs = runsOf(command);
  const isTaken = runs.length > 0 && !state.hasDroppedRuns && runs.every(run => state.runs.has(hashing.ofRun(run)));
  return isTaken ? actQuestions('dictated', 'command', command, isIn(fold(command), state.names), action) : [];
}

/** Secrets that a session has read, in the words of an action; and files of secrets that the action itself reads. */
function secretsIn(action: CodeAction): readonly FlowQuestion[] {
  const { state, calls, place, args, tool } = action;
  const told = secretQuestions({ key: tool === 'Bash' ? 'command' : tool, value: textOf(args), kind: 'content' }, action);
  if (!state.isTainted) return told;
  const read = calls.flatMap(({ effects }) => effects.filter(showsCredentials));
  const named = calls
    .filter(({ effects }) => effects.some(effect => goesOut(effect) && !hasTag(effect, 'package_scripts')))
    .flatMap(call => operandsOf(call).filter(word => isSecretPath(pathIn(call.folder, word), undefined, place.home)));
  const paths = [...read.map(nameOfTarget), ...named];
  return [...told, ...[...new Set(paths)].flatMap(path => actQuestions('secret', path, path, false, action))];
}

const nameOfTarget = ({ target }: Effect): string =>
  target?.type === 'file' ? nameOf(target.lexical) : target?.type === 'named' ? target.name : '';

function lateQuestions({ state, declared, calls }: CodeAction): readonly FlowQuestion[] {
  if (!state.hasReadSecret || !(declared.asksAfterSecret || state.hasDroppedSecrets)) return [];
  const call = calls.find(({ effects }) => effects.some(goesOut));
  return [{ why: 'after_secret', key: 'host', value: call?.words.slice(0, 3).join(' ') ?? '', grants: [] }];
}
