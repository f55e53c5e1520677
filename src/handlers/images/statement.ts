/** The images that a signature or an attestation of cosign names in its content. Pure. */
import { z } from 'zod';

/** "docker-reference": https://github.com/containers/image/blob/main/docs/containers-signature.5.md */
const signature = z.object({ critical: z.object({ identity: z.object({ 'docker-reference': z.string() }) }) });
/** DSSE: its payload is a statement of in-toto, in base64. */
const envelope = z.object({ payload: z.string() });
const statement = z.object({ subject: z.array(z.object({ name: z.string() })) });

/** The names as they are written, perhaps empty; `undefined` for a text that is neither. */
export function namesSigned(text: string): readonly string[] | undefined {
  const value = jsonIn(text);
  const signed = signature.safeParse(value);
  if (signed.success) return [signed.data.critical.identity['docker-reference']];
  const { data } = envelope.safeParse(value);
  const said = statement.safeParse(data && jsonIn(Buffer.from(data.payload, 'base64').toString('utf8')));
  return said.success ? said.data.subject.map(({ name }) => name) : undefined;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
