import { saysNotFound } from '../../wire/readError.ts';

/** A user that was deleted after the listing showed it starts nothing. @throws every other failure */
export async function unlessGone(reading: Promise<void>): Promise<void> {
  try {
    await reading;
  } catch (error) {
    if (!saysNotFound(error)) throw error;
  }
}
