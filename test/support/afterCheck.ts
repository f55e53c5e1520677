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

/** For `World.configure`: acts once, after the survey and before its marks are stored. */
export function beforeMarks(act: () => Promise<void>): (parts: Parts) => Parts {
  return (parts) => {
    const { marks } = parts;
    let isDone = false;
    const apply: typeof marks.apply = async (...given) => {
      if (!isDone) {
        isDone = true;
        await act();
      }
      return marks.apply(...given);
    };
    const get = (of: typeof marks, name: keyof typeof marks) => (name === 'apply' ? apply : of[name].bind(of));
    return { ...parts, marks: new Proxy(marks, { get: (of, name) => get(of, name as keyof typeof marks) }) };
  };
}
