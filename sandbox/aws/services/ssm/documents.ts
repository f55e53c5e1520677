import type { GetDocumentResult, ListDocumentsCommandInput, ListDocumentsCommandOutput } from '@aws-sdk/client-ssm';
import { answered, answerOf } from '../../store/answers.ts';
import { listingsOf } from '../../store/listing.ts';
import { type SsmHandlers, ssmPages } from './common.ts';

/** https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_ListDocuments.html */
const listed = listingsOf(ssmPages(50))<
  Omit<ListDocumentsCommandInput, 'Filters'>,
  Omit<ListDocumentsCommandOutput, '$metadata'>,
  object,
  object
>(answered() as never, { answer: 'DocumentIdentifiers' });

export const documents: SsmHandlers = {
  /** All are the account's own here. */
  ListDocuments: ({ Filters: _own, ...input }, call) => listed(input, call),
  GetDocument: ({ Name }, call) => answerOf<GetDocumentResult>(call, 'Name', Name, 'InvalidDocument'),
};
