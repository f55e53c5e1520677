import { randomUUID } from 'node:crypto';
import { StoreError } from '../../core/common/errors.ts';
import type { Session, Sessions } from '../../core/ports/sessions.ts';
import type { StateDeps } from './deps.ts';
import { sessionKey, sessionsOfKey } from './keys.ts';
import { openJson, sealJson } from './sealedJson.ts';

interface Stored extends Session {
  /** Of the person when the session began; another one now means: signed out everywhere. */
  readonly generation: string;
}

/**
 * A STRING per session, which Redis expires, and one per person: its generation lasts as long as any session. One that no
 * holder of a signing key stored is no session.
 */
export class RedisSessions implements Sessions {
  readonly #deps: Pick<StateDeps, 'connection' | 'seal'>;

  constructor(deps: Pick<StateDeps, 'connection' | 'seal'>) {
    this.#deps = deps;
  }

  async open(hash: string, session: Session, forMs: number): Promise<void> {
    const person = sessionsOfKey(session.subject);
    await this.#deps.connection.command('opening a session', async (client) => {
      await client.set(person, randomUUID(), 'PX', forMs, 'NX');
      await client.pexpire(person, forMs);
      const generation = await client.get(person);
      // Signed out everywhere in this moment: without a generation nothing could end the session.
      if (generation === null)
        throw new StoreError('opening a session: the person signed out everywhere meanwhile; sign in again');
      await client.set(sessionKey(hash), this.#sealed(hash, { ...session, generation }), 'PX', forMs);
    });
  }

  async get(hash: string): Promise<Session | undefined> {
    const stored = await this.#read(hash);
    if (stored === undefined) return undefined;
    const current = await this.#deps.connection.command('reading the sessions of a person', (client) =>
      client.get(sessionsOfKey(stored.subject)),
    );
    const { generation, ...session } = stored;
    return current !== null && generation === current ? session : undefined;
  }

  async see(hash: string, session: Session, forMs: number): Promise<void> {
    const stored = await this.#read(hash);
    if (stored === undefined) return;
    const { generation } = stored;
    await this.#deps.connection.command('noting the use of a session', (client) =>
      client.set(sessionKey(hash), this.#sealed(hash, { ...session, generation }), 'PX', forMs, 'XX'),
    );
  }

  async end(hash: string): Promise<void> {
    await this.#deps.connection.command('ending a session', (client) => client.unlink(sessionKey(hash)));
  }

  async endAll(subject: string): Promise<void> {
    await this.#deps.connection.command('ending the sessions of a person', (client) =>
      client.unlink(sessionsOfKey(subject)),
    );
  }

  #sealed(hash: string, stored: Stored): string {
    return sealJson(this.#deps.seal, ['session', hash], JSON.stringify(stored));
  }

  async #read(hash: string): Promise<Stored | undefined> {
    const operation = 'reading a session';
    const text = await this.#deps.connection.command(operation, (client) => client.get(sessionKey(hash)));
    if (text === null) return undefined;
    const { json, check } = openJson(this.#deps.seal, ['session', hash], text);
    if (check !== 'valid') return undefined;
    try {
      return JSON.parse(json) as Stored;
    } catch (cause) {
      throw new StoreError(`${operation}: it is unreadable`, { cause });
    }
  }
}
