/** Kinds of evidence by a name of an earlier version: they mean what they meant, and a person hears the new name. */
import type { Handler } from '../../handlers/contract/handler.ts';
import { namesOf } from '../../handlers/contract/types.ts';
import { listAt, valueAt } from '../yaml/plain.ts';
import type { Problems } from '../yaml/problems.ts';
import type { Tree } from '../yaml/tree.ts';

/** Warns about `evidence.off` and `evidence.acceptUnread` with a name that a kind had, or that a kind took over. */
export function warnOfEarlierKinds({ data }: Tree, handlers: readonly Handler[], problems: Problems): void {
  listAt(data, 'cleanup').forEach((_, index) => {
    const type = valueAt(data, ['cleanup', index, 'type']);
    const sources = handlers.find((handler) => namesOf(handler, handlers)[0] === type)?.evidence ?? [];
    for (const key of ['off', 'acceptUnread']) {
      const given = valueAt(data, ['cleanup', index, 'evidence', key]);
      if (!Array.isArray(given)) continue;
      given.forEach((one: unknown, at) => {
        const kind = typeof one === 'string' ? one : (one as { kind?: unknown } | null)?.kind;
        if (typeof kind !== 'string' || sources.some(({ name, group }) => name === kind || group === kind)) return;
        const now = sources.filter(({ earlier }) => earlier?.includes(kind)).map(({ name }) => `\`${name}\``);
        if (now.length === 0) return;
        problems.warn(
          ['cleanup', index, 'evidence', key, at],
          `\`${kind}\` is ${now.join(' and ')} now, and means that`,
        );
      });
    }
  });
}
