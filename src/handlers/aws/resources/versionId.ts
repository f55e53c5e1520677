/** The ids of versions of launch templates, which are Holystone's own: AWS gives them numbers. */

/** `lt-0123456789abcdef0:3` */
export function versionId(template: string, number: number): string {
  return `${template}:${number}`;
}

/** @returns `undefined` for a text that is no id of a version */
export function partsOfVersionId(id: string): { readonly template: string; readonly number: number } | undefined {
  const [, template, number] = /^(lt-[0-9a-f]+):([1-9]\d*)$/i.exec(id) ?? [];
  return template === undefined || number === undefined ? undefined : { template, number: Number(number) };
}
