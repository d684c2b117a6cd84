export type {
  Argument,
  Call,
  Case,
  CommandDescriptor,
  Condition,
  DetailedUse,
  Family,
  Finding,
  FixedEffect,
  OperandSpec,
  OptionSpec,
  OptionStyle,
  OptionTable,
  ProgramDescriptor,
  Role,
  Use,
} from './effects/shell/descriptor.ts';
export { findDescriptor } from './effects/shell/programs/index.ts';
export { shellTags } from './effects/shell/tags.ts';
export type { ShellTag } from './effects/shell/tags.ts';
