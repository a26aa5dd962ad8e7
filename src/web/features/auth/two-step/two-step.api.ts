import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { SessionUser } from "#contract/auth.ts";
import type { PasswordAndCode, SignInCodeFormValues } from "#contract/forms.ts";
import { type SignedInWithCode, twoStepRoutes } from "#contract/two-step.ts";
import { call } from "#lib/api/api.ts";
import { DISCARD_AFTER_CALL } from "#lib/api/query-client.ts";
import type { SessionKind } from "#lib/session/session.ts";
import { SESSION_KINDS } from "../session-kinds.ts";

/** The workspace and the admin panel change the same two-step settings, each through its own routes. */
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

const statusKey = (sessionKind: SessionKind) => ["two-step", sessionKind] as const;

/** Never cached: it can be turned off on another device. */
export const useTwoStep = (sessionKind: SessionKind) =>
  useQuery({
    queryKey: statusKey(sessionKind),
    queryFn: ({ signal }) => call(TWO_STEP_ROUTES[sessionKind].status, { signal }),
    staleTime: 0,
  });

function useTwoStepMutation<Input, Result>(sessionKind: SessionKind, send: (input: Input) => Promise<Result>) {
  const client = useQueryClient();
  return useMutation({
    ...DISCARD_AFTER_CALL,
    mutationFn: send,
    onSuccess: () => client.invalidateQueries({ queryKey: statusKey(sessionKind) }),
  });
}

export const useStartTwoStep = (sessionKind: SessionKind) =>
  useTwoStepMutation(sessionKind, ({ currentPassword }: PasswordAndCode) =>
    call(TWO_STEP_ROUTES[sessionKind].start, { body: { currentPassword } }),
  );

export const useConfirmTwoStep = (sessionKind: SessionKind) =>
  useTwoStepMutation(sessionKind, (code: string) => call(TWO_STEP_ROUTES[sessionKind].confirm, { body: { code } }));

export const useRenewCodes = (sessionKind: SessionKind) =>
  useTwoStepMutation(sessionKind, (body: PasswordAndCode) => call(TWO_STEP_ROUTES[sessionKind].renewCodes, { body }));

export const useTurnTwoStepOff = (sessionKind: SessionKind) =>
  useTwoStepMutation(sessionKind, (body: PasswordAndCode) => call(TWO_STEP_ROUTES[sessionKind].turnOff, { body }));

export const useSignInWithCode = (sessionKind: SessionKind) =>
  useMutation({
    ...DISCARD_AFTER_CALL,
    mutationFn: (body: SignInCodeFormValues) => call(SESSION_KINDS[sessionKind].signInWithCode, { body }),
  });

/** The response of a sign-in with a code, without its recovery codes. */
export const toSessionUser = ({
  recoveryCodes: _codes,
  recoveryCodesLeft: _left,
  ...user
}: SignedInWithCode): SessionUser => user;
