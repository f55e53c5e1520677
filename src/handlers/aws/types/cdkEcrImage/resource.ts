import { defined } from '../../../../core/common/defined.ts';
import type { Reason } from '../../../../core/common/reason.ts';
import { imageAliases } from '../../../images/reference.ts';
import type { AssetPlace } from '../../evidence/cdk/bootstrap.ts';
import type { Described } from '../../evidence/images/ecrManifests.ts';
import { assetAliases } from '../../resources/cdk/assetHash.ts';
import { namedByHand } from '../../resources/cdk/humanName.ts';
import { isImageMark, markOfImage } from '../../resources/cdk/marks.ts';
import { environmentsOf } from '../../resources/cdk/places.ts';
import { ecrHost } from '../../resources/ecrHost.ts';
import { tagId } from '../../resources/ecrTagId.ts';
import type { Asset } from '../cdkEnvironments.ts';

/** Everything to make the image again, while its layers live. */
export interface ImageDefinition {
  readonly repository: string;
  readonly digest: string;
  /** Without marks of other tools. */
  readonly tags: readonly string[];
  readonly manifest: string;
  readonly mediaType?: string;
}

/** An image in the repository of an environment. */
export interface AssetImage extends Asset {
  /** Its tags, without marks of other tools. */
  readonly tagged: readonly string[];
  /** Why a person may use it by one of its tags. */
  readonly byHand?: string;
  /** The digest of the image that it signs or describes. */
  readonly belongsTo?: string;
  /** Set after a read by digest. */
  readonly described?: ImageDefinition;
}

/** @param mark absent: marks of other tools count for nothing */
export function toImage(
  { qualifier, name: repository }: AssetPlace,
  image: Described,
  { accountId, region }: { readonly accountId: string; readonly region: string },
  mark: { readonly now: number } | undefined,
): AssetImage {
  const { imageDigest: digest, imageTags = [], imagePushedAt: createdAt } = image;
  const names = imageTags.filter((tag) => !isImageMark(tag)).sort();
  const found = mark ? markOfImage(imageTags, mark.now) : { kind: 'none' as const };
  const host = ecrHost(accountId, region);
  const running = [
    ...imageAliases({ host, repository, digest }),
    ...names.flatMap((tag) => imageAliases({ host, repository, tag })),
  ];
  return {
    id: digest,
    // The same image that a deployment pushes again has another date. A further tag changes none: aws/containers-roadmap#2746.
    // The bootstrap stack may name another repository since.
    identity: `${digest}@${createdAt?.toISOString() ?? ''}@${repository}`,
    name: names[0] ?? digest,
    tags: {},
    aliases: [
      ...new Set([
        ...assetAliases([...names, digest], qualifier, ...environmentsOf(repository, 'repository')),
        ...running,
        digest,
      ]),
    ],
    group: `repository/${repository}`,
    // As `ecrTag` knows them: by its ids, and by its names, for patterns.
    keptAs: names.flatMap((tag) => [tagId(repository, tag), tag]),
    tagged: names,
    ...defined({
      createdAt,
      sizeBytes: image.imageSizeInBytes,
      byHand: namedByHand(imageTags),
      belongsTo: image.subjectManifestDigest,
      markedElsewhereAt: found.kind === 'marked' ? found.at : undefined,
    }),
    note: noteOf(names, found.kind === 'unreadable' ? `${found.why}, so it is marked anew` : undefined),
  };
}

/** A deletion by digest takes every tag: the notice names them, and one that joins needs another notice (law 7). */
function noteOf(names: readonly string[], words: string | undefined): Reason {
  const tags: Reason = { code: 'tagsGo', values: { names } };
  if (words === undefined) return tags;
  return { code: 'and', values: { all: [{ code: 'words', values: { words } }, tags] } };
}
