import type { Provenance } from '../model/provenance.ts';
import { visible } from './escape.ts';

/** Who knows something, and since when, as a phrase: the source, what is said of it, and the day of its last change. */
export const originText = ({ source, detail, updatedAt }: Provenance): string =>
  `${source}${detail === undefined ? '' : `, ${visible(detail)}`}, ${updatedAt.slice(0, 10)}`;
