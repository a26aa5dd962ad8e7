import type { twoStepRoutes } from "#contract/two-step.ts";
import type { Handlers, RequestOf } from "#platform/http/handlers.ts";
import type { Platform } from "#platform/platform.ts";
import type { SessionPerson, Side, Visitor } from "#platform/sessions.ts";
import { authorOf } from "#server/features/audit/audit.service.ts";
import { handOver } from "../opening.ts";
import { confirmTwoStep, readTwoStep, renewRecoveryCodes, startTwoStep, turnTwoStepOff } from "./own-two-step.ts";
import { resetTwoStep } from "./reset.ts";
import { signInWithCode } from "./second-step.ts";

type Table = typeof twoStepRoutes;

/** What the calls of both sides have. */
interface Own {
  user: SessionPerson;
  visitor: Visitor;
}
type WithPassword = Own & { body: { currentPassword: string } };
type WithCode = Own & { body: { code: string } };

export const twoStepHandlers = (platform: Platform): Handlers<Table> => {
  const status = ({ user }: Own) => readTwoStep(platform, user);
  const start = ({ user, body, visitor }: WithPassword) => startTwoStep(platform, user, body.currentPassword, visitor);
  const confirm = async ({ user, body, visitor }: WithCode) => ({
    recoveryCodes: await confirmTwoStep(platform, user, body.code, visitor),
  });
  const renewCodes = async ({ user, body, visitor }: WithPassword) => ({
    recoveryCodes: await renewRecoveryCodes(platform, user, body.currentPassword, visitor),
  });
  const turnOff = async ({ user, body, visitor }: WithPassword) => {
    await turnTwoStepOff(platform, user, body.currentPassword, visitor);
    return { message: "Inloggen in twee stappen staat uit." };
  };
  const signIn = async (side: Side, request: RequestOf<Table["signIn"]>) => {
    const { news, ...opened } = await signInWithCode(platform, side, request.body, request.visitor);
    await handOver({ db: platform.database.platform }, side, opened, request);
    return { ...opened.user, ...news };
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
    reset: async ({ params, ...by }) => {
      await resetTwoStep(platform, authorOf(by), params.id);
      return { message: "Inloggen in twee stappen is gereset." };
    },
  };
};
