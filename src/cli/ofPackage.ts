import { UsageError } from './context.ts';

/**
 * Loads what the npm package has and the container image does not: the sandbox, and what only it depends on.
 * @throws UsageError in the image
 */
export async function ofPackage<T>(command: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Of `import` and of `require`, which the bundle uses.
    if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND') throw error;
    throw new UsageError(
      `this installation has no ${command}, as the container image: run it with npx holystone ${command}`,
    );
  }
}
