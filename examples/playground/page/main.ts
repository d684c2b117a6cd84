import type { Comparison } from '../engine/compare.ts';
import type { ReadPolicy } from '../engine/policies.ts';
import { readCall } from './callInput.ts';
import { comparisonOf } from './comparison.ts';
import { createEditor } from './editor.ts';
import { find, make } from './elements.ts';
import { EXAMPLES } from './examples.ts';
import { readFragment, writeFragment } from './link.ts';
import type { PageState } from './link.ts';
import { resultOf } from './result.ts';

const policy = find('policy', HTMLTextAreaElement);
const call = find('call', HTMLTextAreaElement);
const chooser = find('example', HTMLSelectElement);
const result = find('result', HTMLElement);
const difference = find('diff', HTMLDivElement);
const editor = createEditor(policy);

/** The text that the policy is compared with. */
let base = '';
/** Which change of the page is being answered: an older answer is thrown away. */
let turn = 0;

/** Shows the answer to the last change. */
function showLast(content: readonly (Node | string)[]): void {
  result.replaceChildren(...content);
  result.dataset['state'] = 'done';
}

async function update(): Promise<void> {
  const mine = ++turn;
  const isStale = (): boolean => mine !== turn;
  result.dataset['state'] = 'waits';
  try {
    // What reads policies is small and comes first: mistakes are shown while the analyzer of commands still loads.
    const { readPolicy } = await import('../engine/policies.ts');
    if (isStale()) return;
    const read = readPolicy(policy.value);
    editor.show(read.remarks);
    await Promise.all([showResult(read, isStale), showDifference(read, isStale)]);
  } catch (error) {
    if (isStale()) return;
    const said = error instanceof Error ? error.message : String(error);
    showLast([make('p', 'ruling block', make('strong', '', 'No ruling')), make('p', '', said)]);
  }
}

async function showResult({ compiled }: ReadPolicy, isStale: () => boolean): Promise<void> {
  if (compiled === undefined)
    return showLast([
      make('p', 'ruling block', make('strong', '', 'block'), ' every call, until the policy loads'),
      make('p', 'quiet', 'A policy that does not load lets nothing through. Correct the lines that are marked.'),
    ]);
  const { judge } = await import('../engine/judge.ts');
  const judgment = await judge(compiled, readCall(call.value));
  if (!isStale()) showLast(resultOf(judgment));
}

async function showDifference({ compiled }: ReadPolicy, isStale: () => boolean): Promise<void> {
  const [{ readPolicy }, { compare }] = await Promise.all([import('../engine/policies.ts'), import('../engine/compare.ts')]);
  if (policy.value === base || compiled === undefined) return difference.replaceChildren();
  const older = readPolicy(base).compiled;
  if (isStale()) return;
  if (older === undefined)
    return difference.replaceChildren(make('p', 'quiet', 'The version before does not load, so there is no comparison.'));
  difference.replaceChildren(make('p', 'quiet', 'Comparing with the version before.'));
  const compared = await compare(older, compiled, isStale).catch((error: unknown): Comparison | undefined => {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined;
    throw error;
  });
  if (compared !== undefined && !isStale()) difference.replaceChildren(...comparisonOf(compared));
}

/** Puts a policy and a call onto the page, and compares from there. */
function open(state: PageState): void {
  [policy.value, call.value, base] = [state.policy, state.call, state.policy];
  policy.scrollTop = 0;
  editor.show([]);
  void update();
}

function choose(index: number): void {
  const example = EXAMPLES[index];
  if (example === undefined) return;
  chooser.value = `${index}`;
  find('about', HTMLParagraphElement).textContent = example.about;
  open(example);
}

async function share(): Promise<void> {
  history.replaceState(undefined, '', await writeFragment({ policy: policy.value, call: call.value }));
  const button = find('share', HTMLButtonElement);
  // A browser may refuse the clipboard; the address then holds the link all the same.
  const isCopied = await navigator.clipboard.writeText(location.href).then(
    () => true,
    () => false,
  );
  button.textContent = isCopied ? 'Copied' : 'The address is the link';
  setTimeout(() => void (button.textContent = 'Copy link'), 2_000);
}

async function start(): Promise<void> {
  const state = await readFragment(location.hash);
  if (state === undefined) return choose(0);
  chooser.selectedIndex = -1;
  find('about', HTMLParagraphElement).textContent = 'From the link.';
  open(state);
}

let waiting: ReturnType<typeof setTimeout> | undefined;
const typed = (): void => {
  clearTimeout(waiting);
  result.dataset['state'] = 'waits';
  waiting = setTimeout(() => void update(), 150);
};

chooser.append(...EXAMPLES.map(({ name }, index) => new Option(name, `${index}`)));
chooser.addEventListener('change', () => choose(Number(chooser.value)));
for (const field of [policy, call]) field.addEventListener('input', typed);
find('share', HTMLButtonElement).addEventListener('click', () => void share());
find('keep', HTMLButtonElement).addEventListener('click', () => {
  base = policy.value;
  void update();
});
addEventListener('hashchange', () => void start());
void start();
