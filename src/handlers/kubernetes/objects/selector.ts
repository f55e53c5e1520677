/** Label selectors as the ownership of an environment writes them. Pure. */

/**
 * Does an object with these labels match `a=b,!c,d`? A term of another form matches nothing: then the object counts as
 * outside.
 */
export function isSelected(selector: string, labels: Readonly<Record<string, string>>): boolean {
  return selector.split(',').every((term) => {
    const { not, key = '', value } = TERM.exec(term)?.groups ?? {};
    if (key === '') return false;
    const has = Object.hasOwn(labels, key);
    if (not !== undefined) return value === undefined && !has;
    return value === undefined ? has : has && labels[key] === value;
  });
}

const TERM = /^(?<not>!)?(?<key>[A-Za-z0-9][\w./-]*)(?:==?(?<value>[\w.-]*))?$/;
