type Fields = Record<string, string | number | boolean>;

export const xmlDocument = (root: string) => `<?xml version="1.0" encoding="UTF-8"?>\n${root}`;

/** An element with one child element per field, followed by `children`, which are XML already. */
export function xmlElement(name: string, fields: Fields, children: readonly string[] = []): string {
  const fieldElements = Object.entries(fields).map(
    ([field, value]) => `<${field}>${escapeXml(String(value))}</${field}>`,
  );
  return `<${name}>${fieldElements.join("")}${children.join("")}</${name}>`;
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\r": "&#13;" };

const escapeXml = (text: string) => text.replace(/[&<>"\r]/g, (character) => ENTITIES[character] ?? character);

const ERRORS = {
  AccessDenied: [403, "Access Denied"],
  AuthorizationHeaderMalformed: [400, "The authorization header is malformed."],
  InternalError: [500, "We encountered an internal error. Please try again."],
  InvalidAccessKeyId: [403, "The AWS Access Key Id you provided does not exist in our records."],
  InvalidRequest: [400, "Invalid Request"],
  NoSuchBucket: [404, "The specified bucket does not exist"],
  NoSuchKey: [404, "The specified key does not exist."],
  NotImplemented: [501, "A header or parameter you provided implies functionality that is not implemented"],
  RequestTimeTooSkewed: [403, "The difference between the request time and the current time is too large."],
  SignatureDoesNotMatch: [
    403,
    "The request signature we calculated does not match the signature you provided. Check your key and signing method.",
  ],
  XAmzContentSHA256Mismatch: [400, "The provided 'x-amz-content-sha256' header does not match what was computed."],
} as const satisfies Record<string, readonly [number, string]>;

export class S3Error extends Error {
  readonly code: keyof typeof ERRORS;
  readonly status: number;

  constructor(code: keyof typeof ERRORS, message: string = ERRORS[code][1]) {
    super(message);
    this.code = code;
    this.status = ERRORS[code][0];
  }

  toXml(): string {
    return xmlDocument(xmlElement("Error", { Code: this.code, Message: this.message }));
  }
}
