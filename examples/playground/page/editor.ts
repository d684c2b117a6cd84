import type { Remark } from '../engine/policies.ts';
import { find, make, prose } from './elements.ts';

/** The editor of the policy. */
export interface Editor {
  /** Shows what is wrong at its lines, and below in words. */
  readonly show: (remarks: readonly Remark[]) => void;
}

/** Gives the policy's text field numbers of lines, with marks where something is wrong. */
export function createEditor(field: HTMLTextAreaElement): Editor {
  const [lines, list] = [find('lines', HTMLOListElement), find('remarks', HTMLUListElement)];
  let remarks: readonly Remark[] = [];
  const number = (): void => {
    const marks = new Map(remarks.toReversed().map(({ line, isError }) => [line, isError ? 'error' : 'doubt']));
    lines.replaceChildren(...field.value.split('\n').map((_, index) => make('li', marks.get(index + 1) ?? '', `${index + 1}`)));
    lines.scrollTop = field.scrollTop;
  };
  field.addEventListener('scroll', () => void (lines.scrollTop = field.scrollTop));
  field.addEventListener('input', number);
  return {
    show(found) {
      remarks = found;
      number();
      field.setAttribute('aria-invalid', String(found.some(({ isError }) => isError)));
      list.replaceChildren(...found.map(remark => remarkItem(remark, field)));
    },
  };
}

function remarkItem({ line, text, isError }: Remark, field: HTMLTextAreaElement): HTMLLIElement {
  const button = make('button', '', `Line ${line}`);
  button.type = 'button';
  button.addEventListener('click', () => {
    const start =
      field.value
        .split('\n')
        .slice(0, line - 1)
        .join('\n').length + (line > 1 ? 1 : 0);
    field.focus();
    field.setSelectionRange(start, start + (field.value.split('\n')[line - 1]?.length ?? 0));
  });
  return make('li', isError ? 'error' : 'doubt', button, ' ', ...prose(`${isError ? '' : 'Doubtful: '}${text}`));
}
