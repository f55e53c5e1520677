import { ANY_PLACE, type ImageReference, imageAliases, placeAlias, readReference } from '../../images/reference.ts';
import { oneEcrHost } from '../resources/ecrHost.ts';
import { forEachMatch } from './matches.ts';
import type { Tell } from './mention.ts';

/**
 * The aliases that a reference means. A digest counts by itself too: the same image may be pulled by another name of the
 * host, from a mirror or through a cache.
 * @param reference as it is written for `docker pull`
 * @param digest the one that runs, where AWS says it
 * @returns empty for a text that names no image
 */
export function namesOfImage(reference: string | undefined, digest?: string | undefined): readonly string[] {
  const named = reference === undefined ? undefined : readReference(reference);
  if (!named) return [];
  const all: ImageReference[] = [named, ...(digest === undefined ? [] : [{ ...named, digest }])];
  // A registry of ECR is known by several hosts: a resource may have the one that is written here.
  const hosts = all.flatMap((one) => [one, { ...one, host: oneEcrHost(one.host) }]);
  return [...new Set([...hosts.flatMap(imageAliases), ...all.flatMap((one) => one.digest ?? [])])];
}

/** What a program puts before a path: `$REGISTRY/`, `${ACCOUNT}.dkr.ecr.${REGION}.amazonaws.com/`, `$(…)/`, `{{ registry }}/`, `%REGISTRY%/`. */
const OPEN = /(?:\$\w{1,80}(?!\w)|[})%])[\w.-]{0,120}((?:\/[a-z0-9._-]{1,120}){1,8}):(\w[\w.-]{0,127})?/g;

/** With its registry, and a tag that is put in later: `111111111111.dkr.ecr.us-east-1.amazonaws.com/shop/web:$TAG`. */
const OPEN_TAG =
  /(?<![\w.-])((?:[a-z0-9-]{1,63}\.){1,20}[a-z0-9-]{1,63}(?::\d{1,5})?(?:\/[a-z0-9._-]{1,120}){1,8}):(?=[$%{<])/gi;
/** What stands right before an image that a command makes, and does not run; the command ends at a quote too, and another one may stand behind a `\n` of JSON. */
const MADE = new RegExp(
  `(?:(?:docker|podman|nerdctl|buildah)(?:[ \\t]{1,9}(?:buildx|image|-{1,2}[\\w-]{1,40}(?:=\\S{1,99})?)){0,5}[ \\t]{1,9}(?:${[
    'push(?:[ \\t]{1,9}-{1,2}[\\w-]{1,40}(?:=[^\\s"\']{1,99})?){0,5}',
    'tag(?:[ \\t]{1,9}["\']?[^\\s"\'\\\\;&|]{1,255}["\']?)?',
    'build(?=[ \\t])(?:(?![ \\t](?:create|exec|pull|run)[ \\t])[^\\n;&|"\'\\\\]|\\\\(?!n)|=["\'][^"\'\\n;&|\\\\]{0,80}["\']){0,500}(?<=[ \\t])(?:-t|--tag)',
  ].join('|')})[= \\t]{1,9}|--destination[=\\s])\\\\{0,3}["']?$`,
);
const LONGEST_BEFORE = 600;

/**
 * Tells images whose registry a program puts in later, in any of which the repository may be: by the repository and the tag, and by its
 * last part, since the variable may have a part of the path too. Where the tag is put in, the whole repository is meant, but not by a
 * command that only builds or pushes it.
 */
export function tellOpenImages(text: string, tell: Tell): void {
  if (!text.includes('/') || !text.includes(':')) return;
  forEachMatch(OPEN_TAG, text, ({ 1: image = '', index }) => {
    const named = MADE.test(text.slice(Math.max(0, index - LONGEST_BEFORE), index)) ? undefined : readReference(image);
    if (named === undefined) return;
    for (const host of new Set([named.host, oneEcrHost(named.host)]))
      tell('containerImage', placeAlias({ host, repository: named.repository }));
  });
  forEachMatch(OPEN, text, ([, path = '', tag]) => {
    const last = path.slice(path.lastIndexOf('/') + 1);
    if (tag === undefined) return tell('containerImage', `${ANY_PLACE}${last}/`);
    // A full stop ends the sentence.
    for (const one of new Set([tag, tag.replace(/\.+$/, '')])) {
      tell('containerImage', `${path.slice(1)}:${one}`);
      tell('containerImage', `${ANY_PLACE}${last}:${one}`);
    }
  });
}
