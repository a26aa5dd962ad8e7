/** An answer that is planned within this time is sent by the next run of the worker. */
const SOON_MS = 60_000;

export const isSoon = (plannedAt: string): boolean => Date.parse(plannedAt) - Date.now() < SOON_MS;
