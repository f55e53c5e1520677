/** Images of ECR whose repository stands in one value of people's and whose tag in another, in the same map, list or text. Pure. */
import { ANY_PLACE } from '../../images/reference.ts';
import { forEachMatch } from './matches.ts';
import type { Tell } from './mention.ts';

/** `ECR_REPOSITORY`, `image.repository`, `IMAGE_REPO_NAME`, `REPOSITORY_URI`. */
const OF_REPOSITORY = /repo(?:sitory)?(?:[._-]?(?:names?|ur[il]))?$/i;
/** `IMAGE_TAG`, `imageTag`, `APP_VERSION`. */
const OF_TAG = /(?:tag|version)$/i;
/**
 * With its host or without, and without a tag; also as `oci://…`. The signs of a name:
 * https://docs.aws.amazon.com/AmazonECR/latest/APIReference/API_CreateRepository.html
 */
const REPOSITORY = /^(?:oci:\/\/)?[a-z0-9][a-z0-9._-]*(?:\/[a-z0-9._-]+)*$/;
const ECR_REPOSITORY = /(?:^|[^\w.-])(\d{12}\.dkr[.-]ecr[a-z0-9.-]{1,80}(?:\/[a-z0-9._-]{1,255}){1,8})(?![\w:@/.-])/g;
const TAG = /^\w[\w.-]{0,127}$/;
/** A key, and what may stand between it and its value: `--version 1.2`, `tag: "1.2"`, `IMAGE_TAG=1.2`. */
const KEYED = /([\w.-]{3,80})["'`]?(?:\s{0,9}[=:]\s{0,9}|\s{1,9})["'`]?([\w.:/-]{1,255})/g;
/** Behind a repository that stands in a variable: `$REPOSITORY:1.2`, `${REGISTRY}/${REPOSITORY}:1.2`. */
const BEHIND = /(?:\$\w{1,80}|\}):(\w[\w.-]{0,127})/g;
/** Of a text; of more nobody knows which belong together. */
const MOST = 50;

/** Tells each repository with each tag, by the last part of the repository: who puts them together may put a path before it. */
class ImagesApart {
  readonly #repositories = new Set<string>();
  readonly #tags = new Set<string>();

  see(key: string, value: unknown): void {
    if (typeof value !== 'string') return;
    if (OF_REPOSITORY.test(key) && REPOSITORY.test(value)) this.#repositories.add(lastPart(value));
    else if (OF_TAG.test(key) && TAG.test(value)) this.#tags.add(value);
    if (value.includes('.dkr'))
      forEachMatch(ECR_REPOSITORY, value, ([, found = '']) => this.#repositories.add(lastPart(found)));
  }

  tell(tell: Tell): void {
    if (this.#tags.size === 0) return;
    for (const repository of [...this.#repositories].slice(0, MOST))
      for (const tag of [...this.#tags].slice(0, MOST)) tell('containerImage', `${ANY_PLACE}${repository}:${tag}`);
  }
}

/** Tells those of a map of people's own, or of a list of its pairs: `{ name: 'IMAGE_TAG', value: '1.2' }`. */
export function tellImagesIn(values: object, tell: Tell): void {
  const images = new ImagesApart();
  if (!Array.isArray(values)) for (const [key, value] of Object.entries(values)) images.see(key, value);
  else
    for (const item of values) {
      const { name, Name = name, key = Name, value, Value = value } = (item ?? {}) as Readonly<Record<string, unknown>>;
      if (typeof key === 'string') images.see(key, Value);
    }
  images.tell(tell);
}

/** Tells those of a program's text. */
export function tellImagesApart(text: string, tell: Tell): void {
  if (!/repo|\.dkr/i.test(text)) return;
  const images = new ImagesApart();
  images.see('', text);
  forEachMatch(BEHIND, text, ([, tag]) => images.see('tag', tag));
  // From key to key: what is the value of one may be the key of the next.
  KEYED.lastIndex = 0;
  for (let match = KEYED.exec(text); match; match = KEYED.exec(text)) {
    const [whole, key = '', value = ''] = match;
    images.see(key, value);
    KEYED.lastIndex = match.index + whole.length - value.length;
  }
  images.tell(tell);
}

function lastPart(repository: string): string {
  return repository.slice(repository.lastIndexOf('/') + 1);
}
