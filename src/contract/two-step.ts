import { z } from "zod";
import { platformAdministration } from "./roles.ts";
import { defineRoutes } from "./route.ts";

export const twoStepRoutes = defineRoutes({
  resetTwoStep: {
    method: "DELETE",
    path: "/admin/api/users/{id}/two-step",
    summary: "Turn two-step sign-in off for somebody who lost their device",
    access: platformAdministration,
    params: z.object({ id: z.uuid() }),
    answer: z.object({ message: z.string() }),
  },
});
