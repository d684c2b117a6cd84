import type { Signal } from '@preact/signals';

/** Where a person types the code that the terminal shows: each card asks for it, each time. */
export function CodeField({ code, isDisabled = false }: { readonly code: Signal<string>; readonly isDisabled?: boolean }) {
  return (
    <label>
      code from the terminal
      <input
        value={code.value}
        disabled={isDisabled}
        autocomplete="off"
        spellcheck={false}
        size={12}
        onInput={({ currentTarget }) => (code.value = currentTarget.value)}
      />
    </label>
  );
}
