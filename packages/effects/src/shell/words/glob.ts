/** True when the text has a character that is live in a glob. */
export function hasGlobCharacter(text: string): boolean {
  if (/[*?]|[@!+]\(/.test(text)) return true;
  const open = text.indexOf('[');
  return open >= 0 && text.includes(']', open);
}

type Step = (char: string) => boolean;

/**
 * Compiles a pattern of `*`, `?` and `[…]` to a matcher that needs at most pattern × text steps. Extended globs and
 * `**` match anything, so the answer errs towards a match. `*` matches a slash too.
 */
export function globMatcher(pattern: string): (text: string) => boolean {
  const steps = compile(pattern);
  return text => run(steps, text);
}

function compile(pattern: string): readonly (Step | 'any')[] {
  const steps: (Step | 'any')[] = [];
  for (let i = 0; i < pattern.length; i++) {
    const char = pattern.charAt(i);
    if (char === '\\' && i + 1 < pattern.length) {
      const wanted = pattern.charAt(++i);
      steps.push(c => c === wanted);
    } else if (char === '*' || (/[@!+?]/.test(char) && pattern[i + 1] === '(')) {
      if (char !== '*' || pattern[i + 1] === '(') i = skipGroup(pattern, i + 1);
      steps.push('any');
    } else if (char === '?') steps.push(() => true);
    else if (char === '[') {
      const end = bracketEnd(pattern, i);
      if (end === undefined) steps.push(c => c === '[');
      else {
        steps.push(bracketStep(pattern.slice(i + 1, end)));
        i = end;
      }
    } else steps.push(c => c === char);
  }
  return steps;
}

function skipGroup(pattern: string, open: number): number {
  let depth = 0;
  for (let i = open; i < pattern.length; i++) {
    if (pattern[i] === '\\') i++;
    else if (pattern[i] === '(') depth++;
    else if (pattern[i] === ')' && --depth === 0) return i;
  }
  return pattern.length;
}

function bracketEnd(pattern: string, open: number): number | undefined {
  if (!pattern.includes(']', open)) return undefined;
  let i = open + 1;
  if (pattern[i] === '!' || pattern[i] === '^') i++;
  if (pattern[i] === ']') i++;
  for (; i < pattern.length; i++) {
    if (pattern[i] === '\\') i++;
    else if (pattern[i] === '[' && pattern[i + 1] === ':') i = Math.max(i, pattern.indexOf(':]', i) + 1);
    else if (pattern[i] === ']') return i;
  }
  return undefined;
}

function bracketStep(body: string): Step {
  if (body.includes('[:')) return () => true;
  const negated = body.startsWith('!') || body.startsWith('^');
  const set = (negated ? body.slice(1) : body).replace(/\\(.)/gs, '$1');
  return char => includes(set, char) !== negated;
}

function includes(set: string, char: string): boolean {
  for (let i = 0; i < set.length; i++) {
    if (set[i + 1] === '-' && i + 2 < set.length) {
      if (char >= set.charAt(i) && char <= set.charAt(i + 2)) return true;
      i += 2;
    } else if (set[i] === char) return true;
  }
  return false;
}

function run(steps: readonly (Step | 'any')[], text: string): boolean {
  let at = 0;
  let step = 0;
  let starAt = -1;
  let starStep = -1;
  while (at < text.length) {
    const current = steps[step];
    if (current === 'any') {
      starStep = step++;
      starAt = at;
    } else if (current?.(text.charAt(at)) === true) {
      step++;
      at++;
    } else if (starStep >= 0) {
      step = starStep + 1;
      at = ++starAt;
    } else return false;
  }
  while (steps[step] === 'any') step++;
  return step === steps.length;
}
