import { z } from "zod";
import { sessionUser, twoStepSecret } from "./auth.ts";
import { rowId } from "./field-schemas.ts";
import { codeFormSchema, passwordAndCodeCheck, passwordCheck, signInCodeFormSchema } from "./forms.ts";
import { anyone, ownAccount, platformAdministration } from "./roles.ts";
import { defineRoutes } from "./route.ts";

export const RECOVERY_CODES = 10;

const twoStepStatus = z.object({
  enabled: z.boolean(),
  enabledAt: z.iso.datetime().nullable(),
  recoveryCodesLeft: z.number(),
  /** Required for platform admins: it cannot be turned off. */
  required: z.boolean(),
});
export type TwoStepStatus = z.infer<typeof twoStepStatus>;

/** Shown once: only hashes are stored. */
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

const signedInWithCode = sessionUser.extend({
  /** After a sign-in with a recovery code. */
  recoveryCodesLeft: z.number().optional(),
  /** After two-step sign-in was set up during the sign-in. */
  recoveryCodes: z.array(z.string()).optional(),
});
export type SignedInWithCode = z.infer<typeof signedInWithCode>;

const message = z.object({ message: z.string() });

/** The same routes for the workspace and for the admin panel, because their sessions are separate. */
const ownRoutes = <Access extends typeof ownAccount | typeof platformAdministration, const Base extends string>(
  access: Access,
  base: Base,
) =>
  ({
    status: {
      method: "GET",
      path: base,
      summary: "The user's two-step sign-in status",
      access,
      response: twoStepStatus,
    },
    start: {
      method: "POST",
      path: base,
      summary: "Create a secret to set up two-step sign-in",
      access,
      body: passwordCheck,
      response: twoStepSecret,
    },
    confirm: {
      method: "POST",
      path: `${base}/confirm`,
      summary: "Turn two-step sign-in on with a first code; ends all other sessions",
      access,
      body: codeFormSchema,
      response: recoveryCodes,
    },
    renewCodes: {
      method: "POST",
      path: `${base}/recovery-codes`,
      summary: "Replace the user's recovery codes",
      access,
      body: passwordAndCodeCheck,
      response: recoveryCodes,
    },
    turnOff: {
      method: "DELETE",
      path: base,
      summary: "Turn two-step sign-in off; ends all other sessions",
      access,
      body: passwordAndCodeCheck,
      response: message,
    },
  }) as const;

const own = ownRoutes(ownAccount, "/api/profile/two-step");
const admin = ownRoutes(platformAdministration, "/admin/api/two-step");

export const twoStepRoutes = defineRoutes({
  ...own,
  adminStatus: admin.status,
  adminStart: admin.start,
  adminConfirm: admin.confirm,
  adminRenewCodes: admin.renewCodes,
  adminTurnOff: admin.turnOff,
  signIn: {
    method: "POST",
    path: "/api/login/code",
    summary: "Finish signing in to the workspace with a code",
    access: anyone,
    body: signInCodeFormSchema,
    response: signedInWithCode,
  },
  adminSignIn: {
    method: "POST",
    path: "/admin/api/login/code",
    summary: "Finish signing in to the admin panel with a code",
    access: anyone,
    body: signInCodeFormSchema,
    response: signedInWithCode,
  },
  reset: {
    method: "DELETE",
    path: "/admin/api/users/{id}/two-step",
    summary: "Turn two-step sign-in off for a user who lost their device",
    access: platformAdministration,
    params: z.object({ id: rowId }),
    response: message,
  },
});
