import type { Undo } from './sabotage.ts';

/** Replaces a method of all objects of a class; the returned function puts the real one back. */
export function patched<T extends object, M extends keyof T>(
  prototype: T,
  method: M,
  replace: (real: T[M]) => T[M],
): Undo {
  const real = prototype[method];
  prototype[method] = replace(real);
  return () => {
    prototype[method] = real;
  };
}
