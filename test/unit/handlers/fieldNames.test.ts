/** Entries read a field of a resource by its name in any case, and take the first that fits for the only one. */
import { expect, test } from '@jest/globals';
import { fieldsOf } from '../../../src/core/resource/attribute.ts';
import { handlers } from '../../../src/handlers/index.ts';

test.each(handlers.map((handler) => [handler.resourceType, handler] as const))(
  'no two fields of %s differ only in case',
  (_type, { attributes = {} }) => {
    const names = Object.keys(fieldsOf(attributes)).map((name) => name.toLowerCase());
    expect(names).toEqual([...new Set(names)]);
    expect(names).toContain('id');
  },
);
