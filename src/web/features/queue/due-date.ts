import { dayOf } from "#lib/wall-clock.ts";

/** Its day has passed; what is due today still has all day. */
export const isOverdue = (due: string, today: string): boolean => dayOf(due) < today;
