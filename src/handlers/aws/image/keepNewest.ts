import type { Row, SetPolicy } from '../../../core/rule.ts';
import { nameStem } from './nameStem.ts';
import type { ImageParameters } from './parameters.ts';
import type { ImageResource } from './resource.ts';

/** Keeps the newest images of each family: what a team would go back to. */
export const keepNewest: SetPolicy<ImageResource, ImageParameters> = {
  name: 'keepNewest',
  summary: 'The newest `count` (3) available images of each family are kept; a family is a name stem or a tag.',
  enabled: (parameters) => parameters.keepNewest !== 'off',
  row(image, { keepNewest: settings }) {
    // One that cannot be launched is nothing to go back to, and must not take the place of one that can.
    if (settings === 'off' || image.state !== 'available') return undefined;
    const at = image.createdAt?.getTime();
    return { id: image.id, family: familyOf(image, settings.by), ...(at === undefined ? {} : { at }) };
  },
  keep(rows, { keepNewest: settings }) {
    const kept = new Map<string, string>();
    if (settings === 'off') return kept;
    const places = new Map<string, number>();
    for (const { id, family } of rows.toSorted(newestFirst)) {
      const place = (places.get(family) ?? 0) + 1;
      places.set(family, place);
      if (place <= settings.count) kept.set(id, `one of the newest ${settings.count} of ${family}`);
    }
    return kept;
  },
};

/** An image without the tag belongs to its name's family: a missing tag must not cost it the protection. */
function familyOf(image: ImageResource, by: string): string {
  const value = by.startsWith('tag:') ? image.tags[by.slice('tag:'.length)] : undefined;
  return value === undefined ? `"${nameStem(image.name)}"` : `${by}=${value}`;
}

function newestFirst(a: Row, b: Row): number {
  const difference = (b.at ?? Number.POSITIVE_INFINITY) - (a.at ?? Number.POSITIVE_INFINITY);
  return Number.isNaN(difference) || difference === 0 ? a.id.localeCompare(b.id) : difference;
}
