/** A whole number of the environment. @throws Error for any other text */
export function numberIn(env: NodeJS.ProcessEnv, name: string, absent: number): number {
  const text = env[name];
  if (text === undefined) return absent;
  if (!/^\d{1,6}$/.test(text)) throw new Error(`${name} is a whole number, not "${text}"`);
  return Number(text);
}
