import type { MonthlyCost } from '../../../../core/resource/prices.ts';

const GIB = 1024 ** 3;

/**
 * The most that a deletion saves in a month: a bucket with versions keeps the file behind a delete marker until a lifecycle
 * rule removes it, and images share layers, which ECR stores once.
 * @param price of a gibibyte
 */
export function costOfStorage(sizeBytes: number | undefined, price: number | undefined): MonthlyCost | undefined {
  if (sizeBytes === undefined || price === undefined) return undefined;
  return { amount: (sizeBytes / GIB) * price, upTo: true };
}
