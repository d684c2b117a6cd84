import type { CommandDescriptor, Family, Finding, ProgramDescriptor, Use } from './descriptor.ts';
import { isAddress, projectCode, sharing } from './shapes.ts';

/** A document whose code runs: reviewed like any other code of the project, and nobody's when it was fetched. */
const document: Use = { as: 'execute', language: 'notebook' };

/** Runs the code in documents: those at an address come from elsewhere. */
const running = (): CommandDescriptor => ({
  options: {
    '-p -r -y -f -k --parameters --parameters_raw --parameters_yaml --parameters_file --kernel --language --engine --cwd --log-level --profile -P -M --to -t --output --execute-params --port --host':
      'text',
  },
  effects: [projectCode],
  inspect: ({ operands }) =>
    operands.slice(0, 1).map((value): Finding => {
      const isElsewhere = isAddress(value.text ?? '');
      return isElsewhere ? { use: { as: 'url', tags: ['downloaded_code'] }, value } : { use: document, value };
    }),
});

const nbconvert = (): CommandDescriptor => ({
  options: {
    '--to --output --output-dir --template --config --log-level --post --writer': 'text',
    '--execute': 'flag',
    '--inplace': 'flag',
    '--allow-errors --clear-output --no-input --stdin --stdout': 'flag',
  },
  operands: { rest: 'read' },
  cases: [
    { when: { any: ['--inplace'], none: ['--execute'] }, operands: { rest: 'update' } },
    { when: { any: ['--execute'] }, operands: { rest: document }, effects: [projectCode] },
  ],
});

const jupyter = (): ProgramDescriptor => ({
  summary: 'works with notebooks',
  subcommands: {
    nbconvert,
    'execute run': () => running(),
    'lab notebook server console kernelspec labextension nbextension serverextension trust troubleshoot nbclassic qtconsole migrate':
      () => ({ options: { '--port --ip --notebook-dir --config': 'text' }, effects: [projectCode] }),
  },
  match: {
    'jupyter nbconvert --to notebook --execute a.ipynb': 'read /w/a.ipynb; execute',
    'jupyter execute a.ipynb': 'read /w/a.ipynb; execute',
  },
  notMatch: {
    'jupyter nbconvert --to html a.ipynb': 'unknown; execute project:code',
    'jupyter nbconvert --clear-output --inplace a.ipynb': 'unknown; execute project:code',
  },
});

/** Programs that run the code in notebooks and reports. */
export const notebooks: Family = {
  jupyter,
  'jupyter-nbconvert': () => ({ summary: 'converts and runs notebooks', ...nbconvert() }),
  ...sharing('papermill runipy jupyter-execute jupyter-run', () => ({
    summary: 'runs notebooks',
    ...running(),
    match: { 'papermill https://x.example/a.ipynb out.ipynb': 'network download x.example #downloaded_code' },
    notMatch: { 'papermill a.ipynb out.ipynb': 'unknown; * #downloaded_code' },
  })),
  ...sharing('quarto marimo', () => ({
    summary: 'runs the code in reports',
    subcommands: {
      'render preview run edit': () => running(),
      'convert check create export new list use install tools': () => ({}),
    },
    match: { 'quarto render a.qmd': 'execute' },
    notMatch: { 'quarto render a.qmd': 'unknown; * #downloaded_code' },
  })),
};
