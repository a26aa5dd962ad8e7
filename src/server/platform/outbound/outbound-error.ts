const MESSAGES = {
  invalid_url: "Dit is geen geldig https-adres.",
  invalid_request: "Het verzoek bevat tekens of kopregels die niet verstuurd kunnen worden.",
  forbidden_address: "Dit adres is niet toegestaan.",
  connection: "De verbinding met dit adres is mislukt.",
  tls: "De beveiligde verbinding met dit adres is mislukt. Controleer het certificaat.",
  timeout: "Dit adres antwoordde niet op tijd.",
  too_large: "Het antwoord van dit adres is te groot.",
} as const;

export type OutboundReason = keyof typeof MESSAGES;

/** "not_sent": nothing of the request was sent. "maybe_sent": the server may have received and processed it. */
export type RequestSent = "not_sent" | "maybe_sent";

/**
 * Why an outbound request has no response. The messages are fixed and contain nothing of the response; there is no `cause`,
 * because Node's parse errors contain the raw bytes of the response.
 */
export class OutboundError extends Error {
  override readonly name = "OutboundError";
  readonly reason: OutboundReason;
  readonly sent: RequestSent;
  /** The status, if it was received: an accepted delivery stays accepted even when the response body fails. */
  readonly status: number | undefined;
  /** Node's error code (ECONNRESET, CERT_HAS_EXPIRED), for the log. */
  readonly code: string | undefined;

  constructor(
    reason: OutboundReason,
    sent: RequestSent,
    more: { status?: number | undefined; code?: string | undefined } = {},
  ) {
    super(MESSAGES[reason]);
    this.reason = reason;
    this.sent = sent;
    this.status = more.status;
    this.code = more.code;
  }
}

export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
