import type { Finding } from '../../programs/descriptor.ts';
import { settingsIn } from '../../programs/settingWords.ts';
import { emit } from '../words/emit.ts';
import type { Frame } from '../words/frame.ts';
import { runLedCode } from './ledElsewhere.ts';
import type { ResolvedCall } from './resolveCall.ts';
import { emitVariable } from './tamperedEnvironment.ts';

/** Options that stand for such a variable. */
const AS_VARIABLE: Readonly<Record<string, string>> = {
  '--kubeconfig': 'KUBECONFIG',
  '--git-dir': 'GIT_DIR',
  '--node-options': 'NODE_OPTIONS',
  '--userconfig': 'npm_config_userconfig',
  '--globalconfig': 'npm_config_globalconfig',
};

/** Records settings that an option names, as the variable for them would, and those that words give unless the description has said so. */
export function emitSettings(call: ResolvedCall, found: readonly Finding[], frame: Frame): void {
  const [program = ''] = call.path;
  if (call.descriptors[0]?.ownClusters !== undefined) return;
  for (const { option, values } of call.line.given) {
    const name =
      AS_VARIABLE[option.spelling] ?? (option.spelling === '--config' && program === 'docker' ? 'DOCKER_CONFIG' : undefined);
    for (const { field } of name === undefined ? [] : values) emitVariable(name ?? '', field, program, frame);
  }
  for (const { text } of call.values('--script-shell')) if (text !== undefined) runLedCode('shell of scripts', text, frame);
  const isSaid = found.some(one => 'kind' in one && one.kind === 'configure' && (one.tags?.length ?? 0) > 0);
  if (program !== 'git' && !isSaid) emitSettingWords(program, [...call.path.slice(1), ...wordsIn(call)], frame);
}

const wordsIn = ({ line }: ResolvedCall): readonly string[] => [
  ...line.unlisted,
  ...line.given.flatMap(({ option, values }) => [option.name, ...values.map(({ field }) => field.text)]),
  ...line.operands.map(({ text }) => text),
];

/** Records settings that words give to any program, by which it later runs something else or goes elsewhere. */
export function emitSettingWords(program: string, words: readonly string[], frame: Frame): void {
  for (const [key, tags] of settingsIn(words))
    emit(frame, { kind: 'configure', target: { type: 'named', category: 'setting', name: key }, program, tags });
}
