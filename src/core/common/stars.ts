/** Does a pattern with `*` (any characters, or none) match the whole text? Linear in the text; case-sensitive. Pure. */
export function matchesStars(pattern: string, text: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  if (rest.length === 0) return first === text;
  if (!text.startsWith(first)) return false;
  let position = first.length;
  const last = rest.pop() ?? '';
  for (const part of rest) {
    const found = text.indexOf(part, position);
    if (found < 0) return false;
    position = found + part.length;
  }
  return text.length - last.length >= position && text.endsWith(last);
}
