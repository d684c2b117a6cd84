import type { Mark } from '../../marks.ts';
import { absolutePath } from '../../places/lexical.ts';
import type { DetailedUse } from '../../programs/descriptor.ts';
import type { Frame } from '../words/frame.ts';
import { forkState } from '../words/shellState.ts';

/** Where a command that a program starts is: tags say whether that is here, in a container or on another machine. */
export function frameChange(
  use: DetailedUse,
  context: { readonly frame: Frame; readonly tags: readonly Mark[] },
): Partial<Frame> {
  const own = [...(use.tags ?? []), ...context.tags];
  const { frame } = context;
  const place = own.includes('remote_execution') ? 'remote' : own.includes('container') ? 'container' : frame.place;
  const state = forkState(frame.state);
  if (place !== frame.place) state.cwd = typeof use.startsIn === 'string' ? use.startsIn : '/';
  return { state, place, tags: [...frame.tags, ...own], possible: frame.possible || use.certainty === 'possible' };
}

/** The folders that a container sees, by where they lie here. */
export function mounted({ mounts }: DetailedUse, frame: Frame): Partial<Frame> {
  if (mounts === undefined || typeof mounts === 'function' || frame.place !== 'here') return {};
  const known = mounts.flatMap(({ from, to }) => {
    const path = /^[./~]/.test(from) ? absolutePath(from, frame.state.cwd) : undefined;
    return path === undefined ? [] : [{ from: path, to }];
  });
  return { mounts: known };
}
