import type { PasswordAndCode } from "#contract/forms.ts";
import type { twoStepRoutes } from "#contract/two-step.ts";
import type { Handlers, RequestOf } from "#platform/http/handlers.ts";
import type { Platform } from "#platform/platform.ts";
import type { SessionKind, SignedInUser, Visitor } from "#platform/sessions.ts";
import { actorOf } from "#server/features/audit/audit.service.ts";
import { setSessionCookie } from "../open-session.ts";
import { signInWithCode } from "./sign-in-with-code.ts";
import {
  confirmTwoStep,
  readTwoStep,
  renewRecoveryCodes,
  resetTwoStep,
  startTwoStep,
  turnTwoStepOff,
} from "./two-step.service.ts";

type Routes = typeof twoStepRoutes;

interface SignedInRequest {
  user: SignedInUser;
  visitor: Visitor;
}
type RequestWithPassword = SignedInRequest & { body: { currentPassword: string } };
type RequestWithBothFactors = SignedInRequest & { body: PasswordAndCode };
type RequestWithCode = SignedInRequest & { body: { code: string } };

export const twoStepHandlers = (platform: Platform): Handlers<Routes> => {
  const status = ({ user }: SignedInRequest) => readTwoStep(platform, user);
  const start = ({ user, body, visitor }: RequestWithPassword) =>
    startTwoStep(platform, user, body.currentPassword, visitor);
  const confirm = async ({ user, body, visitor }: RequestWithCode) => ({
    recoveryCodes: await confirmTwoStep(platform, user, body.code, visitor),
  });
  const renewCodes = async ({ user, body, visitor }: RequestWithBothFactors) => ({
    recoveryCodes: await renewRecoveryCodes(platform, user, body, visitor),
  });
  const turnOff = async ({ user, body, visitor }: RequestWithBothFactors) => {
    await turnTwoStepOff(platform, user, body, visitor);
    return { message: "Inloggen in twee stappen staat uit." };
  };
  const signIn = async (sessionKind: SessionKind, request: RequestOf<Routes["signIn"]>) => {
    const { recoveryInfo, ...session } = await signInWithCode(platform, sessionKind, request.body, request.visitor);
    await setSessionCookie(platform, sessionKind, session, request);
    return { ...session.user, ...recoveryInfo };
  };

  return {
    status,
    start,
    confirm,
    renewCodes,
    turnOff,
    adminStatus: status,
    adminStart: start,
    adminConfirm: confirm,
    adminRenewCodes: renewCodes,
    adminTurnOff: turnOff,
    signIn: (request) => signIn("main", request),
    adminSignIn: (request) => signIn("admin", request),
    // A platform admin turns it off for another user.
    reset: async ({ params, ...request }) => {
      await resetTwoStep(platform, actorOf(request), params.id);
      return { message: "Inloggen in twee stappen is gereset." };
    },
  };
};
