/** One account with very many images, for trying out how long a plan takes. */
import type { SandboxControl } from '../aws/index.ts';
import { DEMO_REGIONS, OWNERS, PROD } from './accounts.ts';
import { DAY_MS } from './families.ts';

const OWNER_TAGS = [OWNERS.web, OWNERS.payments, OWNERS.data, OWNERS.mobile];
/** One image in a hundred has an instance. */
const USED_EVERY = 100;
/** So many seeds at once would cost more memory than the resources themselves. */
const AT_ONCE = 1_000;
const YOUNGEST_DAYS = 40;
const SPREAD_DAYS = 700;

/** @param now ms since the epoch, by the sandbox's clock */
export function seedLarge(control: SandboxControl, images: number, now: number): void {
  const place = { account: PROD.id, region: DEMO_REGIONS[0] };
  for (let from = 0; from < images; from += AT_ONCE) {
    const indexes = Array.from({ length: Math.min(AT_ONCE, images - from) }, (_, at) => from + at);
    const ids = control.addImages(
      place,
      indexes.map((index) => ({
        Name: `service-${index % 5}-${index}`,
        CreationDate: new Date(now - (YOUNGEST_DAYS + (index % SPREAD_DAYS)) * DAY_MS).toISOString(),
        tags: { owner: OWNER_TAGS[index % OWNER_TAGS.length] ?? OWNERS.web },
      })),
    );
    const used = ids.filter((_, at) => (from + at) % USED_EVERY === 0);
    control.addInstances(
      place,
      used.map((ImageId) => ({ ImageId })),
    );
  }
}
