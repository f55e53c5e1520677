import { batchesOf } from '../../../../core/common/batches.ts';
import { ReadError } from '../../../../core/common/errors.ts';
import { collecting } from '../../../contract/collecting.ts';
import type { EvidenceSource } from '../../../contract/handler.ts';
import { permissionsOf } from '../../calls/call.ts';
import { codeBuild } from '../../calls/codeBuild.ts';
import { provenReader } from '../../wire/places.ts';
import { pages, read } from '../../wire/reading.ts';
import { requireList } from '../../wire/requireList.ts';
import { whereIs } from '../../wire/target.ts';
import { usesOfImage } from './usesOfImage.ts';

/** "A list of build project names … Maximum number of 100 items": API_BatchGetProjects */
const NAMES_PER_CALL = 100;
const WHAT = 'reading the images of CodeBuild projects';

/** `runningImages` adds the places; so types of several providers share one source. */
export const codeBuildImages: Omit<EvidenceSource, 'places'> = {
  name: 'codeBuildImages',
  summary: 'Images in which CodeBuild projects build.',
  permissions: permissionsOf(codeBuild.batchGetProjects, codeBuild.listProjects),
  per: 'location',
  async read(place, scope, _candidates, io) {
    const target = await provenReader(place, scope, io);
    return collecting(async (found) => {
      for await (const page of pages(target, codeBuild.listProjects, WHAT)) {
        await found.inAll(batchesOf(page, NAMES_PER_CALL), async (names) => {
          const answer = await read(target, codeBuild.batchGetProjects, WHAT, { names });
          const operation = { target, api: codeBuild.batchGetProjects.api, what: WHAT };
          const projects = requireList(answer.projects, operation);
          const known = new Set([...projects.map(({ name }) => name), ...(answer.projectsNotFound ?? [])]);
          const left = names.find((name) => !known.has(name));
          if (left !== undefined) {
            const message = `${WHAT} in ${whereIs(target)}: ${left} exists and was not in the answer`;
            throw new ReadError(message, { problem: 'malformed' });
          }
          return projects.flatMap(({ name, environment }) =>
            usesOfImage(environment?.image, `CodeBuild project ${name ?? 'without name'}`),
          );
        });
      }
    });
  },
};
