import { folderAlias } from '../../resources/logGroup.ts';

/** The names that queries have in them: `SOURCE '/aws/lambda/shop' | …`, and as PPL and SQL have them, also in JSON in JSON. */
const SOURCE = /(?:\b(?:SOURCE|FROM|JOIN)\s{0,40}=?\s{0,40}|[[(,]\s{0,40})\\{0,9}['"`]([\w./#-]{1,512})\\{0,9}['"`]/gi;

/** A beginning, as `"/aws/lambda/sh*"` in JSON in JSON. */
const BEGINNING = /['"]([\w./#-]{0,512})\*\\{0,9}['"]/g;

/**
 * The folders of groups that are named by their beginning, as {@link folderAlias} has them: of `/aws/lambda/sh*` that is
 * `/aws/lambda/`, of `shop*` all. Who names every group (`*`) means none of them more than another.
 */
export function beginningsIn(properties: unknown): readonly string[] {
  const begun = [...JSON.stringify(properties).matchAll(BEGINNING)].flatMap(([, start]) => start || []);
  return begun.map((start) => folderAlias(start.slice(0, start.lastIndexOf('/') + 1)));
}

/** `log_group: /security/okta`, with or without quotes, in YAML that is a text in JSON. */
const GROUP = /\blog_group(?:_name)?\\{0,9}['"]?\s{0,20}:\s{0,20}\\{0,9}['"]?([\w./#-]{1,512})/g;

/** The groups in the configuration of a pipeline. */
export function groupsIn(text: string): readonly string[] {
  return [...text.matchAll(GROUP)].flatMap(([, name]) => name ?? []);
}

/** Whatever may be the name of a group in a query, or in more than one. */
export function sourcesIn(text: string): readonly string[] {
  return [...text.matchAll(SOURCE)].flatMap(([, name]) => name ?? []);
}
