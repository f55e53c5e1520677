/** The keys by which a person keeps a resource on the resource itself, however they are spelled. Pure. */
import { withoutUnseen } from '../common/seen.ts';

/**
 * Does the key mean `holystone:keep`? A key that a person took for it must keep: people ignore case, copy invisible characters
 * and soft hyphens from pages, type full-width forms (`：`, of which NFKC is the plain one), and know the key of another provider,
 * since tags of AWS say `holystone:keep` and annotations of Kubernetes `holystone/keep`. Nothing else has such a name, so any
 * sign between both words will do.
 */
export function isKeepTag(key: string): boolean {
  return KEEP.test(isPlain(key) ? key : withoutUnseen(key.normalize('NFKC')));
}

const KEEP = /^\s*holystone[\s\p{P}\p{S}\p{Lm}]+keep\s*$/iu;

/** Most keys are: a survey asks of each tag of each resource. */
function isPlain(key: string): boolean {
  return !NOT_ASCII.test(key);
}

const NOT_ASCII = /[^ -~]/;
