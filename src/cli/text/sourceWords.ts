/** The name of an evidence source as people read it: `launchPermissions` is `launch permissions`. */
export function sourceWords(source: string): string {
  return source.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
