import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { SessionUser } from "#contract/auth.ts";
import type { SignInCodeForm } from "#contract/auth-forms.ts";
import { type SignedInWithCode, twoStepRoutes } from "#contract/two-step.ts";
import { call } from "#lib/api.ts";
import type { Side } from "#lib/session-expiry.ts";
import { FORGET_AT_ONCE } from "../auth.api.ts";
import { SIDES } from "../auth-side.ts";

/** One account has one secret; each side has its own address for it. */
const ROUTES = {
  main: twoStepRoutes,
  admin: {
    status: twoStepRoutes.adminStatus,
    start: twoStepRoutes.adminStart,
    confirm: twoStepRoutes.adminConfirm,
    renewCodes: twoStepRoutes.adminRenewCodes,
    turnOff: twoStepRoutes.adminTurnOff,
  },
} as const satisfies Record<Side, object>;

const statusKey = (side: Side) => ["two-step", side] as const;

/** Read afresh each time it is looked at: it can be turned off elsewhere. */
export const useTwoStep = (side: Side) =>
  useQuery({
    queryKey: statusKey(side),
    queryFn: ({ signal }) => call(ROUTES[side].status, { signal }),
    staleTime: 0,
  });

function useTwoStepChange<Input, Answer>(side: Side, send: (input: Input) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    ...FORGET_AT_ONCE,
    mutationFn: send,
    onSuccess: () => client.invalidateQueries({ queryKey: statusKey(side) }),
  });
}

export const useStartTwoStep = (side: Side) =>
  useTwoStepChange(side, (currentPassword: string) => call(ROUTES[side].start, { body: { currentPassword } }));

export const useConfirmTwoStep = (side: Side) =>
  useTwoStepChange(side, (code: string) => call(ROUTES[side].confirm, { body: { code } }));

export const useRenewCodes = (side: Side) =>
  useTwoStepChange(side, (currentPassword: string) => call(ROUTES[side].renewCodes, { body: { currentPassword } }));

export const useTurnTwoStepOff = (side: Side) =>
  useTwoStepChange(side, (currentPassword: string) => call(ROUTES[side].turnOff, { body: { currentPassword } }));

export const useSignInWithCode = (side: Side) =>
  useMutation({
    ...FORGET_AT_ONCE,
    mutationFn: (body: SignInCodeForm) => call(SIDES[side].signInWithCode, { body }),
  });

/** What the screens know of somebody has nothing to do with their codes. */
export const withoutCodes = ({
  recoveryCodes: _codes,
  recoveryCodesLeft: _left,
  ...user
}: SignedInWithCode): SessionUser => user;
