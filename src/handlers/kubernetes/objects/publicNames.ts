import { z } from 'zod';

const balanced = z.object({
  status: z.object({
    loadBalancer: z.object({
      ingress: z.array(z.object({ hostname: z.string().optional(), ip: z.string().optional() })),
    }),
  }),
});

/**
 * The host names and addresses under which others reach an object, which another one made after it does not get: those in
 * `status.loadBalancer` of a Service or an Ingress. None for an object without. Pure.
 */
export function publicNamesIn(content: Readonly<Record<string, unknown>>): readonly string[] {
  const read = balanced.safeParse(content);
  if (!read.success) return [];
  return read.data.status.loadBalancer.ingress.flatMap(({ hostname, ip }) => hostname ?? ip ?? []);
}
