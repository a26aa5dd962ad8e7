import { z } from "zod";
import { sessionUser } from "./auth.ts";
import { ssoSettings, ssoStart } from "./integration-forms.ts";
import { anyone, companyAdministration } from "./roles.ts";
import { defineRoutes } from "./route.ts";

const ssoConnection = z.object({
  /** Null when single sign-on is not set up. */
  connection: z
    .object({
      issuer: z.string(),
      clientId: z.string(),
      domains: z.array(z.string()),
      ssoOnly: z.boolean(),
      createsUsers: z.boolean(),
      lastSignInAt: z.iso.datetime().nullable(),
    })
    .nullable(),
  /** The address that the issuer must allow. */
  redirectUri: z.string(),
});
export type SsoConnection = z.infer<typeof ssoConnection>;

export const ssoRoutes = defineRoutes({
  start: {
    method: "POST",
    path: "/api/sso/start",
    summary: "Start a sign-in at the organisation's own identity provider, found by the domain of the e-mail address",
    access: anyone,
    body: ssoStart,
    /** The browser goes to `url`, keeps `browserToken`, and sends it when it comes back. */
    response: z.object({ url: z.string(), browserToken: z.string() }),
  },
  finish: {
    method: "POST",
    path: "/api/sso/finish",
    summary: "Sign in with what the identity provider sent back",
    access: anyone,
    body: z.strictObject({
      browserToken: z.string().min(1).max(200),
      /** Path and query of the address that the identity provider sent the browser to. */
      path: z.string().max(200),
      query: z.string().max(8000),
    }),
    response: sessionUser,
  },
  read: {
    method: "GET",
    path: "/api/sso",
    summary: "The company's single sign-on settings",
    access: companyAdministration,
    response: ssoConnection,
  },
  save: {
    method: "PUT",
    path: "/api/sso",
    summary: "Set up or change single sign-on; a blank secret keeps the stored one",
    access: companyAdministration,
    body: ssoSettings,
    response: ssoConnection,
  },
  remove: {
    method: "DELETE",
    path: "/api/sso",
    summary: "Remove single sign-on; users sign in with a password again",
    access: companyAdministration,
    response: ssoConnection,
  },
});
