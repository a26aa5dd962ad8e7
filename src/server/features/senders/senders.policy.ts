import type { SenderAccount } from "#contract/senders.ts";

type AccountStatus = SenderAccount["status"];

const STATUS_PROBLEMS: Readonly<Record<Exclude<AccountStatus, "ok">, string>> = {
  connecting: "Het LinkedIn-account wordt verbonden.",
  credentials: "Het LinkedIn-account moet opnieuw worden verbonden.",
  restricted: "LinkedIn heeft het account beperkt. Log in op LinkedIn en kijk wat er gevraagd wordt.",
  stopped: "Het LinkedIn-account is gestopt.",
  deleted: "Het LinkedIn-account bestaat niet meer bij Unipile. Verbind het opnieuw.",
  error: "Het LinkedIn-account werkt op dit moment niet.",
};

/** Why nothing is sent through an account with this status; null when it works. */
export const explainAccountStatus = (status: AccountStatus): string | null =>
  status === "ok" ? null : STATUS_PROBLEMS[status];
