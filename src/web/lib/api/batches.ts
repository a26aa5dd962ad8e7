import { clientErrorMessage } from "./api.ts";

/** The server accepts at most this many ids per call. */
const BATCH_SIZE = 100;

type Refused = { id: string; reason: string };

/**
 * Sends the ids in batches, one call after the other. A failure of the first call rejects. After a later failure the result contains
 * what was done, and the remaining ids as refused.
 */
export const sendInBatches = async <Answer>(
  ids: readonly string[],
  send: (ids: string[]) => Promise<Answer>,
): Promise<{ answers: Answer[]; refused: Refused[] }> => {
  const answers: Answer[] = [];
  for (let start = 0; start < ids.length; start += BATCH_SIZE) {
    try {
      answers.push(await send(ids.slice(start, start + BATCH_SIZE)));
    } catch (error) {
      if (answers.length === 0) throw error;
      const reason = clientErrorMessage(error, "Er ging iets mis. Probeer het opnieuw.");
      return { answers, refused: ids.slice(start).map((id) => ({ id, reason })) };
    }
  }
  return { answers, refused: [] };
};
