/** `1 resource`, `3 resources`, for English texts outside the catalogues. @param other the irregular plural */
export function pluralize(count: number, one: string, other = `${one}s`): string {
  return `${count} ${count === 1 ? one : other}`;
}
