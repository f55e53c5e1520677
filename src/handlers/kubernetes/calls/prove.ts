/** Proves that an API server answers, and that the account's id names its cluster. */
import { z } from 'zod';
import { ReadError } from '../../../core/common/errors.ts';
import { settingsOf } from '../wire/account.ts';
import type { Call, CallScope } from '../wire/call.ts';
import { clusterOf, objectOf } from '../wire/client.ts';
import { malformed } from '../wire/readError.ts';

const PROVEN_FOR_MS = 15 * 60_000;
const ASKED: Call = {
  method: 'GET',
  proves: true,
  path: '/api/v1/namespaces/kube-system',
  what: 'reading the uid of the namespace kube-system',
  permission: 'get namespaces',
};
const namespace = z.object({ metadata: z.object({ uid: z.string().min(1) }) });

/**
 * The proof counts for one address: until the next one, no request goes to another that the kubeconfig names by then.
 * @param isNow asks also if a proof of the last minutes is known: another cluster may answer behind the address by now
 * @throws ReadError: `wrongAccount` if the id names another cluster, else why it cannot be proven
 */
export async function prove({ account, io }: CallScope, isNow = false): Promise<void> {
  const key = JSON.stringify([settingsOf(account), account.id]);
  await io.clients.get(`kubernetes/${account.name}/proven/${key}`, () => new Proof()).ask({ account, io }, isNow);
}

/** The uid of the namespace `kube-system`, which is the id of the cluster. @throws ReadError */
export async function uidOf(target: CallScope): Promise<string> {
  const read = namespace.safeParse(await objectOf(target, ASKED));
  if (!read.success) throw malformed(ASKED.what, target.account.name, 'it has no uid');
  return read.data.metadata.uid;
}

class Proof {
  #until = 0;
  #place: string | undefined;

  async ask(target: CallScope, isNow: boolean): Promise<void> {
    const { account, io } = target;
    const cluster = clusterOf(target);
    const place = await cluster.place(io.clock);
    if (!isNow && io.clock.now() < this.#until && place === this.#place) return;
    this.#until = 0;
    const uid = await uidOf(target);
    if (account.id !== undefined && account.id !== uid) {
      const message = `account ${account.name} reaches the cluster ${uid}, but its id is ${account.id}; Holystone changes nothing in it`;
      throw new ReadError(message, { problem: 'wrongAccount' });
    }
    if ((await cluster.place(io.clock)) !== place) {
      const message = `account ${account.name}: the kubeconfig changed while its cluster was asked for its uid`;
      throw new ReadError(message, { problem: 'wrongAccount' });
    }
    cluster.provenAt(place);
    this.#place = place;
    this.#until = io.clock.now() + PROVEN_FOR_MS;
  }

  destroy(): void {
    this.#until = 0;
  }
}
