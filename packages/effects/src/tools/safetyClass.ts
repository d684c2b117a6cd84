import type { Effect } from '@licet/core';
import { LOSING_VERBS, UNDOING_VERBS } from '../programs/verbWords.ts';

/** What an MCP server says about its tool: hints, and no more than that while the server is not trusted. */
export interface ToolAnnotations {
  readonly readOnlyHint?: boolean;
  /** Default true, as the protocol has it. */
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  /** Default true, as the protocol has it. */
  readonly openWorldHint?: boolean;
}

/** How much harm a tool can do, from least to most; `unclear` when neither its name nor its server tells. */
export type SafetyClass = 'harmless' | 'read_local' | 'read_external' | 'write_additive' | 'destructive' | 'unclear';

const ORDER: readonly SafetyClass[] = ['harmless', 'read_local', 'read_external', 'write_additive', 'unclear', 'destructive'];

/** The class that the annotations describe. */
export const classOfAnnotations = (annotations: ToolAnnotations): SafetyClass => {
  if (annotations.readOnlyHint === true) return annotations.openWorldHint === false ? 'read_local' : 'read_external';
  return annotations.destructiveHint === false ? 'write_additive' : 'destructive';
};

/** The more dangerous of two classes. */
export const worseClass = (left: SafetyClass, right: SafetyClass): SafetyClass =>
  ORDER.indexOf(left) > ORDER.indexOf(right) ? left : right;

const READING =
  /^(?:get|list|search|find|read|view|show|describe|query|fetch|lookup|look|count|check|status|info|inspect|explain|resolve|validate|compare|diff|browse|screenshot|snapshot|navigate|hover|wait|download|preview|analyze|analyse|calculate|compute|convert|format|parse|summarize|think|sequentialthinking|who|ping|help|retrieve|open|select|stat|tail|head|watch|render|estimate|translate|ask|is|has|aggregate|distinct|enumerate|scan|grep|glob|filter|match|trace|profile|measure|lint|audit|suggest|predict|classify|detect|extract|transcribe|evaluate)$/;

const ADDING =
  /^(?:create|add|write|append|save|put|set|insert|update|edit|upsert|patch|modify|rename|copy|make|generate|register|store|assign|comment|reply|label|tag|upload|import|sync|schedule|start|open|enable|subscribe|invite|fork|clone|commit|push|publish|send|post|submit|notify|share|deploy|release|transfer|pay|refund|book|order|merge|approve|close|move|replace|click|type|fill|press|drag|log|record|remember|draft|complete|resolve|toggle)$/;

const DESTROYING = new RegExp(
  `^(?:${LOSING_VERBS}|${UNDOING_VERBS}|force|deprecate|mute|silence|snooze|unshare|disconnect|overwrite|dismiss|reject)$`,
);

/** Verbs that delete, and names of the bin, in languages other than English; beginnings of words, since endings differ. */
const DESTROYING_ABROAD =
  /(?:^|[^a-z])(?:l(?:ö|oe)sch|entfern|papierkorb|supprim|efface|corbeille|elimin[ae]|borra|papelera|apaga|exclui|lixeira|cancella|cestino|verwijder|prullenbak|radera|slett?(?![a-z]*ed)|poista|usu[nń]|kosz(?:$|[^a-z])|smaza|vymaz)|удал|корзин|видал|删除|刪除|回收站|垃圾箱|削除|ゴミ箱|삭제|휴지통|حذف|מחק/i;

/** What a measurement of a page or a program is started and ended by. */
const MEASURING =
  /^(?:performance|tracing|trace|profiler?|coverage)_(?:start|stop)(?:_\w+)?$|^(?:start|stop)_(?:trace|tracing|profiling|coverage)$/;

/** What a tool gives that is named after what it looks at: `pods_log`, `conversations_replies`. */
const LOOKED =
  /^(?:logs?|tree|replies|history|members|details|events|metrics|diagnostics|top|tags|branches|commits|files|issues|schema|tables|columns)$/;

/** The words of a tool's name, lower case: `create_or_update_file` and `createOrUpdateFile` are the same. */
export const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(word => word !== '');

/** What people do to a page in a browser, and what they look at there. */
const ON_PAGE =
  /^(?:click|dblclick|double|type|text|fill|form|press|key|keys|drag|drop|hover|select|option|check|uncheck|resize|close|tabs?|console|messages|logs|network|requests?|dialog|handle|wait|for|back|forward|reload|scroll|focus|navigate|pdf|snapshot|screenshot|take|emulate|evaluate|mouse|move|xy|generate|locator|verify|visible|element|value|list|new|page|pages)$/;

/**
 * The class that a tool's own name suggests. Every word counts, the worst one wins: `get_or_delete` destroys. A name without
 * a telling verb is `unclear`.
 */
export const classOfName = (name: string): SafetyClass => {
  const words = wordsOf(name);
  if (
    words.length > 1 &&
    /^(?:browser|puppeteer|playwright)$/.test(words[0] ?? '') &&
    words.slice(1).every(word => ON_PAGE.test(word))
  )
    return 'read_external';
  if (MEASURING.test(words.join('_'))) return 'read_external';
  if (words.some(word => DESTROYING.test(word)) || DESTROYING_ABROAD.test(name)) return 'destructive';
  if (words.length > 1 && LOOKED.test(words.at(-1) ?? '') && !words.slice(0, -1).some(word => ADDING.test(word)))
    return 'read_external';
  if (words.some(word => ADDING.test(word) && !READING.test(words[0] ?? ''))) return 'write_additive';
  return words.some(word => READING.test(word)) ? 'read_external' : 'unclear';
};

/** What is offered to other people on a hosting service and can be taken back: a pull request, an issue, a comment. */
const PROPOSING =
  /^(?:create|open|update|add|submit)_(?:(?:draft|pending)_)?(?:(?:pull_request|merge_request|issue|pr|mr|discussion)(?:_(?:comment|review|note|reply|review_comment))?|(?:comment|reply|note)(?:_to_\w+)?|sub_issue)$|^(?:comment_on|reply_to)_/;

/** Whether a tool's own name says that it only proposes something, as `gh pr create` does. */
export const isProposal = (name: string): boolean => PROPOSING.test(wordsOf(name).join('_'));

/** The effects that the class alone implies, before any argument is looked at. */
export const effectsOfClass = (kind: SafetyClass, tool: string): readonly Effect[] => {
  const base = { target: { type: 'named', category: 'tool', name: tool }, program: tool, via: [], certainty: 'certain' } as const;
  switch (kind) {
    case 'harmless':
      return [];
    case 'read_local':
      return [{ ...base, kind: 'read' }];
    case 'read_external':
      return [{ ...base, kind: 'network', target: { type: 'network', direction: 'download' }, note: 'asks a service' }];
    case 'write_additive':
      return [{ ...base, kind: 'write', tags: ['remote_change'], note: 'changes something at a service' }];
    case 'destructive':
      return [{ ...base, kind: 'delete', tags: ['remote_change', 'destructive'], note: 'may destroy something at a service' }];
    case 'unclear':
      return [{ ...base, kind: 'unknown', tags: ['unlisted'], note: 'a tool whose name does not say what it does' }];
  }
};
