import type { Scope } from "#platform/database/scope.ts";
import { EDITED } from "./job-definitions.ts";

/** There is something to send. They come by anyway; called, they come at once. */
export const callWorkers = ({ db, companyId }: Scope): Promise<void> => db.say(EDITED, companyId, {});
