import type { Argument, Call } from '../call.ts';
import { gitSetting, inlineSettings } from '../gitConfig.ts';
import { condaSettings, goSetting, hgSetting, manifestSetting, npmSetting, pipSetting } from '../packageSettings.ts';
import type { ConfigKey, Finding } from '../use.ts';
import { holds, valuesOf } from './condition.ts';

const JUDGES: Readonly<Record<ConfigKey['of'], (call: Call, given: readonly Argument[]) => readonly Finding[]>> = {
  git: gitSetting,
  npm: npmSetting,
  pip: pipSetting,
  conda: condaSettings,
  go: ({ operands }) => operands.flatMap(goSetting),
  'key=value of git': (_, given) => inlineSettings(given),
  'key=value of hg': (_, given) => given.flatMap(hgSetting),
  'package.json': ({ operands }) => operands.slice(1).flatMap(manifestSetting),
};

/**
 * What a setting does to later calls of a program: it may run something, take packages from elsewhere, or switch a protection off.
 *
 * | of | harmless | not |
 * |---|---|---|
 * | `git`, `key=value of git` | `user.name` | `core.hooksPath`, `alias.x` with `!` |
 * | `npm` | `fund` | `script-shell`, `registry` elsewhere |
 * | `pip`, `conda` | `global.timeout` | `index-url`, a channel elsewhere |
 * | `go` | `GOPROXY` of Go | `GOFLAGS=-toolexec=…` |
 * | `key=value of hg` | `ui.username` | `hooks.x`, `alias.x` with `!` |
 * | `package.json` | `keywords[0]=x` | `scripts.install=…` |
 */
export const findSettings = (rows: readonly ConfigKey[], call: Call): readonly Finding[] =>
  rows.flatMap(({ of, in: options, when }) =>
    when === undefined || holds(when, call) ? JUDGES[of](call, options === undefined ? [] : valuesOf(call, options)) : [],
  );
