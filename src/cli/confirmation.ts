/** Questions before each batch of deletions of `holystone run --confirm`. */
import { pluralize } from '../core/common/pluralize.ts';
import { endsOf } from '../core/resource/ends.ts';
import { bytesWords, sumOfBytes } from '../core/text/bytes.ts';
import { capitalized, endWords } from '../core/text/endWords.ts';
import { visible } from '../core/text/visible.ts';
import type { ConfirmedBatch } from '../lifecycle/pass/deps.ts';
import { type CliContext, UsageError } from './context.ts';
import { Asker } from './init/ask.ts';

/** Names that stand in a question. */
const SHOWN = 10;

interface Asking {
  confirms(batch: ConfirmedBatch): Promise<boolean>;
  close(): void;
}

/**
 * @returns `undefined`: no person is asked
 * @throws UsageError without a terminal to answer at: then nothing is done
 */
export function confirmation(
  { confirm, yes }: { readonly confirm?: boolean; readonly yes?: boolean },
  { stdin, stderr, signal }: Pick<CliContext, 'stdin' | 'stderr' | 'signal'>,
): Asking | undefined {
  if (!confirm || yes) return undefined;
  if (!stdin?.isTTY) {
    throw new UsageError('`--confirm` asks on a terminal, and there is none; add --yes to answer yes, or leave it out');
  }
  const asker = new Asker(stdin, stderr, signal);
  let standing: 'yes' | 'no' | undefined;
  return {
    async confirms(batch) {
      if (standing !== undefined) return standing === 'yes';
      const question = { text: questionOf(batch), example: 'yes, no or all', problemOf };
      // An input that ends answers nothing.
      const answer = await asker.ask(question).catch(() => 'no');
      if (answer === 'all') standing = 'yes';
      if (answer === 'no') standing = 'no';
      return answer !== 'no';
    },
    close: () => asker.close(),
  };
}

function problemOf(answer: string): string | undefined {
  return ['yes', 'no', 'all'].includes(answer) ? undefined : `"${answer}" is none of: yes, no, all`;
}

function questionOf({ namespace, step, stops, resources }: ConfirmedBatch): string {
  const names = resources.slice(0, SHOWN).map(({ name }) => `  ${visible(name)}`);
  const more = resources.length > SHOWN ? [`  … and ${resources.length - SHOWN} more`] : [];
  const bytes = sumOfBytes(resources.map(({ sizeBytes }) => sizeBytes));
  const space = bytes === undefined ? '' : `, ${bytesWords(bytes)}`;
  const what = step === 'quarantine' ? 'Put in quarantine' : capitalized(endWords[endsOf([{ stops }])].verb);
  const title = `${what} ${pluralize(resources.length, 'resource')}${space} of ${namespace}?`;
  return [
    title,
    ...names,
    ...more,
    'yes = this batch, no = this and the later ones stay, all = this and the later ones',
  ].join('\n');
}
