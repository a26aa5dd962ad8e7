import type { SessionKind } from "#platform/sessions.ts";
import { codeOf, newSecret, STEP_MS, stepAt } from "#server/features/auth/two-step/totp.ts";
import { secretContext } from "#server/features/auth/two-step/two-step.service.ts";
import { type MadeUser, PASSWORD } from "./account-factories.ts";
import type { TestServer } from "./test-server.ts";

const storeSecret = async ({ platform, query }: TestServer, { id }: MadeUser, enabledAt: Date | null) => {
  const secret = newSecret();
  await query(
    "update users set two_step_secret_encrypted = $2, two_step_enabled_at = $3, totp_last_time_step = null where id = $1",
    [id, platform.secrets.encrypt(secret, secretContext(id)), enabledAt],
  );
  return secret;
};

/** Enables two-step sign-in for a user and returns the secret. */
export const turnOnTwoStep = (server: TestServer, user: MadeUser): Promise<string> =>
  storeSecret(server, user, server.clock.now());

/** Requests a secret for a user without confirming it. */
export const startTwoStep = (server: TestServer, user: MadeUser): Promise<string> => storeSecret(server, user, null);

/** The code that an authenticator app shows now, or `steps` of thirty seconds from now. */
export const appCode = ({ clock }: TestServer, secret: string, steps = 0): string =>
  codeOf(secret, stepAt(clock.now()) + steps);

/** Moves the clock to the start of a step, so that the step does not change during a test. */
export const moveToStartOfStep = ({ clock }: TestServer): void =>
  clock.advance(STEP_MS - (clock.now().getTime() % STEP_MS));

export const TWO_STEP_PATHS = {
  main: { base: "/api/profile/two-step", code: "/api/login/code", user: "/api/auth/user" },
  admin: { base: "/admin/api/two-step", code: "/admin/api/login/code", user: "/admin/api/user" },
} as const;

export const SESSION_KINDS = ["main", "admin"] as const;

/** Signs in with the password only, and returns the challenge for the second step. */
export const requestChallenge = async (
  server: TestServer,
  { username }: MadeUser,
  sessionKind: SessionKind = "main",
): Promise<string> => {
  const { status, text, body } = await server.client().signIn(username, PASSWORD, sessionKind);
  if (status !== 200 || body["twoStep"] !== true) throw new Error(`no code was asked for: ${status} ${text}`);
  return String(body["challenge"]);
};
