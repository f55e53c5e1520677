import type { Making } from './collections/kind.ts';
import type { Place } from './collections/place.ts';
import { newImage } from './seeds/imageSeeds.ts';
import type { SandboxControl } from './store/control.ts';
import { type Adders, type AnyKind, type KindIn, kindsIn, PLURALS } from './store/kinds.ts';
import type { Region, Store } from './store/store.ts';

type Seeders = Adders & Pick<SandboxControl, 'addRecycledImages' | 'addImageBuilder' | 'update' | 'remove'>;

const WEEK_MS = 7 * 24 * 3_600_000;

/** Creates resources in the store without a call. */
export function seeders(store: Store, at: (place: Place) => Region): Seeders {
  const making = ({ account, region }: Place): Making => {
    return { account: { id: account }, region, ids: store.ids, now: new Date(store.now()) };
  };
  const kindAt = (place: Place, isIt: (known: KindIn) => boolean): KindIn => {
    const found = kindsIn(at(place)).find(isIt);
    if (!found) throw new Error('the sandbox has no such kind');
    return found;
  };
  const adder = (name: string) => (place: Place, seeds: readonly never[]) => {
    const { kind, table } = kindAt(place, ({ plural }) => plural === name);
    return seeds.map((seed) => {
      const kept = kind.make(seed, making(place));
      table.putNow(idOf(kind.keyOf(kept)), kept);
      kind.beside?.(at(place), kept, seed, making(place));
      return idOf((kind.idOf ?? kind.keyOf)(kept));
    });
  };
  const adders = PLURALS.map((name) => [`add${name.charAt(0).toUpperCase()}${name.slice(1)}`, adder(name)]);
  return {
    ...(Object.fromEntries(adders) as Adders),
    addRecycledImages: (place, seeds) =>
      seeds.map(({ launchPermissions = [], ...seed }) => {
        const image = newImage(seed, making(place));
        const [enteredAt, exitAt] = [store.now(), store.now() + WEEK_MS];
        at(place).bin.images.putNow(idOf(image.ImageId), { value: { image, launchPermissions }, enteredAt, exitAt });
        return idOf(image.ImageId);
      }),
    addImageBuilder(place, { recipes = [], containerRecipes = [], builds = [], distributions = [] }) {
      const here = at(place);
      for (const recipe of recipes) here.imageRecipes.putNow(idOf(recipe.arn), recipe);
      for (const recipe of containerRecipes) here.containerRecipes.putNow(idOf(recipe.arn), recipe);
      for (const build of builds) here.imageBuilds.putNow(idOf(build.arn), build);
      for (const one of distributions) here.distributions.putNow(idOf(one.arn), { timeoutMinutes: 720, ...one });
    },
    update(place, name, id, patch) {
      const { kind, table } = kindAt(place, (known) => known.kind.name === name);
      const kept = table.get(id);
      if (!kept) throw new Error(`the sandbox has no ${id} there`);
      table.putNow(id, patched(kind, kept, patch));
    },
    remove: (place, name, id) => kindAt(place, (known) => known.kind.name === name).table.removeNow(id),
  };
}

function patched(kind: AnyKind, kept: object, patch: Readonly<Record<string, unknown>>): object {
  return kind.patched?.(kept, patch) ?? kind.changed(kept, { ...kind.shown(kept), ...patch });
}

function idOf(id: string | undefined): string {
  if (id === undefined) throw new Error('a resource of the sandbox has no id');
  return id;
}
