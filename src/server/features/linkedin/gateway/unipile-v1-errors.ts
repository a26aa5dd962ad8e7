import type { GatewayProblem } from "./gateway.ts";

const ACCOUNT_ERRORS = [
  "disconnected_account",
  "expired_credentials",
  "invalid_credentials",
  "checkpoint_error",
  "multiple_sessions",
  "wrong_account",
  "disconnected_feature",
];

/** By the documented types; an unknown type counts as the strictest of its status. */
const TYPE_PROBLEMS: Readonly<Record<string, GatewayProblem>> = {
  missing_credentials: "key",
  ...Object.fromEntries(ACCOUNT_ERRORS.map((type) => [type, "reconnect"])),
  account_restricted: "restricted",
  action_required: "restricted",
  feature_not_subscribed: "refused",
  subscription_required: "refused",
  insufficient_permissions: "refused",
  resource_access_restricted: "refused",
  no_connection_with_recipient: "not_related",
  already_connected: "related",
  action_already_performed: "related",
  already_invited_recently: "invited",
  // In practice these are about the account, not about the person.
  cannot_resend_yet: "invitation_limit",
  limit_exceeded: "invitation_limit",
  cannot_resend_within_24hrs: "invitation_limit",
};

const STATUS_PROBLEMS: Readonly<Record<number, GatewayProblem>> = {
  400: "refused",
  401: "reconnect",
  403: "restricted",
  404: "not_found",
  415: "refused",
  422: "refused",
  429: "busy",
};

export const classifyError = (status: number, type: string): GatewayProblem =>
  TYPE_PROBLEMS[type] ?? STATUS_PROBLEMS[status] ?? (status >= 500 || status === 408 ? "unknown" : "refused");
