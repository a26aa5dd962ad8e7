import { z } from "zod";
import { idOrNil } from "./field-schemas.ts";
import { everyRole } from "./roles.ts";
import { defineRoutes } from "./route.ts";

/** How long an action can be undone. A part that is sent "now" is sent after this time. */
export const UNDO_SECONDS = 10;

const undo = z.object({ token: z.string(), until: z.iso.datetime() });
export type Undo = z.infer<typeof undo>;

/** A field of the response of an undoable call; absent when the call changed nothing. */
export const undoable = { undo: undo.optional() };

export const undoRoutes = defineRoutes({
  perform: {
    method: "POST",
    path: "/api/undo/{token}",
    summary: "Undo an action within ten seconds",
    access: everyRole,
    params: z.object({ token: idOrNil }),
    /** With a warning where a message may have been sent meanwhile, outside our control. */
    response: z.object({ message: z.string(), warning: z.string().optional() }),
  },
});
