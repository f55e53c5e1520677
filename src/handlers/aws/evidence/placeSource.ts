import { collecting, type Found } from '../../contract/collecting.ts';
import type { EvidenceSource, Scope } from '../../contract/handler.ts';
import { type Call, permissionsOf } from '../calls/call.ts';
import { provenReader } from '../wire/places.ts';
import type { CallScope } from '../wire/target.ts';

interface InPlace<P> extends Omit<EvidenceSource<P>, 'permissions' | 'per' | 'read'> {
  readonly calls: readonly Call[];
  /** Adds what it finds, whoever the candidates are. @throws ReadError; what was found before counts nevertheless */
  find(target: CallScope, found: Found, scope: Scope<P>): Promise<void>;
}

/** A source that reads what is in a place once, with the permissions of its calls. */
export function placeSource<P = unknown>({ calls, find, ...described }: InPlace<P>): EvidenceSource<P> {
  return {
    ...described,
    permissions: permissionsOf(...calls),
    per: 'location',
    async read(place, scope, _candidates, io) {
      const target = await provenReader(place, scope, io);
      return collecting((found) => find(target, found, scope));
    },
  };
}
