import { z } from "zod";
import { platformAdministration } from "./roles.ts";
import { defineRoutes } from "./route.ts";

const platformSettings = z.strictObject({
  /** The admin panel requires two-step sign-in. */
  adminTwoStepRequired: z.boolean(),
});
export type PlatformSettings = z.infer<typeof platformSettings>;

/** Absent fields stay unchanged. */
const settingsChange = platformSettings.partial();

export const settingsRoutes = defineRoutes({
  read: {
    method: "GET",
    path: "/admin/api/settings",
    summary: "The settings of the platform",
    access: platformAdministration,
    response: platformSettings,
  },
  update: {
    method: "PATCH",
    path: "/admin/api/settings",
    summary: "Change the settings of the platform",
    access: platformAdministration,
    body: settingsChange,
    response: platformSettings,
  },
});
