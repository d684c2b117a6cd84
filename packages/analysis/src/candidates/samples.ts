/** A text that a glob or a simple regular expression matches, most of the time. */
export function sampleText(pattern: string): string {
  return pattern
    .replace(/\{(?<first>[^,}]*)[^}]*\}/gu, '$<first>')
    .replace(/\((?:\?:)?(?<first>[^|)]*)[^)]*\)/gu, '$<first>')
    .replace(/\[!?(?<first>[^\]])[^\]]*\]/gu, '$<first>')
    .replace(/\\s[*+]?/gu, ' ')
    .replace(/\\b|[\^$]/gu, '')
    .replace(/\.[*+]/gu, 'x')
    .replace(/[*?]/gu, 'x')
    .replace(/\\(?<plain>[^\w])/gu, '$<plain>');
}

/** What a text of a policy means, as a call would name it. */
export const SAMPLES = {
  hosts: (text: string): string => SAMPLES.tools(text.replace(/^\*\./u, 'a.')).replace(/\/\d+$/u, ''),
  tools: (text: string): string => text.replaceAll('*', 'x'),
  facts: (text: string): string => text,
} as const;

/** What a text of a policy may stand for in the words of a candidate. */
export const samplesOf = (text: string): readonly string[] => [
  ...new Set([SAMPLES.hosts(text), SAMPLES.tools(text), sampleText(text), shortestPath(text)]),
];

/** The shortest path that a pattern finds. */
export const shortestPath = (pattern: string): string =>
  sampleText(pattern.replace(/\*\*\/?$/u, '').replaceAll('**/', '')).replace(/\/$/u, '');
