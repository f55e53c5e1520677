/** An earlier document of `plan --output json`, with only the fields that a comparison needs. Pure. */
import { z } from 'zod';
import { messageOf } from '../common/errors.ts';

const resource = z.object({
  id: z.string(),
  name: z.string(),
  verdict: z.enum(['candidate', 'held', 'keep', 'unknown']),
  reasons: z.array(z.string()).readonly(),
  because: z
    .array(z.object({ code: z.string(), values: z.record(z.string(), z.unknown()) }))
    .readonly()
    .optional(),
});
const document = z.object({
  generatedAt: z.iso.datetime(),
  quick: z.boolean().optional(),
  namespaces: z
    .array(
      z.object({
        namespace: z.string(),
        status: z.enum(['complete', 'incomplete', 'blocked']),
        resources: z.array(resource).readonly(),
      }),
    )
    .readonly(),
});

/**
 * A plan that `plan --output json` wrote earlier; only the fields that a comparison reads.
 */
export type EarlierPlan = Readonly<z.output<typeof document>>;
/** One row of a namespace in that plan. */
export type EarlierResource = Readonly<z.output<typeof resource>>;

/** The plan, or why the text is not one. */
export function readEarlierPlan(text: string): EarlierPlan | { readonly problem: string } {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    return { problem: messageOf(error) };
  }
  const read = document.safeParse(data);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  return { problem: `${issue?.path.join('.')}: ${issue?.message}` };
}
