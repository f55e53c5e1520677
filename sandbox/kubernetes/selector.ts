/** Does an object with these labels match a selector as `kubectl -l` has it? Only equality, and the absence of a key. */
export function matchesSelector(selector: string, labels: Readonly<Record<string, string>>): boolean {
  return selector
    .split(',')
    .filter((term) => term !== '')
    .every((term) => {
      if (term.startsWith('!')) return !(term.slice(1) in labels);
      const [key = '', value] = term.split('=');
      return value === undefined ? key in labels : labels[key] === value;
    });
}
