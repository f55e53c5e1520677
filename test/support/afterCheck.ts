import type { Parts } from '../../src/composition/parts.ts';

/** For `World.configure`: acts once, after the check of the first resource and before its permit, when its definition is stored. */
export function afterCheck(act: () => unknown): (parts: Parts) => Parts {
  let isDone = false;
  return (parts) => {
    const { definitions } = parts;
    const write: typeof definitions.write = async (definition) => {
      const isFirst = !isDone;
      isDone = true;
      if (isFirst) await act();
      await definitions.write(definition);
    };
    return { ...parts, definitions: { write, read: (...wanted) => definitions.read(...wanted) } };
  };
}
