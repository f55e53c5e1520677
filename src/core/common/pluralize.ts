/** `1 resource`, `3 resources`, for English texts that are in no catalogue. @param other the plural, where `s` does not make it */
export function pluralize(count: number, one: string, other = `${one}s`): string {
  return `${count} ${count === 1 ? one : other}`;
}
