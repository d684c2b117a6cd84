/// <reference lib="dom" />
import { judge } from './policy.ts';

const field = (name: string): string => document.querySelector<HTMLInputElement>(`[name=${name}]`)?.value ?? '';

function show(): void {
  const { ruling, reason, fix } = judge(field('tool'), { amount: Number(field('amount')), owner: field('owner') });
  const output = document.querySelector('output');
  if (output !== null) output.textContent = [ruling, reason, fix?.summary].filter(each => each !== undefined).join(': ');
}

document.addEventListener('input', show);
show();
