import { escapeText } from '@licet/core';
import { isRecord } from '@licet/core/nodes';
import { actsByName } from '@licet/guards/state';

/** What `flow` is told of one tool. */
interface FlowEntry {
  readonly acts: boolean;
}

/**
 * Turns what a server says of its tools into declarations for `flow`. A tool that says of itself that it changes something acts, whatever its name is. A
 * tool that says that it only reads is believed only where the operator trusts the server: then its calls are never asked about.
 */
export function flowToolsFrom(
  listed: readonly unknown[],
  name: string | undefined,
  trusted: boolean,
): Readonly<Record<string, FlowEntry>> {
  return Object.fromEntries(
    listed.flatMap((tool): readonly (readonly [string, FlowEntry])[] => {
      if (!isRecord(tool)) return [];
      const { annotations } = tool;
      const title = escapeText(String(tool['name']), 200);
      const full = name === undefined ? title : `mcp__${name}__${title}`;
      const hints = isRecord(annotations) ? annotations : {};
      const [changes, reads] = [
        hints['readOnlyHint'] === false || hints['destructiveHint'] === true,
        hints['readOnlyHint'] === true && hints['destructiveHint'] !== true,
      ];
      const acts = actsByName(full);
      if (changes && !acts) return [[full, { acts: true }]];
      return reads && acts && trusted ? [[full, { acts: false }]] : [];
    }),
  );
}
