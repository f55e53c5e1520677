import * as module from '@aws-sdk/client-ssm';
import { type Service, service } from '../../wire/service.ts';
import { documents } from './documents.ts';
import { operations } from './operations.ts';
import { parameterQueries } from './parameterQueries.ts';
import { parameterValues } from './parameterValues.ts';
import { parameterWrites } from './parameterWrites.ts';

export function ssm(): Service {
  return service(
    module,
    module.SSMClient,
  )({ ...parameterQueries, ...parameterValues, ...parameterWrites, ...documents, ...operations });
}
