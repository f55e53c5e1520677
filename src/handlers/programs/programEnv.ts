import { z } from 'zod';

/** `env:` of one program in the configuration: variables that it gets beside those, or instead of them. */
export const programEnv = z.record(
  z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, { error: 'the name of a variable, as "VAULT_ADDR"' }),
  z.string().refine((text) => !text.includes('\0'), { error: 'a text without a NUL character' }),
);
