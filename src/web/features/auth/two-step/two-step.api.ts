import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { SessionUser } from "#contract/auth.ts";
import type { SignInCodeForm } from "#contract/forms.ts";
import { type SignedInWithCode, twoStepRoutes } from "#contract/two-step.ts";
import { call } from "#lib/api/api.ts";
import type { SessionKind } from "#lib/session/session.ts";
import { DISCARD_AFTER_CALL } from "../auth.api.ts";
import { SIDES } from "../auth-sides.ts";

/** Both sides change the same two-step settings of the account, through their own routes. */
const TWO_STEP_ROUTES = {
  main: twoStepRoutes,
  admin: {
    status: twoStepRoutes.adminStatus,
    start: twoStepRoutes.adminStart,
    confirm: twoStepRoutes.adminConfirm,
    renewCodes: twoStepRoutes.adminRenewCodes,
    turnOff: twoStepRoutes.adminTurnOff,
  },
} as const satisfies Record<SessionKind, object>;

const statusKey = (side: SessionKind) => ["two-step", side] as const;

/** Never cached: it can be turned off on another device. */
export const useTwoStep = (side: SessionKind) =>
  useQuery({
    queryKey: statusKey(side),
    queryFn: ({ signal }) => call(TWO_STEP_ROUTES[side].status, { signal }),
    staleTime: 0,
  });

function useTwoStepChange<Input, Answer>(side: SessionKind, send: (input: Input) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    ...DISCARD_AFTER_CALL,
    mutationFn: send,
    onSuccess: () => client.invalidateQueries({ queryKey: statusKey(side) }),
  });
}

export const useStartTwoStep = (side: SessionKind) =>
  useTwoStepChange(side, (currentPassword: string) => call(TWO_STEP_ROUTES[side].start, { body: { currentPassword } }));

export const useConfirmTwoStep = (side: SessionKind) =>
  useTwoStepChange(side, (code: string) => call(TWO_STEP_ROUTES[side].confirm, { body: { code } }));

export const useRenewCodes = (side: SessionKind) =>
  useTwoStepChange(side, (currentPassword: string) =>
    call(TWO_STEP_ROUTES[side].renewCodes, { body: { currentPassword } }),
  );

export const useTurnTwoStepOff = (side: SessionKind) =>
  useTwoStepChange(side, (currentPassword: string) =>
    call(TWO_STEP_ROUTES[side].turnOff, { body: { currentPassword } }),
  );

export const useSignInWithCode = (side: SessionKind) =>
  useMutation({
    ...DISCARD_AFTER_CALL,
    mutationFn: (body: SignInCodeForm) => call(SIDES[side].signInWithCode, { body }),
  });

/** The response of a sign-in with a code, without its recovery codes. */
export const toSessionUser = ({
  recoveryCodes: _codes,
  recoveryCodesLeft: _left,
  ...user
}: SignedInWithCode): SessionUser => user;
