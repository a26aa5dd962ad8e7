import { z } from "zod";

/** The documented errors, by type. */
const ERROR_STATUS: Readonly<Record<string, number>> = {
  missing_credentials: 401,
  disconnected_account: 401,
  expired_credentials: 401,
  invalid_credentials: 401,
  checkpoint_error: 401,
  multiple_sessions: 401,
  wrong_account: 401,
  disconnected_feature: 401,
  account_restricted: 403,
  action_required: 403,
  feature_not_subscribed: 403,
  subscription_required: 403,
  insufficient_permissions: 403,
  resource_access_restricted: 403,
  too_many_characters: 400,
  invalid_parameters: 400,
  missing_parameters: 400,
  content_too_large: 415,
  resource_not_found: 404,
  invalid_resource_identifier: 404,
  no_connection_with_recipient: 422,
  already_connected: 422,
  action_already_performed: 422,
  already_invited_recently: 422,
  cannot_resend_yet: 422,
  limit_exceeded: 422,
  cannot_resend_within_24hrs: 422,
  cannot_invite_attendee: 422,
  invalid_recipient: 422,
  blocked_recipient: 422,
  user_unreachable: 422,
  invalid_message: 422,
  cant_send_message: 422,
  insufficient_credits: 422,
  not_allowed_inmail: 422,
  too_many_requests: 429,
  unexpected_error: 500,
  provider_error: 500,
  no_client_session: 503,
  no_channel: 503,
  no_handler: 503,
  network_down: 503,
  service_unavailable: 503,
  request_timeout: 504,
};

export class GatewayError extends Error {
  readonly status: number;
  readonly type: string;
  constructor(type: string, status = ERROR_STATUS[type] ?? 422) {
    super(type);
    this.status = status;
    this.type = type;
  }
  get body() {
    const title = this.type.replaceAll("_", " ");
    return {
      title,
      detail: `${title} (sandbox)`,
      type: `errors/${this.type}`,
      status: this.status,
      instance: "sandbox",
    };
  }
}

export const failureSchema = z.strictObject({
  /** A documented type, or a new one with its status. */
  type: z.string(),
  status: z.int().min(400).max(599).optional(),
  /** `any`: an invitation or a message. `history`: the list of messages with a person. */
  on: z
    .enum(["invite", "message", "any", "relations", "pending", "withdraw", "profile", "webhook", "history"])
    .default("any"),
  times: z.int().min(1).default(1),
  /** So many requests succeed first. */
  skip: z.int().min(0).default(0),
  /** `after`: the request had its effect, and only the response is an error. */
  when: z.enum(["before", "after"]).default("before"),
});
type Failure = z.infer<typeof failureSchema>;
type FailingAction = Exclude<Failure["on"], "any">;

/** Errors that tests or users of the sandbox ask for. */
export function createFailures() {
  let failures: Failure[] = [];
  const take = (action: FailingAction, when: Failure["when"]): void => {
    const isSend = action === "invite" || action === "message";
    const failure = failures.find(
      (one) => one.times > 0 && one.when === when && (one.on === action || (one.on === "any" && isSend)),
    );
    if (!failure) return;
    if (failure.skip > 0) {
      failure.skip -= 1;
      return;
    }
    failure.times -= 1;
    throw new GatewayError(failure.type, failure.status);
  };
  return {
    add: (failure: Failure) => void failures.push(failure),
    list: () => failures,
    reset: () => {
      failures = [];
    },
    /** For a request without an effect. */
    failIfRequested: (action: FailingAction): void => take(action, "before"),
    /** Runs an action and throws the requested failure, if there is one, before or after it. */
    withInjectedFailure: <T>(action: FailingAction, work: () => T): T => {
      take(action, "before");
      const result = work();
      take(action, "after");
      return result;
    },
  };
}
export type Failures = ReturnType<typeof createFailures>;
